package io.neardup.spark.pair;

import io.neardup.hamming.Blocks;
import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.hamming.ProbeRecall;
import java.io.Serializable;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// How the pairs of a corpus are found: the blocks whose values are the keys of partitions, and the
/// recall.
///
/// A pair at distance d that differs in no bit of some block is in one group of each such block.
/// With more than d blocks that is every pair. Fewer and longer blocks make smaller groups, and
/// miss some pairs of wide fingerprints; the plan takes the fewest blocks with the requested
/// recall.
///
/// @param bits the width of the fingerprints
/// @param maxDistance of pairs, in bits
/// @param blocks the number of blocks; 0 if all fingerprints form one group, which is divided into
///   chunks
/// @param keyRecall the probability that a pair at exactly the distance has an equal block, if its
///   differing bits are distributed at random
/// @param groupRecall the requested probability that such a pair is found in a large group; 1.0 in
///   small groups
public record BlockPlan(int bits, int maxDistance, int blocks, double keyRecall, double groupRecall)
    implements Serializable {

  /// The largest group of wide fingerprints in which all are compared: planning costs more below.
  public static final int EXHAUSTIVE_ROWS = 8_192;

  private static final int MAX_KEY_BITS = 20; // so that groups are counted in little memory

  /* Nanoseconds of one core. Only their ratios matter: a row in a shuffle is written, sorted and read; comparisons are
  vector instructions. */
  private static final double SHUFFLE_NANOS = 1_500;
  private static final double COMPARE_NANOS_A_WORD = 0.06;

  /// The plan for a number of distinct fingerprints.
  ///
  /// @param recall the requested probability of finding a pair at the distance, above 0, at most 1;
  ///   fingerprints of up to 64 bits are always joined exactly
  /// @param chunk maximum number of rows that are compared in one task
  public static BlockPlan of(int bits, int maxDistance, double recall, long rows, int chunk) {
    BlockPlan scan = new BlockPlan(bits, maxDistance, 0, 1.0, 1.0);
    boolean exact = bits <= Long.SIZE || recall >= 1.0;
    BlockPlan keys = exact ? exact(bits, maxDistance) : withRecall(bits, maxDistance, recall, rows);
    return keys == null || scan.nanos(rows, chunk) < keys.nanos(rows, chunk) ? scan : keys;
  }

  private static @Nullable BlockPlan exact(int bits, int maxDistance) {
    return maxDistance + 1 > bits
        ? null
        : new BlockPlan(bits, maxDistance, maxDistance + 1, 1.0, 1.0);
  }

  private static @Nullable BlockPlan withRecall(
      int bits, int maxDistance, double recall, long rows) {
    for (int blocks = 1; blocks <= Math.min(bits, maxDistance + 1); blocks++) {
      double found = keyRecall(bits, maxDistance, blocks);
      boolean small = rows / Math.pow(2, (double) bits / blocks) <= EXHAUSTIVE_ROWS / 2.0;
      if (found >= (small ? recall : Math.sqrt(recall))) {
        return new BlockPlan(bits, maxDistance, blocks, found, Math.min(1.0, recall / found));
      }
    }
    return null;
  }

  private static double keyRecall(int bits, int maxDistance, int blocks) {
    return blocks > maxDistance
        ? 1.0
        : ProbeRecall.of(new Blocks(bits, blocks), block -> 0, maxDistance);
  }

  /// The probability of finding a pair at the distance, at least: the recall that is reported.
  public double recall() {
    return keyRecall * groupRecall;
  }

  /// Whether every pair is found.
  public boolean isExact() {
    return recall() >= 1.0;
  }

  /// The keys of the groups of a fingerprint: a block, and up to 20 bits of its value. Equal blocks
  /// have equal keys.
  ///
  /// @param words of the fingerprint: bit i is bit i % 64 of `words[i / 64]`
  public LongStream keys(long... words) {
    return IntStream.range(0, Math.max(1, blocks)).mapToLong(block -> key(block, words));
  }

  /// The key of a block of a fingerprint.
  long key(int block, long... words) {
    if (blocks == 0) {
      return 0;
    }
    Blocks layout = new Blocks(bits, blocks);
    return (long) block << MAX_KEY_BITS
        | Blocks.run(words, 0, layout.from(block), Math.min(MAX_KEY_BITS, layout.width(block)));
  }

  /// The block of a key.
  static int block(long key) {
    return (int) (key >>> MAX_KEY_BITS);
  }

  /// Estimated time of one core.
  private double nanos(long rows, int chunk) {
    double compare = COMPARE_NANOS_A_WORD * FingerprintSnapshot.wordCount(bits);
    double pairs = (double) rows * rows / 2;
    if (blocks == 0) {
      double copies = Math.max(1, Math.ceilDiv(rows, chunk));
      return rows * copies * SHUFFLE_NANOS + (copies > 1 ? 2 : 1) * pairs * compare;
    }
    Blocks layout = new Blocks(bits, blocks);
    double share = 0;
    for (int block = 0; block < blocks; block++) {
      share += Math.pow(2, -Math.min(MAX_KEY_BITS, layout.width(block)));
    }
    return (double) rows * blocks * SHUFFLE_NANOS + pairs * share * compare;
  }
}
