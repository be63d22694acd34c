package io.neardup.service.join;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.neardup.measure.Loss;
import io.neardup.measure.Verification;
import io.neardup.pairs.bands.Families;
import io.neardup.service.lookup.Guarantee;
import io.neardup.service.lookup.NearbyDocuments.Verified;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What was joined, and what that guarantees to find.
///
/// @param documents the number of joined documents
/// @param fingerprints the number of their distinct fingerprints
/// @param maxDistance in bits
/// @param plan the method in lower case, or bands such as `bands 4x45`
/// @param exact whether every pair is found
/// @param exactTo the distance up to which every pair is found; null if exact, or if even pairs of
///   equal fingerprints are missing
/// @param recall the probability of finding a pair at `maxDistance`, with bands one at the limit of
///   similarity, rounded down, before matches are [left out][#completeTo]
/// @param verification of candidates, null if distances decide
/// @param verified numbers of candidates compared by their features; null in results of older
///   versions
/// @param bands what bands found; null for other plans
/// @param found how much was found
public record JoinResult(
    int documents,
    int fingerprints,
    int maxDistance,
    String plan,
    boolean exact,
    @Nullable Integer exactTo,
    double recall,
    @Nullable Verification verification,
    @Nullable Verified verified,
    @Nullable JoinedBands bands,
    @JsonUnwrapped Found found) {

  private static final double DIGITS = 1e4;

  /// What a join by bands found.
  ///
  /// @param expectedShare of all pairs: the share of a pair is the probability of finding one of
  ///   its similarity; null if none was found yet
  /// @param partlyCompared the number of different texts that were compared with some of those that
  ///   agree with them only, as thousands are alike
  /// @param nearNone the number of these that are near none of those
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record JoinedBands(@Nullable Double expectedShare, int partlyCompared, int nearNone) {

    /// @param found the number of pairs
    /// @param expected the number of pairs of which these are found
    static JoinedBands of(long found, double expected, @Nullable Families families) {
      return new JoinedBands(
          found == 0 ? null : Double.valueOf(floor(Math.min(1, found / expected))),
          families == null ? 0 : families.rows(),
          families == null ? 0 : families.alone());
    }
  }

  /// What a join has found.
  ///
  /// @param pairs the number of pairs; null if they were not counted
  /// @param groups the number of groups; null if none were formed
  /// @param beyond the number of documents that are no near-duplicates of the survivor of their
  ///   group; null if none were formed
  /// @param unique what is lost with the documents that may be dropped; null if none may be
  public record Found(
      @Nullable Long pairs,
      @Nullable Long groups,
      @Nullable Long beyond,
      @Nullable List<UniqueCount> unique) {

    static final Found NOTHING = new Found(null, null, null, null);
  }

  /// The listed documents of which a share of the features, at most, is not in the survivor.
  public record UniqueCount(double upTo, long documents) {}

  /// The result of a join that has found nothing yet.
  ///
  /// @param exactTo the distance up to which every pair is found, below 0 for none
  /// @param recall the probability of finding a pair at `maxDistance`
  public static JoinResult of(
      int documents, int fingerprints, int maxDistance, String plan, int exactTo, double recall) {
    boolean exact = recall >= 1 || exactTo >= maxDistance;
    return new JoinResult(
        documents,
        fingerprints,
        maxDistance,
        plan.toLowerCase(Locale.ROOT),
        exact,
        exact || exactTo < 0 ? null : Integer.valueOf(exactTo),
        floor(recall),
        null,
        null,
        null,
        Found.NOTHING);
  }

  /// The result of lookups of the documents.
  public static JoinResult of(int documents, int fingerprints, Guarantee lookups) {
    return of(
        documents,
        fingerprints,
        lookups.maxDistance(),
        lookups.kind().name(),
        lookups.exactTo(),
        lookups.recall());
  }

  private static double floor(double share) {
    return Math.floor(share * DIGITS) / DIGITS;
  }

  /// The result if the farthest matches of some fingerprints are left out.
  ///
  /// @param distance up to which none is, below `maxDistance`; -1 if there is none
  public JoinResult completeTo(int distance) {
    int least = exactTo == null ? distance : Math.min(exactTo, distance);
    return with(
        false, least < 0 ? null : Integer.valueOf(least), verification, verified, bands, found);
  }

  /// The result with what was verified, and what bands found.
  public JoinResult verified(
      @Nullable Verification how, Verified counts, @Nullable JoinedBands foundBy) {
    return with(exact, exactTo, how, counts, foundBy, found);
  }

  public JoinResult withPairs(long count) {
    return with(new Found(count, null, null, found.unique));
  }

  public JoinResult withGroups(long count, long documentsBeyond) {
    return with(new Found(null, count, documentsBeyond, found.unique));
  }

  /// The result with what is lost.
  public JoinResult withUnique(Loss.Distribution lost) {
    List<UniqueCount> counts =
        lost.counts().entrySet().stream()
            .map(each -> new UniqueCount(each.getKey(), each.getValue()))
            .toList();
    return with(new Found(found.pairs, found.groups, found.beyond, counts));
  }

  private JoinResult with(Found more) {
    return with(exact, exactTo, verification, verified, bands, more);
  }

  private JoinResult with(
      boolean nowExact,
      @Nullable Integer nowExactTo,
      @Nullable Verification how,
      @Nullable Verified counts,
      @Nullable JoinedBands foundBy,
      Found more) {
    return new JoinResult(
        documents,
        fingerprints,
        maxDistance,
        plan,
        nowExact,
        nowExactTo,
        recall,
        how,
        counts,
        foundBy,
        more);
  }
}
