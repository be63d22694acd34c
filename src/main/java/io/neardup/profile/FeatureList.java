package io.neardup.profile;

import io.neardup.profile.Content.WeightedFeature;
import io.neardup.profile.TokenHashes.FeatureSink;
import io.neardup.simhash.Columns;
import io.neardup.simhash.FeatureBag;
import io.neardup.simhash.FeatureVector;
import io.neardup.simhash.FeatureWeights;
import io.neardup.simhash.Xxh3;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/// The distinct features of one text, in order of appearance, for explanations.
final class FeatureList implements FeatureSink {

  private static final int CHECKED = 1 << 14; // features between two checks

  private final FeatureWeights weights;
  private final @Nullable IntFunction<String> names;
  private final Runnable check;
  private int added;

  private final FeatureBag bag = new FeatureBag(0); // numbers features from 1 on
  private int[] occurrences = new int[16]; // the first of each, unless names are given
  private final List<String> givenNames = new ArrayList<>();
  private long[] givenWeights = new long[0]; // 0 if the count decides

  /// Features with given names.
  ///
  /// @param weights of features without a given weight
  FeatureList(FeatureWeights weights) {
    this(weights, null, () -> {});
  }

  /// @param names of the occurrences of features; null if they are given with weights
  /// @param check called periodically while features are added, and may throw
  FeatureList(FeatureWeights weights, @Nullable IntFunction<String> names, Runnable check) {
    this.weights = weights;
    this.check = check;
    this.names = names;
  }

  @Override
  public void feature(long hash, int occurrence) {
    int count = bag.size();
    int index = index(hash);
    if (index == count) {
      if (index == occurrences.length) {
        occurrences = Arrays.copyOf(occurrences, index + index / 2);
      }
      occurrences[index] = occurrence;
    }
  }

  /// Adds a feature with a given weight.
  void weigh(WeightedFeature weighted) {
    int index = index(Xxh3.hash(weighted.feature()));
    if (index == givenNames.size()) {
      givenNames.add(weighted.feature());
      if (index >= givenWeights.length) {
        givenWeights = Arrays.copyOf(givenWeights, 16 + index + index / 2);
      }
    }
    givenWeights[index] += weighted.fixedPointWeight();
  }

  /// The number of distinct features.
  int size() {
    return bag.size();
  }

  /// Passes the hash and the fixed-point weight of each distinct feature.
  void forEach(WeighedFeature action) {
    for (int i = 0; i < size(); i++) {
      action.accept(hash(i), weight(i));
    }
  }

  /// The hashes and weights of the distinct features.
  FeatureVector vector() {
    return FeatureVector.of(all(this::hash), weights());
  }

  /// The distinct features by descending weight; equal weights in order of appearance. O(n log n).
  Features heaviestFirst() {
    int[] order = order();
    long[] keys = new long[size()];
    double[] ordered = new double[size()];
    int[] orderedCounts = new int[size()];
    int[] firsts = new int[size()];
    for (int i = 0; i < size(); i++) {
      int index = order[i];
      keys[i] = hash(index);
      ordered[i] = (double) weight(index) / Columns.ONE;
      orderedCounts[i] = bag.timesOf(index + 1);
      firsts[i] = names == null ? index : occurrences[index];
    }
    IntFunction<String> named = names == null ? givenNames::get : names;
    return new Features(
        keys, ordered, orderedCounts, i -> named.apply(firsts[i]), i -> hex(keys[i]));
  }

  /// The stable order by descending weight.
  private int[] order() {
    long[] ascending = weights();
    Arrays.sort(ascending);
    int[] placed = new int[size()]; // how many of each weight, by its first index
    int[] order = new int[size()];
    for (int i = 0; i < size(); i++) {
      long weight = weight(i);
      int lighter = lighter(ascending, weight);
      int notHeavier = lighter(ascending, weight + 1);
      order[size() - notHeavier + placed[lighter]++] = i;
    }
    return order;
  }

  /// The number of weights below a weight.
  private static int lighter(long[] ascending, long weight) {
    int low = 0;
    int high = ascending.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ascending[middle] < weight) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private long[] weights() {
    return all(this::weight);
  }

  private long[] all(IntToLongFunction of) {
    long[] all = new long[size()];
    Arrays.setAll(all, of);
    return all;
  }

  /// The form of a hash in explanations.
  static String hex(long hash) {
    return HexFormat.of().toHexDigits(hash);
  }

  /// The index of a feature; adds it if it is new.
  private int index(long hash) {
    if (++added % CHECKED == 0) {
      check.run();
    }
    return bag.add(hash) - 1;
  }

  private long hash(int index) {
    return bag.hashOf(index + 1);
  }

  private long weight(int index) {
    boolean isGiven = index < givenWeights.length && givenWeights[index] > 0;
    return isGiven ? givenWeights[index] : weights.weight(hash(index), bag.timesOf(index + 1));
  }

  /// Receives features and their weights.
  @FunctionalInterface
  interface WeighedFeature {

    /// Receives the feature with this hash and this fixed-point weight, see [Columns#ONE].
    void accept(long hash, long weight);
  }
}
