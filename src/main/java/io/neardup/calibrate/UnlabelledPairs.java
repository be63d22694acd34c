package io.neardup.calibrate;

import io.neardup.calibrate.PairSample.PairList;
import io.neardup.calibrate.PairTruth.Shares;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;

/// The pairs of a sample of documents that no label decides on, under one profile: what a lookup
/// finds of them, by distance.
final class UnlabelledPairs {

  private final PairSample sample;
  private final Shares shares;
  private final int documents;
  private final long collectionSize;
  private final IntPredicate labelled;

  /// @param shares of near-duplicates and others, by distance
  /// @param documents in the sample
  /// @param collectionSize the number of documents of the collection, at least that of the sample
  /// @param labelled the distances at which labels decide on every pair
  UnlabelledPairs(
      PairSample sample, Shares shares, int documents, long collectionSize, IntPredicate labelled) {
    this.sample = sample;
    this.shares = shares;
    this.documents = documents;
    this.collectionSize = collectionSize;
    this.labelled = labelled;
  }

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

  long collectionSize() {
    return collectionSize;
  }

  /// Whether the sample is the whole collection.
  boolean isWhole() {
    return documents >= collectionSize;
  }

  /// The number of near-duplicates at a distance.
  double duplicates(int distance) {
    return sample.count(distance) * shares.duplicates()[distance];
  }

  /// The number of pairs at a distance that are not near-duplicates.
  double others(int distance) {
    return sample.count(distance) * shares.others()[distance];
  }

  /// The number of pairs beyond half of the bits, or without features in common.
  double beyond() {
    return (double) sample.pairs() - sample.near();
  }

  Counts counts() {
    double[] counts = new double[sample.farthest() + 1];
    for (int distance = 0; distance < counts.length; distance++) {
      counts[distance] = sample.count(distance);
    }
    return counts(counts);
  }

  /// How often each document of the sample is drawn in a resample.
  int[] drawn(SplittableRandom random) {
    int[] drawn = new int[documents];
    for (int i = 0; i < documents; i++) {
      drawn[i] = (int) Poisson.sample(1, random);
    }
    return drawn;
  }

  /// The counts of a resample of documents, with all their pairs.
  Counts counts(int[] drawn) {
    double[] counts = new double[sample.farthest() + 1];
    for (int distance = 0; distance < counts.length; distance++) {
      PairList pairs = sample.kept(distance);
      long times = 0;
      for (int i = 0; i < pairs.size(); i++) {
        times += (long) drawn[pairs.first(i)] * drawn[pairs.second(i)];
      }
      counts[distance] =
          pairs.size() == 0 ? 0 : (double) times * sample.count(distance) / pairs.size();
    }
    return counts(counts);
  }

  private Counts counts(double[] counts) {
    double[] duplicates = new double[counts.length];
    double[] others = new double[counts.length];
    for (int distance = 0; distance < counts.length; distance++) {
      duplicates[distance] = counts[distance] * shares.duplicates()[distance];
      others[distance] = counts[distance] * shares.others()[distance];
    }
    return new Counts(
        MatchRates.cumulative(duplicates), without(ChanceTail.cumulative(others), labelled));
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
