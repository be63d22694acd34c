package io.neardup.hamming;

import java.util.Arrays;

/// Partitions one-word fingerprints by some of their bits.
public final class RadixPartition {

  private static final int CHUNKS = 64;

  private RadixPartition() {}

  /// The value of `bits` bits of a fingerprint.
  public static int digit(long fingerprint, int shift, int bits) {
    return (int) (fingerprint >>> shift) & ~(-1 << bits);
  }

  /// Writes the first `size` fingerprints of `from` to `to`, ordered by `bits` bits, on all threads
  /// of the pool. Returns where each value ends.
  public static int[] inParallel(long[] from, int size, int shift, int bits, long[] to) {
    int chunk = size / CHUNKS + 1;
    int[][] heads = new int[CHUNKS][1 << bits];
    Parallel.each(
        CHUNKS,
        c -> {
          int[] counts = heads[c];
          for (int i = c * chunk, end = Math.min(size, i + chunk); i < end; i++) {
            counts[digit(from[i], shift, bits)]++;
          }
        });
    int at = 0;
    int[] ends = new int[1 << bits];
    for (int digit = 0; digit < ends.length; digit++) {
      for (int[] head : heads) {
        int count = head[digit];
        head[digit] = at;
        at += count;
      }
      ends[digit] = at;
    }
    Parallel.each(
        CHUNKS,
        c -> {
          int[] head = heads[c];
          for (int i = c * chunk, end = Math.min(size, i + chunk); i < end; i++) {
            long fingerprint = from[i];
            to[head[digit(fingerprint, shift, bits)]++] = fingerprint;
          }
        });
    return ends;
  }

  /// Writes the fingerprints of a range to the beginning of `target`, ordered by `bits` bits.
  ///
  /// @param ends receives where each value ends in `target`; needs `2^bits + 1` places
  public static void into(
      long[] target, int[] ends, long[] source, int from, int to, int shift, int bits) {
    Arrays.fill(ends, 0, (1 << bits) + 1, 0);
    for (int i = from; i < to; i++) {
      ends[digit(source[i], shift, bits) + 1]++;
    }
    for (int digit = 0; digit < 1 << bits; digit++) {
      ends[digit + 1] += ends[digit];
    }
    for (int i = from; i < to; i++) {
      long fingerprint = source[i];
      target[ends[digit(fingerprint, shift, bits)]++] = fingerprint;
    }
  }

  /// Orders a range by `bits` bits in place, and returns where each value ends.
  public static int[] inPlace(long[] a, int from, int to, int shift, int bits) {
    int[] ends = new int[1 << bits];
    for (int i = from; i < to; i++) {
      ends[digit(a[i], shift, bits)]++;
    }
    int[] heads = new int[ends.length];
    for (int digit = 0, at = from; digit < ends.length; digit++) {
      heads[digit] = at;
      at += ends[digit];
      ends[digit] = at;
    }
    for (int digit = 0; digit < ends.length; digit++) {
      while (heads[digit] < ends[digit]) {
        long fingerprint = a[heads[digit]];
        int belongs = digit(fingerprint, shift, bits);
        int place = heads[belongs]++;
        if (belongs != digit) {
          a[heads[digit]] = a[place];
          a[place] = fingerprint;
        }
      }
    }
    return ends;
  }
}
