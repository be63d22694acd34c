package io.neardup.calibrate;

import io.neardup.calibrate.UnlabelledPairs.Counts;
import io.neardup.calibrate.edit.EditRecall;
import io.neardup.calibrate.edit.EditedCopies;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// What a lookup in a collection is expected to find under one profile, by edited copies of its
/// documents and by the pairs of a sample of them.
///
/// Resamples draw documents, with all their copies and pairs.
final class CollectionEvidence implements Evidence {

  /// Edited copies count as much as this number of near-duplicates found in the sample.
  private static final double COPIES_COUNT = 50;

  private final UnlabelledPairs pairs;
  private final Counts counts;
  private final long others;
  private final EditedCopies copies;
  private final int[] copyDistances;
  private final int farthest;
  private final double duplicatesPerDocument;

  /// @param pairs of the sample
  /// @param others the number of these
  /// @param copyDistances of each copy to its original, negative if they never match
  /// @param requested how many near-duplicates a document has on average; null to estimate it
  CollectionEvidence(
      UnlabelledPairs pairs,
      long others,
      EditedCopies copies,
      int[] copyDistances,
      @Nullable Double requested) {
    this.pairs = pairs;
    this.counts = pairs.counts();
    this.others = others;
    this.copies = copies;
    this.copyDistances = copyDistances;
    this.farthest = counts.others().length - 1;
    this.duplicatesPerDocument = requested == null ? estimate() : requested;
  }

  private double estimate() {
    double found = counts.allDuplicates();
    return found < ENOUGH_FOUND ? DEFAULT_DUPLICATES : found * pairs.matchesPerPair();
  }

  @Override
  public double duplicatesPerDocument() {
    return duplicatesPerDocument;
  }

  @Override
  public long collectionSize() {
    return pairs.collectionSize();
  }

  @Override
  public long duplicates() {
    return copies.size();
  }

  @Override
  public long others() {
    return others;
  }

  @Override
  public OptionalInt nearestOther() {
    return OptionalInt.empty();
  }

  @Override
  public List<EditRecall> edits(int distance) {
    return copies.recall(copyDistances, distance);
  }

  @Override
  public MatchRates rates() {
    return rates(counts, copyCounts(null));
  }

  @Override
  public MatchRates resampled(SplittableRandom random) {
    int[] drawn = pairs.drawn(random);
    return rates(pairs.counts(drawn), copyCounts(drawn));
  }

  /// The copies by distance, then those beyond or without a match.
  private double[] copyCounts(int @Nullable [] weights) {
    double[] counted = new double[farthest + 2];
    for (int copy = 0; copy < copyDistances.length; copy++) {
      int distance = copyDistances[copy];
      boolean beyond = distance < 0 || distance > farthest;
      counted[beyond ? counted.length - 1 : distance] +=
          weights == null ? 1 : weights[copies.original(copy)];
    }
    return counted;
  }

  private MatchRates rates(Counts measured, double[] copyCounts) {
    MatchRates.cumulative(copyCounts);
    double allReal = measured.allDuplicates();
    double allCopies = Math.max(1, copyCounts[farthest + 1]);
    double[] found = new double[farthest + 1];
    double[] wrong = new double[farthest + 1];
    for (int distance = 0; distance <= farthest; distance++) {
      double recall =
          (measured.duplicates()[distance] + COPIES_COUNT * copyCounts[distance] / allCopies)
              / (allReal + COPIES_COUNT);
      found[distance] = duplicatesPerDocument * recall;
      wrong[distance] = measured.others()[distance] * pairs.matchesPerPair();
    }
    return new MatchRates(found, wrong, duplicatesPerDocument);
  }

  @Override
  public DistanceHistogram histogram() {
    double[] duplicates = copyCounts(null);
    double[] other = new double[farthest + 1];
    for (int distance = 0; distance < other.length; distance++) {
      other[distance] = pairs.others(distance);
    }
    return DistanceHistogram.of(
        Arrays.copyOf(duplicates, other.length), other, duplicates[other.length], pairs.beyond());
  }
}
