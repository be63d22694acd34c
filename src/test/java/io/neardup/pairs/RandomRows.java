package io.neardup.pairs;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.hamming.FingerprintSnapshotBuilder;
import io.neardup.simhash.Fingerprint;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;

/// Random fingerprints of one distribution, and the pairs that a comparison of all rows finds.
final class RandomRows {

  /// The distribution of the fingerprints.
  enum Shape {
    /// Uniform.
    UNIFORM,
    /// In clusters with a diameter of some bits.
    CLUSTERED,
    /// Most of them equal to one of very few fingerprints, 0 and all ones among those.
    REPEATED,
    /// All equal except for a quarter of the bits, so that they are in one bucket of most tables.
    SKEWED,
    /// Every byte has one of two values.
    FEW_BYTE_VALUES
  }

  private RandomRows() {}

  /// @param documents at least as many as rows
  static FingerprintSnapshot of(int bits, int documents, Shape shape, SplittableRandom random) {
    FingerprintSnapshotBuilder rows = new FingerprintSnapshotBuilder(bits, 1);
    long[][] centres = new long[6][];
    for (int i = 0; i < centres.length; i++) {
      centres[i] = random.longs(FingerprintSnapshot.wordCount(bits)).toArray();
    }
    Arrays.fill(centres[0], 0);
    Arrays.fill(centres[1], -1);
    for (int document = 0; document < documents; document++) {
      rows.add(document, fingerprint(bits, shape, centres, random));
    }
    return rows.build(ForkJoinPool.commonPool());
  }

  private static Fingerprint fingerprint(
      int bits, Shape shape, long[][] centres, SplittableRandom random) {
    long[] words = centres[random.nextInt(centres.length)].clone();
    switch (shape) {
      case UNIFORM -> words = random.longs(words.length).toArray();
      case CLUSTERED -> flip(words, random.nextInt(bits / 8), bits, random);
      case REPEATED -> {
        words = centres[random.nextInt(3)].clone();
        flip(words, random.nextInt(4) == 0 ? random.nextInt(3) : 0, bits, random);
      }
      case SKEWED -> {
        words = centres[2].clone();
        for (int w = 0; w < words.length; w++) {
          words[w] ^= random.nextLong() & 0x000F_0FF0_0000_00F0L;
        }
      }
      case FEW_BYTE_VALUES -> {
        for (int w = 0; w < words.length; w++) {
          words[w] = 0;
          for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            words[w] |= centres[2 + random.nextInt(2)][w] & 0xFFL << shift;
          }
        }
      }
    }
    words[words.length - 1] &= -1L >>> (words.length * Long.SIZE - bits);
    return Fingerprint.of(bits, words);
  }

  private static void flip(long[] words, int count, int bits, SplittableRandom random) {
    for (int i = 0; i < count; i++) {
      int bit = random.nextInt(bits);
      words[bit / Long.SIZE] ^= 1L << bit;
    }
  }

  /// Every pair within the distance, encoded as `a << 32 | b`, with its distance.
  static Map<Long, Integer> pairs(FingerprintSnapshot rows, int maxDistance) {
    Map<Long, Integer> pairs = new HashMap<>();
    for (int a = 0; a < rows.size(); a++) {
      for (int b = a + 1; b < rows.size(); b++) {
        int distance = rows.fingerprint(a).distance(rows.fingerprint(b));
        if (distance <= maxDistance) {
          pairs.put((long) a << Integer.SIZE | b, distance);
        }
      }
    }
    return pairs;
  }
}
