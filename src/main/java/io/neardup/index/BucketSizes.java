package io.neardup.index;

import java.util.ArrayList;
import java.util.List;

/// A histogram of the bucket lengths in all tables of an index, in classes of powers of two. Not
/// thread-safe.
public final class BucketSizes {

  private final long[] counts = new long[Integer.SIZE]; // of lengths with that many binary digits
  private int largest;

  /// Adds a bucket.
  public void add(int length) {
    counts[Integer.SIZE - Integer.numberOfLeadingZeros(length)]++;
    largest = Math.max(largest, length);
  }

  /// The length of the longest bucket, 0 if all are empty.
  public int largest() {
    return largest;
  }

  /// Buckets of similar length.
  ///
  /// @param from the least length
  /// @param to the greatest length
  /// @param buckets their number
  public record BucketClass(int from, int to, long buckets) {}

  /// The classes of non-empty buckets, up to the longest one.
  public List<BucketClass> classes() {
    List<BucketClass> classes = new ArrayList<>();
    for (int digits = 1; digits < counts.length && 1 << digits - 1 <= largest; digits++) {
      classes.add(new BucketClass(1 << digits - 1, (1 << digits) - 1, counts[digits]));
    }
    return classes;
  }
}
