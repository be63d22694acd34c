package io.neardup.measure;

import io.neardup.profile.Explanation.Feature;
import io.neardup.simhash.Xxh3;
import java.util.Arrays;
import java.util.List;

/// The distinct features of a text that are not ignored, and their weights: 16 bytes each.
public final class WeightedFeatures {

  static final WeightedFeatures NONE = new WeightedFeatures(new long[0]);

  private final long[] keys; // hashes of the hashes of features, ascending, each once
  private final double[] weights;

  private WeightedFeatures(long[] keys) {
    this.keys = keys;
    this.weights = new double[keys.length];
  }

  /// Features of a profile; those of equal hashes are one.
  static WeightedFeatures of(List<Feature> features) {
    long[] keys =
        features.stream()
            .filter(feature -> feature.weight() > 0)
            .mapToLong(WeightedFeatures::key)
            .toArray();
    Arrays.sort(keys);
    int distinct = 0;
    for (int i = 0; i < keys.length; i++) {
      if (i == 0 || keys[i] != keys[i - 1]) {
        keys[distinct++] = keys[i];
      }
    }
    WeightedFeatures all = new WeightedFeatures(Arrays.copyOf(keys, distinct));
    for (Feature feature : features) {
      if (feature.weight() > 0) {
        all.weights[Arrays.binarySearch(all.keys, key(feature))] += feature.weight();
      }
    }
    return all;
  }

  private static long key(Feature feature) {
    return Xxh3.hash(feature.hash());
  }

  boolean isEmpty() {
    return keys.length == 0;
  }

  int size() {
    return keys.length;
  }

  /// What identifies each feature, not to be changed.
  long[] keys() {
    return keys;
  }

  double weight(int index) {
    return weights[index];
  }

  /// The weight of the feature with a key, 0 if there is none.
  double weightOf(long key) {
    int index = Arrays.binarySearch(keys, key);
    return index < 0 ? 0 : weights[index];
  }
}
