package io.neardup.web.lookup;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.neardup.passage.Passage;
import io.neardup.passage.Passage.TextRange;
import io.neardup.passage.Winnowing;
import io.neardup.service.collection.CollectionSelection.Missing;
import io.neardup.service.passage.PassageResult;
import io.neardup.service.passage.PassageResult.Match;
import io.neardup.web.answer.RawJson;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;

/// The documents that share passages with a text.
@JsonInclude(JsonInclude.Include.NON_NULL)
record PassagesResponse(
    @Nullable String ref,
    @Nullable String text,
    int words,
    List<PassageMatchJson> matches,
    boolean truncated,
    int guaranteedWords,
    int guaranteedCharacters,
    @Nullable List<TextRange> cut,
    @Nullable List<TextRange> boilerplate,
    int candidates,
    int compared,
    @Nullable Boolean complete,
    @Nullable List<Missing> missing) {

  private static final Comparator<PassageMatchJson> MOST_SHARED_FIRST =
      Comparator.comparingInt(PassageMatchJson::sharedWords)
          .reversed()
          .thenComparing(PassageMatchJson::id)
          .thenComparing(match -> String.valueOf(match.collection()));

  /// A document and the passages it shares with the text.
  @Schema(name = "PassageMatch")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record PassageMatchJson(
      String id,
      @Nullable String collection,
      int sharedWords,
      double share,
      double documentShare,
      int longestRun,
      List<Passage> passages,
      boolean truncated,
      @Schema(implementation = Map.class) @JsonRawValue @JsonDeserialize(using = RawJson.class)
          @Nullable String metadata) {

    static PassageMatchJson of(Match match, @Nullable String collection) {
      return new PassageMatchJson(
          match.document().id(),
          collection,
          match.query().shared(),
          match.query().share(),
          match.quoted().share(),
          match.longestRun(),
          match.passages(),
          match.truncated(),
          match.document().metadata());
    }
  }

  /// The answer of one collection.
  ///
  /// @param collection null if the lookup names one collection
  /// @param missing the selected collections that were not searched
  /// @param sent whether the text came with the request
  static PassagesResponse of(
      PassageResult found,
      @Nullable String collection,
      List<Missing> missing,
      boolean sent,
      @Nullable String ref) {
    return new PassagesResponse(
        ref,
        sent ? null : found.text(),
        found.words(),
        found.matches().stream().map(match -> PassageMatchJson.of(match, collection)).toList(),
        found.truncated(),
        Winnowing.STANDARD.guaranteedWords(),
        Winnowing.STANDARD.guaranteedCharacters(),
        ranges(found.cut()),
        ranges(found.boilerplate()),
        found.candidates(),
        found.compared(),
        collection == null ? null : missing.isEmpty(),
        missing.isEmpty() ? null : missing);
  }

  /// Merges the answers of two collections, or groups of collections: the matches of both with the
  /// most common words.
  ///
  /// @param limit the maximum number of matches
  static PassagesResponse merged(PassagesResponse a, PassagesResponse b, int limit) {
    List<PassageMatchJson> matches =
        Stream.of(a, b).flatMap(each -> each.matches().stream()).sorted(MOST_SHARED_FIRST).toList();
    boolean more = matches.size() > limit;
    return new PassagesResponse(
        a.ref(),
        a.text(),
        a.words(),
        more ? List.copyOf(matches.subList(0, limit)) : matches,
        a.truncated() || b.truncated() || more,
        a.guaranteedWords(),
        a.guaranteedCharacters(),
        united(a.cut(), b.cut()),
        united(a.boilerplate(), b.boilerplate()),
        a.candidates() + b.candidates(),
        a.compared() + b.compared(),
        a.missing() == null && b.missing() == null,
        a.missing() == null ? b.missing() : a.missing());
  }

  /// The answer for several collections, some of which were not searched.
  PassagesResponse with(List<Missing> unsearched) {
    return new PassagesResponse(
        ref,
        text,
        words,
        matches,
        truncated,
        guaranteedWords,
        guaranteedCharacters,
        cut,
        boilerplate,
        candidates,
        compared,
        unsearched.isEmpty() && missing == null,
        unsearched.isEmpty() ? missing : unsearched);
  }

  private static @Nullable List<TextRange> united(
      @Nullable List<TextRange> a, @Nullable List<TextRange> b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return Stream.of(a, b)
        .flatMap(List::stream)
        .distinct()
        .sorted(Comparator.comparingInt(TextRange::start).thenComparingInt(TextRange::end))
        .toList();
  }

  private static @Nullable List<TextRange> ranges(List<TextRange> ranges) {
    return ranges.isEmpty() ? null : ranges;
  }
}
