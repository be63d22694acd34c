package io.neardup.calibrate;

import io.neardup.calibrate.UnlabelledPairs.Counts;
import io.neardup.calibrate.edit.EditedCopies;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// What a lookup in a collection is expected to find under one profile, by edited copies of its
/// documents and by the pairs of a sample of them.
///
/// Resamples draw documents, with all their copies and pairs.
///
/// @param pairs of the sample
/// @param copyDistances of each copy to its original, negative if they never match
/// @param duplicatesPerDocument how many near-duplicates a document has on average
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
record CollectionEvidence(
    UnlabelledPairs pairs, EditedCopies copies, int[] copyDistances, double duplicatesPerDocument) {

  /// Edited copies count as much as this number of near-duplicates found in the sample.
  private static final double COPIES_COUNT = 50;

  /// @param requested how many near-duplicates a document has on average; null to estimate it
  /// @param verified what a verified lookup matches by chance; null if verification is not possible
  static Evidence of(
      UnlabelledPairs pairs,
      EditedCopies copies,
      int[] copyDistances,
      @Nullable Double requested,
      @Nullable VerifiedChance verified) {
    Counts counts = pairs.counts();
    CollectionEvidence evidence =
        new CollectionEvidence(
            pairs, copies, copyDistances, requested == null ? estimate(pairs, counts) : requested);
    double[] copyCounts = evidence.copyCounts(null);
    return new Evidence(
        copies.size(),
        pairs.sample().pairs(),
        evidence.duplicatesPerDocument,
        pairs.collectionSize(),
        OptionalInt.empty(),
        evidence.rates(counts, copyCounts.clone()),
        evidence::resampled,
        pairs.histogram(copyCounts, new double[copyCounts.length], 0, 1),
        distance -> copies.recall(copyDistances, distance),
        verified);
  }

  private static double estimate(UnlabelledPairs pairs, Counts counts) {
    double found = counts.allDuplicates();
    return found < Evidence.ENOUGH_FOUND
        ? Evidence.DEFAULT_DUPLICATES
        : found * pairs.matchesPerPair();
  }

  private MatchRates resampled(SplittableRandom random) {
    int[] drawn = pairs.drawn(random);
    return rates(pairs.counts(drawn), copyCounts(drawn));
  }

  /// The copies by distance, then those beyond or without a match.
  private double[] copyCounts(int @Nullable [] weights) {
    int beyond = pairs.sample().farthest() + 1;
    double[] counted = new double[beyond + 1];
    for (int copy = 0; copy < copyDistances.length; copy++) {
      int distance = copyDistances[copy];
      counted[distance < 0 ? beyond : Math.min(distance, beyond)] +=
          weights == null ? 1 : weights[copies.original(copy)];
    }
    return counted;
  }

  private MatchRates rates(Counts measured, double[] copyCounts) {
    MatchRates.cumulative(copyCounts);
    int distances = copyCounts.length - 1;
    double allReal = measured.allDuplicates();
    double allCopies = Math.max(1, copyCounts[distances]);
    double[] found = new double[distances];
    double[] wrong = new double[distances];
    for (int distance = 0; distance < distances; distance++) {
      double recall =
          (measured.duplicates()[distance] + COPIES_COUNT * copyCounts[distance] / allCopies)
              / (allReal + COPIES_COUNT);
      found[distance] = duplicatesPerDocument * recall;
      wrong[distance] = measured.others()[distance] * pairs.matchesPerPair();
    }
    return new MatchRates(found, wrong, duplicatesPerDocument);
  }
}
