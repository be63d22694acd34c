package io.neardup.simhash;

import java.util.Arrays;

/// The accumulator of SimHash: one sum a bit. A feature adds its weight to the columns where its
/// hash has a 1 and takes it away where the hash has a 0; the signs of the sums are the
/// fingerprint.
///
/// Weights are fixed-point integers, so the sums are exact and the order of features cannot matter.
/// Not for concurrent use.
///
/// Source: Charikar 2002, §3; Manku, Jain, Das Sarma 2007, §2.
public final class Columns {

  /// The fixed-point weight of 1.0.
  public static final long ONE = 1L << 16;

  /* Counting instead of adding.

  Most features of a text share a few weights (that of tf = 1 above all), and where the weight is
  the same the sum of a column is weight * (ones - zeros). So hashes of one weight are collected in
  a run, and a run costs a count of ones per column and 64 multiplications in all.

  Ones are counted eight columns at a time: each of eight longs holds eight byte-wide counters,

      lane[j] += hash >>> j & 0x0101010101010101       (byte b of lane j counts column 8b + j)

  which is 24 operations a hash for 64 columns and vectorises. A byte holds 255 hashes, then the
  lanes are emptied into int counters. */

  private static final int COLUMNS = Long.SIZE;
  private static final long LANE_MASK = 0x0101010101010101L;
  private static final int LANE_CAPACITY = 255;

  private final int bits;
  private final long[] sums;
  private final int[] ones = new int[COLUMNS];

  /// Columns that are all 0.
  ///
  /// @param bits the width of the fingerprint, 32 to 64
  public Columns(int bits) {
    if (bits < Fingerprint.MIN_BITS || bits > COLUMNS) {
      throw new IllegalArgumentException("bits must be 32 to 64, was " + bits);
    }
    this.bits = bits;
    this.sums = new long[COLUMNS];
  }

  /// Adds one feature. O(bits).
  ///
  /// @param weight fixed-point, see [#ONE]
  public void add(long hash, long weight) {
    for (int i = 0; i < COLUMNS; i++) {
      long minusOneOrZero = (hash >>> i & 1) - 1;
      sums[i] += (weight ^ minusOneOrZero) - minusOneOrZero;
    }
  }

  /// Adds the features `hashes[from, to)`, all of one weight. O(features), about a nanosecond each.
  ///
  /// @param weight fixed-point, see [#ONE]
  public void addAll(long[] hashes, int from, int to, long weight) {
    Arrays.fill(ones, 0);
    for (int start = from; start < to; start += LANE_CAPACITY) {
      countOnes(hashes, start, Math.min(to, start + LANE_CAPACITY));
    }
    int count = to - from;
    for (int i = 0; i < COLUMNS; i++) {
      sums[i] += weight * (2L * ones[i] - count);
    }
  }

  /// The fingerprint: bit i is 1 where the sum of column i is above 0.
  public Fingerprint signs() {
    long word = 0;
    for (int i = 0; i < bits; i++) {
      word |= (-sums[i] >>> 63) << i;
    }
    return Fingerprint.of(bits, word);
  }

  /// The sums in fixed point, column 0 (the least significant bit) first.
  public long[] sums() {
    return Arrays.copyOf(sums, bits);
  }

  private void countOnes(long[] hashes, int from, int to) {
    long lane0 = 0;
    long lane1 = 0;
    long lane2 = 0;
    long lane3 = 0;
    long lane4 = 0;
    long lane5 = 0;
    long lane6 = 0;
    long lane7 = 0;
    for (int i = from; i < to; i++) {
      long hash = hashes[i];
      lane0 += hash & LANE_MASK;
      lane1 += hash >>> 1 & LANE_MASK;
      lane2 += hash >>> 2 & LANE_MASK;
      lane3 += hash >>> 3 & LANE_MASK;
      lane4 += hash >>> 4 & LANE_MASK;
      lane5 += hash >>> 5 & LANE_MASK;
      lane6 += hash >>> 6 & LANE_MASK;
      lane7 += hash >>> 7 & LANE_MASK;
    }
    empty(lane0, 0);
    empty(lane1, 1);
    empty(lane2, 2);
    empty(lane3, 3);
    empty(lane4, 4);
    empty(lane5, 5);
    empty(lane6, 6);
    empty(lane7, 7);
  }

  private void empty(long lane, int column) {
    for (int i = column; i < COLUMNS; i += 8) {
      ones[i] += (int) (lane >>> (i - column)) & 0xFF;
    }
  }
}
