package io.neardup.index.narrow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Chooses the fastest layout of tables within a memory budget.
///
/// It evaluates every layout that finds all matches up to the requested distance: each number of
/// blocks above it, with and without inner blocks, that makes at most [#MAX_TABLES] tables. See
/// [LayoutCost] for the model.
///
/// @param fingerprints expected number, 1 or more
/// @param bytes the memory budget of the index
public record LayoutPlanner(long fingerprints, long bytes) {

  /// More tables than this cost more memory than the saved time is worth.
  public static final int MAX_TABLES = 64;

  /// The fastest layout that fits into the budget; if none does, the smallest one.
  ///
  /// @param bits the width of the fingerprints, 32 to 64
  /// @param exactTo the distance up to which lookups use one probe per table, 0 to 11
  /// @param distance of most lookups
  public BlockLayout choose(int bits, int exactTo, int distance) {
    return candidates(bits, exactTo).stream()
        .map(layout -> new LayoutCost(layout, fingerprints, distance))
        .min(
            Comparator.<LayoutCost>comparingDouble(cost -> Math.max(cost.bytes(), (double) bytes))
                .thenComparingDouble(LayoutCost::lookupNanos)
                .thenComparingDouble(LayoutCost::bytes))
        .orElseThrow()
        .layout();
  }

  /// Whether an index with that layout fits into the budget.
  public boolean fits(BlockLayout layout) {
    return bytes(layout) <= bytes;
  }

  /// The approximate memory of an index with that layout, in bytes.
  public long bytes(BlockLayout layout) {
    return Math.round(new LayoutCost(layout, fingerprints, layout.exactTo()).bytes());
  }

  private static List<BlockLayout> candidates(int bits, int exactTo) {
    List<BlockLayout> candidates = new ArrayList<>();
    for (int blocks = exactTo + 1; blocks <= BlockLayout.MAX_BLOCKS; blocks++) {
      BlockLayout plain = new BlockLayout(bits, blocks, exactTo);
      if (plain.tables() <= MAX_TABLES) {
        candidates.add(plain);
      }
      for (int inner = exactTo + 1; inner <= plain.maxInnerBlocks(); inner++) {
        BlockLayout nested = new BlockLayout(bits, blocks, exactTo, inner);
        if (nested.tables() <= MAX_TABLES) {
          candidates.add(nested);
        }
      }
    }
    return candidates;
  }
}
