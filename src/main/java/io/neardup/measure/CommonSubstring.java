package io.neardup.measure;

import io.neardup.measure.Measurement.Characters;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// The longest run of characters that two texts share, and its share of the shorter text.
///
/// If two texts share a run they share every shorter one, so the length is found by bisection.
/// Rolling hashes of all runs of a length (Karp, Rabin 1987), compared in full if equal, decide
/// whether they share one. O(n log n).
final class CommonSubstring {

  static final int MAX_CHARACTERS = 200_000;

  private static final long PRIME = (1L << 61) - 1;

  /// Random in every process, so that clients cannot provoke collisions.
  private static final long BASE = new SecureRandom().nextLong(1L << 32, PRIME);

  private CommonSubstring() {}

  static Measurement of(String a, String b) {
    int[] first = a.codePoints().toArray();
    int[] second = b.codePoints().toArray();
    int shorter = Math.min(first.length, second.length);
    return Characters.of(length(first, second, shorter), shorter);
  }

  private static int length(int[] a, int[] b, int longest) {
    int low = 0;
    int high = longest;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (share(a, b, middle)) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private static boolean share(int[] a, int[] b, int length) {
    Map<Long, Integer> starts = new HashMap<>(a.length * 2);
    long[] hashes = hashes(a, length);
    for (int i = 0; i < hashes.length; i++) {
      starts.putIfAbsent(hashes[i], i);
    }
    hashes = hashes(b, length);
    for (int i = 0; i < hashes.length; i++) {
      Integer start = starts.get(hashes[i]);
      if (start != null && Arrays.equals(a, start, start + length, b, i, i + length)) {
        return true;
      }
    }
    return false;
  }

  /// The hash of each run of `length`, by its start.
  private static long[] hashes(int[] text, int length) {
    long[] hashes = new long[text.length - length + 1];
    long power = 1; // factor of the character that leaves the run
    long hash = 0;
    for (int i = 0; i < length; i++) {
      hash = multiply(hash, BASE) + text[i] + 1;
      power = multiply(power, BASE);
    }
    hashes[0] = hash % PRIME;
    for (int i = length; i < text.length; i++) {
      long left = multiply(power, text[i - length] + 1);
      hash = multiply(hash % PRIME, BASE) + text[i] + 1 + PRIME - left;
      hashes[i - length + 1] = hash % PRIME;
    }
    return hashes;
  }

  /// a * b modulo [#PRIME], both below 2^62.
  private static long multiply(long a, long b) {
    long low = a * b & PRIME;
    long high = Math.multiplyHigh(a, b) << 3 | a * b >>> 61;
    return (low + high) % PRIME;
  }
}
