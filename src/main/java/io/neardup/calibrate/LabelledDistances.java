package io.neardup.calibrate;

import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// The distances of labelled pairs under one profile.
public final class LabelledDistances {

  private final Label duplicates;
  private final Label others;

  /// Counts without pairs.
  ///
  /// @param bits of the profile
  public LabelledDistances(int bits) {
    duplicates = new Label(Evidence.farthest(bits));
    others = new Label(Evidence.farthest(bits));
  }

  /// The pairs with one label.
  static final class Label {
    private final long[] counts;
    private final double[] weights;
    private long beyond;
    private double weightBeyond;

    private Label(int farthest) {
      counts = new long[farthest + 1];
      weights = new double[farthest + 1];
    }

    private void add(int distance, double weight) {
      if (distance >= 0 && distance < counts.length) {
        counts[distance]++;
        weights[distance] += weight;
      } else {
        beyond++;
        weightBeyond += weight;
      }
    }

    /// Resampled weights by distance, then beyond.
    double[] resampled(SplittableRandom random) {
      double[] sample = new double[counts.length + 1];
      for (int i = 0; i < counts.length; i++) {
        sample[i] = resampled(counts[i], weights[i], random);
      }
      sample[counts.length] = resampled(beyond, weightBeyond, random);
      return sample;
    }

    private static double resampled(long count, double weight, SplittableRandom random) {
      return count == 0 ? 0 : Poisson.sample((double) count, random) * weight / count;
    }

    /// Weights by distance, then beyond.
    double[] asMeasured() {
      double[] sums = Arrays.copyOf(weights, weights.length + 1);
      sums[weights.length] = weightBeyond;
      return sums;
    }

    /// The smallest distance.
    OptionalInt nearest() {
      return IntStream.range(0, counts.length).filter(distance -> counts[distance] > 0).findFirst();
    }

    private long count() {
      return beyond + Arrays.stream(counts).sum();
    }
  }

  /// Adds a pair.
  ///
  /// @param distance in bits; negative if a text has no features, so that the pair never matches
  /// @param weight the number of pairs that it stands for, above 0
  public void add(int distance, boolean duplicate, double weight) {
    LabelledPair.requireWeight(weight);
    (duplicate ? duplicates : others).add(distance, weight);
  }

  /// The number of pairs of near-duplicates.
  public long duplicates() {
    return duplicates.count();
  }

  /// The number of other pairs.
  public long others() {
    return others.count();
  }

  Label ofDuplicates() {
    return duplicates;
  }

  Label ofOthers() {
    return others;
  }

  /// The largest distance that is scored.
  int farthest() {
    return duplicates.counts.length - 1;
  }

  void requireBoth() {
    if (duplicates() == 0 || others() == 0) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "must have near-duplicates and other pairs, had %d and %d; label at least one of"
                  + " each, better 50",
              duplicates(),
              others()));
    }
  }
}
