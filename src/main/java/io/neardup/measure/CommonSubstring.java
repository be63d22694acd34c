package io.neardup.measure;

import io.neardup.measure.Measurement.Characters;
import io.neardup.simhash.Modulo61;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// The longest run of characters that two texts share, and its share of the shorter text.
///
/// If two texts share a run they share every shorter one, so the length is found by bisection. For
/// each length, rolling hashes of all runs (Karp, Rabin 1987) decide; equal hashes are confirmed by
/// comparing the runs. O(n log n).
final class CommonSubstring {

  static final int MAX_CHARACTERS = 200_000;

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
      hash = Modulo61.multiply(hash, Modulo61.BASE) + text[i] + 1;
      power = Modulo61.multiply(power, Modulo61.BASE);
    }
    hashes[0] = hash % Modulo61.PRIME;
    for (int i = length; i < text.length; i++) {
      long left = Modulo61.multiply(power, text[i - length] + 1);
      hash =
          Modulo61.multiply(hash % Modulo61.PRIME, Modulo61.BASE)
              + text[i]
              + 1
              + Modulo61.PRIME
              - left;
      hashes[i - length + 1] = hash % Modulo61.PRIME;
    }
    return hashes;
  }
}
