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

  /* Wide fingerprints.

  A feature has a 64-bit hash; columns 0 to 63 take it as it is. Columns 64j to 64j + 63 take its
  j-th expansion, the finalizer of SplitMix64 over hash + j * golden ratio: bits that are as
  independent as those of another hash function, for two multiplications.

  Counting instead of adding.

  Most features of a text share a few weights (that of tf = 1 above all), and where the weight is
  the same the sum of a column is weight * (ones - zeros). So hashes of one weight are collected
  in a run, and a run costs a count of ones per column and one multiplication a column in all.

  Ones are counted eight columns at a time: each of eight longs holds eight byte-wide counters,

      lane[j] += hash >>> j & 0x0101010101010101       (byte b of lane j counts column 8b + j)

  which is 24 operations a hash for 64 columns and vectorises. A byte holds 255 hashes, then the
  lanes are emptied into int counters. */

  private static final int WORD = Long.SIZE;
  private static final long LANE_MASK = 0x0101010101010101L;
  private static final int LANE_CAPACITY = 255;
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  private final int bits;
  private final long[] sums;
  private final long[] expanded = new long[LANE_CAPACITY];
  private final int[] ones = new int[WORD];

  /// Columns that are all 0.
  ///
  /// @param bits the width of the fingerprint, 32 to 512
  public Columns(int bits) {
    if (bits < Fingerprint.MIN_BITS || bits > Fingerprint.MAX_BITS) {
      throw new IllegalArgumentException("bits must be 32 to 512, was " + bits);
    }
    this.bits = bits;
    this.sums = new long[(bits + WORD - 1) / WORD * WORD];
  }

  /// Bits 64 * word to 64 * word + 63 of a feature with this hash.
  public static long expand(long hash, int word) {
    return word == 0 ? hash : mix(hash + word * GOLDEN_RATIO);
  }

  /// Adds one feature. O(bits).
  ///
  /// @param weight fixed-point, see [#ONE]
  public void add(long hash, long weight) {
    for (int first = 0; first < sums.length; first += WORD) {
      long word = expand(hash, first / WORD);
      for (int i = 0; i < WORD; i++) {
        long minusOneOrZero = (word >>> i & 1) - 1;
        sums[first + i] += (weight ^ minusOneOrZero) - minusOneOrZero;
      }
    }
  }

  /// Adds the features `hashes[from, to)`, all of one weight. O(features * bits / 64), about a
  /// nanosecond for each 64 columns.
  ///
  /// @param weight fixed-point, see [#ONE]
  public void addAll(long[] hashes, int from, int to, long weight) {
    int count = to - from;
    for (int first = 0; first < sums.length; first += WORD) {
      Arrays.fill(ones, 0);
      for (int start = from; start < to; start += LANE_CAPACITY) {
        countOnes(hashes, start, Math.min(to, start + LANE_CAPACITY), first / WORD);
      }
      for (int i = 0; i < WORD; i++) {
        sums[first + i] += weight * (2L * ones[i] - count);
      }
    }
  }

  /// The fingerprint: bit i is 1 where the sum of column i is above 0.
  public Fingerprint signs() {
    long[] words = new long[sums.length / WORD];
    for (int i = 0; i < bits; i++) {
      words[i / WORD] |= (-sums[i] >>> 63) << i % WORD;
    }
    return Fingerprint.of(bits, words);
  }

  /// The sums in fixed point, column 0 (the least significant bit) first.
  public long[] sums() {
    return Arrays.copyOf(sums, bits);
  }

  private static long mix(long z) {
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }

  private void countOnes(long[] hashes, int from, int to, int word) {
    if (word == 0) {
      countOnes(hashes, from, to);
      return;
    }
    long step = word * GOLDEN_RATIO;
    for (int i = from; i < to; i++) {
      expanded[i - from] = mix(hashes[i] + step);
    }
    countOnes(expanded, 0, to - from);
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
    for (int i = column; i < WORD; i += 8) {
      ones[i] += (int) (lane >>> (i - column)) & 0xFF;
    }
  }
}
