package io.neardup.web.lookup;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.profile.Projection;
import io.neardup.service.collection.CollectionSelection.Missing;
import io.neardup.service.compare.MatchExplainer;
import io.neardup.service.lookup.LookupResult;
import io.neardup.service.lookup.NearbyDocuments.NearDocument;
import io.neardup.web.answer.FingerprintJson;
import io.neardup.web.answer.MatchExplanationJson;
import io.neardup.web.answer.MatchJson;
import io.neardup.web.answer.PlanJson;
import io.neardup.web.answer.VerificationJson;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The result of a lookup.
@JsonInclude(JsonInclude.Include.NON_NULL)
record DuplicatesResponse(
    @Nullable String ref,
    FingerprintJson query,
    @Nullable Integer maxDistance,
    @Schema(allowableValues = {"tables", "probes", "scan"}) String plan,
    boolean exact,
    @Nullable Integer exactTo,
    double recall,
    List<MatchJson> matches,
    boolean truncated,
    long candidates,
    @Nullable VerificationJson verification,
    @Nullable String allowedBy,
    @Nullable Boolean complete,
    @Nullable List<SearchedCollection> searched,
    @Nullable List<Missing> missing) {

  /// The lookup in one of several collections.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record SearchedCollection(
      String collection,
      String profile,
      @Nullable Integer maxDistance,
      @Nullable String allowedBy) {}

  private static final Comparator<MatchJson> NEAREST_FIRST =
      Comparator.comparingDouble(MatchJson::featureSimilarity)
          .reversed()
          .thenComparingInt(MatchJson::distance)
          .thenComparing(MatchJson::id)
          .thenComparing(match -> String.valueOf(match.collection()));

  /// The answer of one collection.
  ///
  /// @param collection null if the lookup names one collection
  /// @param missing the selected collections that were not searched
  /// @param explainer of matches; null without explanations
  static DuplicatesResponse of(
      LookupResult found,
      @Nullable String collection,
      List<Missing> missing,
      @Nullable MatchExplainer explainer,
      @Nullable String ref) {
    Projection projection = found.query().profile().projection();
    return new DuplicatesResponse(
        ref,
        FingerprintJson.of(found.query()),
        found.maxDistance(),
        PlanJson.name(found.plan()),
        found.plan().isExact(),
        PlanJson.exactTo(found.plan()),
        PlanJson.recall(found.plan()),
        found.matches().stream()
            .map(match ->
                MatchJson.of(match, collection, projection, explanation(found, match, explainer)))
            .toList(),
        found.truncated(),
        found.candidates(),
        VerificationJson.of(found),
        collection == null ? found.allowedBy() : null,
        collection == null ? null : missing.isEmpty(),
        collection == null
            ? null
            : List.of(
                new SearchedCollection(
                    collection,
                    found.query().profile().name(),
                    found.maxDistance(),
                    found.allowedBy())),
        missing.isEmpty() ? null : missing);
  }

  /// Merges the answers of two collections, or groups of collections: the most similar matches of
  /// both.
  ///
  /// @param limit the maximum number of matches
  static DuplicatesResponse merged(DuplicatesResponse a, DuplicatesResponse b, int limit) {
    List<MatchJson> matches =
        Stream.of(a, b).flatMap(each -> each.matches().stream()).sorted(NEAREST_FIRST).toList();
    boolean more = matches.size() > limit;
    DuplicatesResponse least = b.recall() < a.recall() ? b : a;
    return new DuplicatesResponse(
        a.ref(),
        a.query(),
        a.maxDistance(),
        least.plan(),
        a.exact() && b.exact(),
        least.exactTo(),
        least.recall(),
        more ? List.copyOf(matches.subList(0, limit)) : matches,
        a.truncated() || b.truncated() || more,
        a.candidates() + b.candidates(),
        VerificationJson.sum(a.verification(), b.verification()),
        null,
        !Boolean.FALSE.equals(a.complete()) && !Boolean.FALSE.equals(b.complete()),
        joined(a.searched(), b.searched()),
        joined(a.missing(), b.missing()));
  }

  /// The answer for several collections.
  ///
  /// @param unsearched collections that were not searched
  /// @param order names of all collections in order
  DuplicatesResponse with(List<Missing> unsearched, List<String> order) {
    return new DuplicatesResponse(
        ref,
        query,
        maxDistance,
        plan,
        exact,
        exactTo,
        recall,
        matches,
        truncated,
        candidates,
        verification,
        allowedBy,
        unsearched.isEmpty() && !Boolean.FALSE.equals(complete),
        searched == null
            ? null
            : searched.stream()
                .sorted(Comparator.comparingInt(each -> order.indexOf(each.collection())))
                .toList(),
        unsearched.isEmpty() ? missing : joined(missing, unsearched));
  }

  private static <T> @Nullable List<T> joined(@Nullable List<T> a, @Nullable List<T> b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return Stream.concat(a.stream(), b.stream()).toList();
  }

  private static @Nullable MatchExplanationJson explanation(
      LookupResult found, NearDocument match, @Nullable MatchExplainer explainer) {
    return explainer == null
        ? null
        : MatchExplanationJson.of(explainer.explain(match), found.plan());
  }
}
