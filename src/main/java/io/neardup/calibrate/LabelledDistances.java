package io.neardup.calibrate;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// The distances of labelled pairs under one profile.
///
/// Resamples draw pairs independently. Pairs that share documents are not independent, so the
/// intervals are too narrow if a few documents are in most of the pairs.
public final class LabelledDistances implements Evidence {

  private final Label duplicates;
  private final Label others;

  /// @param bits of the profile
  public LabelledDistances(int bits) {
    duplicates = new Label(Evidence.farthest(bits));
    others = new Label(Evidence.farthest(bits));
  }

  /// The pairs with one label.
  private static final class Label {
    final long[] counts;
    final double[] weights;
    long beyond;
    double weightBeyond;

    Label(int farthest) {
      counts = new long[farthest + 1];
      weights = new double[farthest + 1];
    }

    void add(int distance, double weight) {
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

    double[] asMeasured() {
      double[] sums = Arrays.copyOf(weights, weights.length + 1);
      sums[weights.length] = weightBeyond;
      return sums;
    }

    long count() {
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
  @Override
  public long duplicates() {
    return duplicates.count();
  }

  /// The number of other pairs.
  public long others() {
    return others.count();
  }

  @Override
  public boolean perLookup() {
    return false;
  }

  @Override
  public @Nullable Double duplicatesPerDocument() {
    return null;
  }

  @Override
  public List<EditRecall> edits(int distance) {
    return List.of();
  }

  @Override
  public MatchRates rates() {
    return rates(duplicates.asMeasured(), others.asMeasured());
  }

  @Override
  public MatchRates resampled(SplittableRandom random) {
    return rates(duplicates.resampled(random), others.resampled(random));
  }

  private static MatchRates rates(double[] found, double[] wrong) {
    MatchRates.cumulative(found);
    int distances = found.length - 1;
    return new MatchRates(
        Arrays.copyOf(found, distances),
        Arrays.copyOf(MatchRates.cumulative(wrong), distances),
        found[distances]);
  }

  @Override
  public DistanceHistogram histogram() {
    return DistanceHistogram.of(
        duplicates.weights, others.weights, duplicates.weightBeyond, others.weightBeyond);
  }
}
