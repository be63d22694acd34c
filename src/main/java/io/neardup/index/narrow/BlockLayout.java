package io.neardup.index.narrow;

import io.neardup.hamming.Binomial;
import io.neardup.hamming.Blocks;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The blocks of fingerprints, and the combinations of blocks that are the keys of tables.
///
/// The `bits` are divided into `blocks` runs of nearly equal length. Two fingerprints within
/// distance k differ in at most k blocks, so they agree on at least blocks - k of them: with one
/// table for every combination of blocks - k blocks, they agree on the whole key of at least one
/// table. That is C(blocks, k) tables; more blocks give longer keys, hence fewer candidates, for
/// more memory.
///
/// The same can be done again inside every table: the bits outside its key are divided into
/// `innerBlocks`, and each combination of innerBlocks - k of those, appended to the outer key, is a
/// table. The proof is the same, for those bits alone.
///
/// | bits | k | blocks | inner blocks | tables | key bits |
/// |---|---|---|---|---|---|
/// | 64 | 3 | 4 | none | 4 | 16 |
/// | 64 | 3 | 5 | none | 10 | 25–26 |
/// | 64 | 3 | 4 | 4 | 16 | 28 |
/// | 64 | 3 | 6 | none | 20 | 31–33 |
///
/// Source: Manku, Jain, Das Sarma 2007, §3.1.
///
/// @param bits the width of the fingerprints, 32 to 64
/// @param blocks more than `exactTo`, at most 12
/// @param exactTo the largest distance k at which every pair is found, 0 to 11
/// @param innerBlocks more than `exactTo`, at most 12; or 0 for none
public record BlockLayout(int bits, int blocks, int exactTo, int innerBlocks) {

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
    if (innerBlocks != 0 && (innerBlocks <= exactTo || innerBlocks > MAX_BLOCKS)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "innerBlocks must be 0, or %d to 12 for exactTo %d, was %d",
              exactTo + 1,
              exactTo,
              innerBlocks));
    }
    int outside = bitsOutside(bits, blocks, exactTo);
    if (innerBlocks > outside) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "innerBlocks must be at most the %d bits outside a key, was %d",
              outside,
              innerBlocks));
    }
  }

  /// The layout whose numbers of blocks are written as by [#cuts()].
  ///
  /// @throws IllegalArgumentException if the text is malformed or the layout invalid
  public static BlockLayout of(int bits, int exactTo, String cuts) {
    String[] blocks = cuts.split("x", 2);
    int innerBlocks = blocks.length == 1 ? 0 : Integer.parseInt(blocks[1]);
    return new BlockLayout(bits, Integer.parseInt(blocks[0]), exactTo, innerBlocks);
  }

  /// A layout without inner blocks.
  public BlockLayout(int bits, int blocks, int exactTo) {
    this(bits, blocks, exactTo, 0);
  }

  /// The number of bits outside the longest outer key.
  private static int bitsOutside(int bits, int blocks, int exactTo) {
    int chosen = blocks - exactTo;
    return bits - chosen * (bits / blocks) - Math.min(chosen, bits % blocks);
  }

  /// The number of tables.
  public long tables() {
    double outer = Binomial.of(blocks, exactTo);
    return Math.round(innerBlocks == 0 ? outer : outer * Binomial.of(innerBlocks, exactTo));
  }

  /// The largest possible number of inner blocks.
  int maxInnerBlocks() {
    return Math.min(MAX_BLOCKS, bitsOutside(bits, blocks, exactTo));
  }

  /// The numbers of blocks, such as `5`, or `4x4` with inner blocks.
  public String cuts() {
    return innerBlocks == 0 ? "" + blocks : blocks + "x" + innerBlocks;
  }

  /// Whether the key of each table is one block, in the order of the blocks.
  boolean hasOneBlockATable() {
    return blocks == exactTo + 1 && innerBlocks == 0;
  }

  /// The outer blocks.
  public Blocks cut() {
    return new Blocks(bits, blocks);
  }

  /// The key bits of each table, as masks.
  public List<Long> keyMasks() {
    List<Long> masks = new ArrayList<>();
    for (int choice : choices(blocks, blocks - exactTo)) {
      long key = maskOf(choice, all(), blocks);
      if (innerBlocks == 0) {
        masks.add(key);
      } else {
        for (int inner : choices(innerBlocks, innerBlocks - exactTo)) {
          masks.add(key | maskOf(inner, all() & ~key, innerBlocks));
        }
      }
    }
    return masks;
  }

  /// The order of bits in each table: its key first, then the others.
  List<Permutation> permutations() {
    return keyMasks().stream().map(key -> new Permutation(key, all() & ~key)).toList();
  }

  /// The tables that are sufficient for queries up to a smaller distance, by their place in
  /// [#keyMasks()]: whichever `maxDistance` blocks differ, the key of one of these tables has none
  /// of them.
  ///
  /// @param maxDistance 0 to `exactTo`
  public int[] tablesFor(int maxDistance) {
    List<Integer> outer = cover(blocks, maxDistance);
    if (innerBlocks == 0) {
      return outer.stream().mapToInt(Integer::intValue).toArray();
    }
    int innerTables = choices(innerBlocks, innerBlocks - exactTo).size();
    List<Integer> inner = cover(innerBlocks, maxDistance);
    return outer.stream()
        .flatMapToInt(table -> inner.stream().mapToInt(in -> table * innerTables + in))
        .toArray();
  }

  /// The bits of one block, block 0 being the least significant.
  long blockMask(int block) {
    return blockMask(block, all(), blocks);
  }

  private long all() {
    return -1L >>> (Long.SIZE - bits);
  }

  /// The combinations of key blocks that are sufficient up to that distance, by their place.
  private List<Integer> cover(int of, int maxDistance) {
    List<Integer> keys = choices(of, of - exactTo);
    List<Integer> uncovered = choices(of, maxDistance);
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
    return chosen;
  }

  /// One of the `blocks` runs into which the bits of `cut` are divided.
  private static long blockMask(int block, long cut, int blocks) {
    int bits = Long.bitCount(cut);
    int from = block * (bits / blocks) + Math.min(block, bits % blocks);
    int width = bits / blocks + (block < bits % blocks ? 1 : 0);
    return Long.expand(-1L >>> (Long.SIZE - width) << from, cut);
  }

  private static long maskOf(int choice, long cut, int blocks) {
    long mask = 0;
    for (int block = 0; block < blocks; block++) {
      if ((choice >>> block & 1) != 0) {
        mask |= blockMask(block, cut, blocks);
      }
    }
    return mask;
  }

  /// Every combination of `count` blocks out of `of`, as a set of bits.
  private static List<Integer> choices(int of, int count) {
    List<Integer> choices = new ArrayList<>();
    for (int choice = 0; choice < 1 << of; choice++) {
      if (Integer.bitCount(choice) == count) {
        choices.add(choice);
      }
    }
    return choices;
  }
}
