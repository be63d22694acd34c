package io.neardup.index.wide;

import io.neardup.hamming.Blocks;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// Makes differences of few bits that a way of probing does not find: chooses at random which
/// tables miss them for their sketch, gives the sketches their bits where many of them overlap, the
/// other keys theirs, and takes away every bit that is not needed.
final class Adversary {

  private Adversary() {}

  /// The number of bits of such a difference.
  static int fewestMissed(WideProbing probing, SplittableRandom random) {
    return bitCount(missed(probing, random));
  }

  /// The bits of such a difference.
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

  /// Flips a bit of the table's sketch or key; of a sketch the one that most sketches have.
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
