package io.neardup.calibrate;

import io.neardup.calibrate.PairSample.Pair;
import io.neardup.calibrate.ProfileCalibration.DistanceHistogram;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// The pairs of a sample of documents that no label decides on, under one profile: what a lookup
/// finds of them, by distance.
///
/// @param shares of near-duplicates and others, by distance
/// @param documents in the sample
/// @param collectionSize the number of documents of the collection, at least the size of the sample
/// @param labelled the distances at which labels decide on every pair
record UnlabelledPairs(
    PairSample sample, Shares shares, int documents, long collectionSize, IntPredicate labelled) {

  /// Shares of the pairs at each distance.
  ///
  /// @param duplicates the near-duplicates
  /// @param others neither near-duplicates nor ambiguous
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody, read in inner loops
  record Shares(double[] duplicates, double[] others) {}

  /// Numbers of pairs of the sample up to each distance.
  ///
  /// @param duplicates near-duplicates
  /// @param others extrapolated to distances at which the sample has too few
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody, read in inner loops
  record Counts(double[] duplicates, double[] others) {

    double allDuplicates() {
      return duplicates[duplicates.length - 1];
    }
  }

  /// The matches of a lookup for each pair of the sample.
  double matchesPerPair() {
    return (double) (collectionSize - 1) / Math.max(1, sample.pairs());
  }

  boolean isWhole() {
    return documents >= collectionSize;
  }

  /// Adds the pairs to a histogram, whose last places count pairs beyond half of the bits or
  /// without features in common.
  ///
  /// @param nearPerPair how much a near-duplicate of the sample counts
  /// @param farPerPair how much another pair of the sample counts
  DistanceHistogram histogram(double[] near, double[] far, double nearPerPair, double farPerPair) {
    int distances = sample.farthest() + 1;
    for (int distance = 0; distance < distances; distance++) {
      near[distance] += sample.count(distance) * shares.duplicates()[distance] * nearPerPair;
      far[distance] += sample.count(distance) * shares.others()[distance] * farPerPair;
    }
    far[distances] += (double) (sample.pairs() - sample.near()) * farPerPair;
    return DistanceHistogram.of(near, far);
  }

  /// How often each document of the sample is drawn in a resample.
  int[] drawn(SplittableRandom random) {
    int[] drawn = new int[documents];
    for (int i = 0; i < documents; i++) {
      drawn[i] = (int) Evidence.drawn(1, random);
    }
    return drawn;
  }

  /// The counts of a resample of documents, with all their pairs.
  ///
  /// @param drawn how often each document is; null for once
  Counts counts(int @Nullable [] drawn) {
    double[] duplicates = new double[sample.farthest() + 1];
    double[] others = new double[duplicates.length];
    for (int distance = 0; distance < duplicates.length; distance++) {
      double count = sample.count(distance) * timesDrawn(sample.kept(distance), drawn);
      duplicates[distance] = count * shares.duplicates()[distance];
      others[distance] = count * shares.others()[distance];
    }
    return new Counts(
        MatchRates.cumulative(duplicates), without(ChanceTail.cumulative(others), labelled));
  }

  /// How often a pair is drawn, on average.
  private static double timesDrawn(List<Pair> pairs, int @Nullable [] drawn) {
    if (drawn == null) {
      return 1;
    }
    long times = 0;
    for (Pair pair : pairs) {
      times += (long) drawn[pair.a()] * drawn[pair.b()];
    }
    return (double) times / Math.max(1, pairs.size());
  }

  /// Takes out what was extrapolated to distances at which labels decide.
  private static double[] without(double[] sums, IntPredicate labelled) {
    double before = 0;
    double sum = 0;
    for (int distance = 0; distance < sums.length; distance++) {
      sum += labelled.test(distance) ? 0 : sums[distance] - before;
      before = sums[distance];
      sums[distance] = sum;
    }
    return sums;
  }
}
