package io.neardup.calibrate;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// A random sample of what is added to it, each equally likely (reservoir sampling, Vitter 1985,
/// algorithm R). Holds the sample alone. Not thread-safe.
///
/// @param <T> what is sampled
public final class Reservoir<T> {

  private final int size;
  private final RandomGenerator random;
  private final List<T> sample = new ArrayList<>();
  private long seen;

  /// An empty sample.
  ///
  /// @param size maximum of the sample
  /// @param random the same items in the same order and the same numbers give the same sample
  public Reservoir(int size, RandomGenerator random) {
    this.size = size;
    this.random = random;
  }

  /// Adds an item.
  public void add(T item) {
    seen++;
    if (sample.size() < size) {
      sample.add(item);
    } else {
      long place = random.nextLong(seen);
      if (place < size) {
        sample.set((int) place, item);
      }
    }
  }

  /// The number of items, in the sample or not.
  public long seen() {
    return seen;
  }

  /// The sample, which may be put into another order.
  public List<T> sample() {
    return sample;
  }
}
