package io.neardup.calibrate;

import java.util.Arrays;
import java.util.SplittableRandom;

/// The distances of labelled pairs under one profile.
///
/// @param duplicates near-duplicates
/// @param others other pairs
public record LabelledDistances(Label duplicates, Label others) {

  /// Counts without pairs.
  ///
  /// @param bits of the profile
  public LabelledDistances(int bits) {
    this(new Label(Evidence.farthest(bits)), new Label(Evidence.farthest(bits)));
  }

  /// The pairs with one label, by distance; the last place has those beyond.
  public static final class Label {

    private final long[] counts;
    private final double[] weights;

    private Label(int farthest) {
      counts = new long[farthest + 2];
      weights = new double[farthest + 2];
    }

    private void add(int distance, double weight) {
      int place = distance < 0 ? counts.length - 1 : Math.min(distance, counts.length - 1);
      counts[place]++;
      weights[place] += weight;
    }

    /// Resampled weights by distance, then beyond.
    double[] resampled(SplittableRandom random) {
      double[] sample = new double[counts.length];
      for (int i = 0; i < counts.length; i++) {
        sample[i] =
            counts[i] == 0
                ? 0
                : Evidence.drawn((double) counts[i], random) * weights[i] / counts[i];
      }
      return sample;
    }

    /// Weights by distance, then beyond.
    double[] asMeasured() {
      return weights.clone();
    }

    /// Weights by distance, then beyond.
    double[] scaled(double factor) {
      return Arrays.stream(weights).map(weight -> weight * factor).toArray();
    }

    double weight() {
      return MatchRates.cumulative(asMeasured())[weights.length - 1];
    }

    /// The smallest distance; the first one beyond those scored if no pair is nearer.
    int nearest() {
      int distance = 0;
      while (distance < counts.length - 1 && counts[distance] == 0) {
        distance++;
      }
      return distance;
    }

    /// The number of pairs.
    public long count() {
      return Arrays.stream(counts).sum();
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
}
