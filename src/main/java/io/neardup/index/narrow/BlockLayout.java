package io.neardup.index.narrow;

import io.neardup.hamming.Binomial;
import io.neardup.hamming.Blocks;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// The division of fingerprints into blocks, and the combinations of blocks that are table keys.
///
/// The `bits` are divided into `blocks` runs of nearly equal length. Two fingerprints within
/// distance k differ in at most k blocks, so they agree on at least blocks - k of them: with one
/// table for every combination of blocks - k blocks, they agree on the whole key of at least one
/// table. That is C(blocks, k) tables; more blocks give longer keys, hence fewer candidates, for
/// more memory.
///
/// | bits | k | blocks | tables | key bits |
/// |---|---|---|---|---|
/// | 64 | 3 | 4 | 4 | 16 |
/// | 64 | 3 | 5 | 10 | 25–26 |
/// | 64 | 3 | 6 | 20 | 31–33 |
///
/// Source: Manku, Jain, Das Sarma 2007, §3.1.
///
/// @param bits the width of the fingerprints, 32 to 64
/// @param blocks more than `exactTo`, at most 12
/// @param exactTo the largest distance k at which every pair is found, 0 to 11
public record BlockLayout(int bits, int blocks, int exactTo) {

  /// The paper's smallest layout, and the default: 4 tables of 16-bit keys for k = 3.
  public static final BlockLayout DEFAULT = new BlockLayout(64, 4, 3);

  /// The largest useful number of blocks: more make too many tables.
  public static final int MAX_BLOCKS = 12;

  /// Rejects invalid layouts.
  public BlockLayout {
    if (bits < Fingerprint.MIN_BITS || bits > Long.SIZE) {
      throw new IllegalArgumentException("bits must be 32 to 64, was " + bits);
    }
    if (exactTo < 0 || exactTo >= MAX_BLOCKS) {
      throw new IllegalArgumentException("exactTo must be 0 to 11 bits, was " + exactTo);
    }
    if (blocks <= exactTo || blocks > MAX_BLOCKS) {
      throw new IllegalArgumentException(
          "blocks must be " + (exactTo + 1) + " to 12 for exactTo " + exactTo + ", was " + blocks);
    }
  }

  /// The number of tables.
  public long tables() {
    return Math.round(Binomial.of(blocks, exactTo));
  }

  /// Whether each table's key is one block, in block order.
  boolean hasOneBlockATable() {
    return blocks == exactTo + 1;
  }

  /// The blocks.
  public Blocks cut() {
    return new Blocks(bits, blocks);
  }

  /// The key bits of each table, as masks.
  public List<Long> keyMasks() {
    return choices(blocks - exactTo).stream().map(this::maskOf).toList();
  }

  /// The order of bits in each table: its key first, then the others.
  List<Permutation> permutations() {
    long all = -1L >>> (Long.SIZE - bits);
    return keyMasks().stream().map(key -> new Permutation(key, all & ~key)).toList();
  }

  /// The tables that suffice for queries up to a smaller distance, by their index in [#keyMasks()]:
  /// whichever `maxDistance` blocks differ, the key of one of these tables has none of them.
  ///
  /// @param maxDistance 0 to `exactTo`
  public int[] tablesFor(int maxDistance) {
    List<Integer> keys = choices(blocks - exactTo);
    List<Integer> uncovered = new ArrayList<>(choices(maxDistance));
    List<Integer> chosen = new ArrayList<>();
    while (!uncovered.isEmpty()) {
      int best = 0;
      long bestCovers = -1;
      for (int table = 0; table < keys.size(); table++) {
        int key = keys.get(table);
        long covers = uncovered.stream().filter(spoiled -> (spoiled & key) == 0).count();
        if (covers > bestCovers) {
          best = table;
          bestCovers = covers;
        }
      }
      int key = keys.get(best);
      uncovered.removeIf(spoiled -> (spoiled & key) == 0);
      chosen.add(best);
    }
    return chosen.stream().mapToInt(Integer::intValue).toArray();
  }

  /// The bits of one block, block 0 being the least significant.
  long blockMask(int block) {
    Blocks cut = cut();
    return -1L >>> (Long.SIZE - cut.width(block)) << cut.from(block);
  }

  private long maskOf(int choice) {
    long mask = 0;
    for (int block = 0; block < blocks; block++) {
      if ((choice >>> block & 1) != 0) {
        mask |= blockMask(block);
      }
    }
    return mask;
  }

  /// Every combination of `count` blocks, as a set of bits.
  private List<Integer> choices(int count) {
    return IntStream.range(0, 1 << blocks)
        .filter(choice -> Integer.bitCount(choice) == count)
        .boxed()
        .toList();
  }
}
