package io.neardup.simhash;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The distinct features of one text and their weights, for exact similarities. Immutable; 9 bytes
/// per feature if there are few different weights, as with term frequencies, otherwise 16.
public final class FeatureVector implements Comparable<FeatureVector> {

  private static final int FEW_WEIGHTS = 32;

  private final long[] hashes;
  private final long[] weights; // different ones, or of each feature
  private final byte @Nullable [] places; // in the weights; null if these are of each feature

  private FeatureVector(long[] hashes, long[] weights) {
    this.hashes = hashes;
    long[] different = new long[FEW_WEIGHTS];
    byte[] found = new byte[weights.length];
    int count = 0;
    for (int i = 0; i < weights.length && count <= FEW_WEIGHTS; i++) {
      int place = 0;
      while (place < count && different[place] != weights[i]) {
        place++;
      }
      if (place == count && count++ < FEW_WEIGHTS) {
        different[place] = weights[i];
      }
      found[i] = (byte) place;
    }
    boolean few = count <= FEW_WEIGHTS;
    this.weights = few ? Arrays.copyOf(different, count) : weights;
    this.places = few ? found : null;
  }

  /// The counted features of a text with their weights; features of weight 0 are left out.
  /// O(features * log features).
  public static FeatureVector of(FeatureBag bag, FeatureWeights weightOf) {
    int size = bag.size();
    long[] hashes = new long[size];
    System.arraycopy(bag.hashes(), 1, hashes, 0, bag.lookedUp());
    System.arraycopy(bag.unrepeated(), 0, hashes, bag.lookedUp(), bag.unrepeatedSize());
    Arrays.sort(hashes);
    int[] counts = new int[size];
    Arrays.fill(counts, 1);
    for (int i = 1; i <= bag.lookedUp(); i++) {
      if (bag.counts()[i] > 1) {
        counts[Arrays.binarySearch(hashes, bag.hashes()[i])] = bag.counts()[i];
      }
    }
    long[] weights = new long[size];
    for (int i = 0; i < size; i++) {
      weights[i] = weightOf.weight(hashes[i], counts[i]);
    }
    return withoutZeros(hashes, weights);
  }

  /// The features with these hashes, in any order, each once, and their weights.
  ///
  /// @param weights of the features with the same index, in any unit, 0 or more
  /// @throws IllegalArgumentException if a hash is repeated, a weight is negative, or the numbers
  ///   differ
  public static FeatureVector of(long[] hashes, long[] weights) {
    if (hashes.length != weights.length) {
      throw new IllegalArgumentException(
          hashes.length + " features have " + weights.length + " weights");
    }
    long[] sorted = hashes.clone();
    Arrays.sort(sorted);
    long[] ordered = new long[weights.length];
    for (int i = 0; i < hashes.length; i++) {
      if (weights[i] < 0 || i > 0 && sorted[i] == sorted[i - 1]) {
        throw new IllegalArgumentException("a feature is repeated, or has a negative weight");
      }
      ordered[Arrays.binarySearch(sorted, hashes[i])] = weights[i];
    }
    return withoutZeros(sorted, ordered);
  }

  private static FeatureVector withoutZeros(long[] hashes, long[] weights) {
    int kept = 0;
    for (int i = 0; i < hashes.length; i++) {
      if (weights[i] > 0) {
        hashes[kept] = hashes[i];
        weights[kept++] = weights[i];
      }
    }
    return kept == hashes.length
        ? new FeatureVector(hashes, weights)
        : new FeatureVector(Arrays.copyOf(hashes, kept), Arrays.copyOf(weights, kept));
  }

  /// Passes all features on, in the order of their hashes.
  public void forEach(FeatureReader reader) {
    for (int i = 0; i < hashes.length; i++) {
      reader.feature(hashes[i], weight(i));
    }
  }

  /// The number of features.
  public int size() {
    return hashes.length;
  }

  /// The hash of a feature; hashes ascend.
  ///
  /// @param index 0 to size() - 1
  public long hash(int index) {
    return hashes[index];
  }

  /// The weight of a feature, above 0, in the unit of the given weights; a profile's unit is
  /// [Columns#ONE].
  ///
  /// @param index 0 to size() - 1
  public long weight(int index) {
    return places == null ? weights[index] : weights[places[index]];
  }

  private long[] allWeights() {
    long[] all = new long[hashes.length];
    Arrays.setAll(all, this::weight);
    return all;
  }

  /// By hashes, then by weights. O(1) for most vectors, because their first hashes differ.
  @Override
  public int compareTo(FeatureVector other) {
    int byHash = Arrays.compare(hashes, other.hashes);
    return byHash == 0 ? Arrays.compare(allWeights(), other.allWeights()) : byHash;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FeatureVector that && compareTo(that) == 0;
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(hashes) + Arrays.hashCode(allWeights());
  }

  @Override
  public String toString() {
    return size() + " features";
  }
}
