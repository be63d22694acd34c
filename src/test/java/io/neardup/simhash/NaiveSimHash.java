package io.neardup.simhash;

import java.util.Map;

/// The textbook implementation of SimHash: a loop over features and one over bits.
final class NaiveSimHash {

  private NaiveSimHash() {}

  static long[] sums(Map<Long, Long> weightByHash, int bits) {
    long[] sums = new long[bits];
    weightByHash.forEach((hash, weight) -> {
      for (int i = 0; i < bits; i++) {
        if ((hash & 1L << i) != 0) {
          sums[i] += weight;
        } else {
          sums[i] -= weight;
        }
      }
    });
    return sums;
  }

  static long signs(long[] sums) {
    long word = 0;
    for (int i = 0; i < sums.length; i++) {
      if (sums[i] > 0) {
        word |= 1L << i;
      }
    }
    return word;
  }
}
