package io.neardup.index.wide;

import io.neardup.hamming.Blocks;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// Generates differences of few bits that a probing does not find. It chooses at random which
/// tables miss them because of their sketch, sets bits in these sketches where many of them
/// overlap, sets bits in the other keys, and clears every bit that is not necessary.
final class Adversary {

  private Adversary() {}

  /// The number of bits of a random difference that the probing does not find.
  static int fewestMissed(WideProbing probing, SplittableRandom random) {
    return bitCount(missed(probing, random));
  }

  /// The bits of a random difference of that kind.
  static long[] missed(WideProbing probing, SplittableRandom random) {
    int bits = probing.keys().blocks().bits();
    long[] words = new long[(bits + 63) / 64];
    int chosen = random.nextInt(1 << Math.min(16, probing.tables()));
    for (int table = 0; table < probing.tables(); table++) {
      boolean bySketch =
          (chosen >>> table % 16 & 1) == 1 && probing.windows().width(table) > probing.threshold();
      while (finds(probing, table, words)) {
        flipOne(probing, table, bySketch, words, random);
      }
    }
    for (int bit : shuffled(bits, random)) {
      if ((words[bit / 64] >>> bit & 1) == 1) {
        words[bit / 64] ^= 1L << bit;
        if (probing.firstCovering(words, new long[words.length]) >= 0) {
          words[bit / 64] ^= 1L << bit;
        }
      }
    }
    return words;
  }

  static int bitCount(long[] words) {
    int count = 0;
    for (long word : words) {
      count += Long.bitCount(word);
    }
    return count;
  }

  private static boolean finds(WideProbing probing, int table, long[] words) {
    return probing.covers(table, words);
  }

  /// Flips a bit of the table's sketch or key; of a sketch, the bit that most sketches contain.
  private static void flipOne(
      WideProbing probing, int table, boolean bySketch, long[] words, SplittableRandom random) {
    Blocks blocks = probing.keys().blocks();
    int from = bySketch ? blocks.end(table) : blocks.from(table);
    int width = bySketch ? probing.windows().width(table) : blocks.width(table);
    int start = random.nextInt(2) == 0 ? 0 : random.nextInt(width);
    for (int i = 0; i < width; i++) {
      int bit = (from + (start + width - 1 - i) % width) % blocks.bits();
      if ((words[bit / 64] >>> bit & 1) == 0) {
        words[bit / 64] |= 1L << bit;
        return;
      }
    }
  }

  private static int[] shuffled(int bits, SplittableRandom random) {
    int[] order = IntStream.range(0, bits).toArray();
    for (int i = 0; i < bits; i++) {
      int other = random.nextInt(i, bits);
      int bit = order[other];
      order[other] = order[i];
      order[i] = bit;
    }
    return order;
  }
}
