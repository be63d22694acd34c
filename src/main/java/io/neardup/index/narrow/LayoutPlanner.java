package io.neardup.index.narrow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Picks the layout of tables that looks up fastest within a budget of memory.
///
/// Up to 64 bits it weighs every layout that finds all up to the wanted distance: each number of
/// blocks above it, alone and nested, as long as that makes at most [#MAX_TABLES] tables. See
/// [LayoutCost] for the model.
///
/// @param fingerprints how many are expected, 1 or more
/// @param bytes what an index of so many may take
public record LayoutPlanner(long fingerprints, long bytes) {

  /// More tables than this take more memory than any time that they save is worth.
  public static final int MAX_TABLES = 64;

  /// The fastest layout that fits into the budget; if none does, the one that takes the least.
  ///
  /// @param bits the width of the fingerprints, 32 to 64
  /// @param exactTo up to which distance lookups go by one probe a table, 0 to 11
  /// @param distance up to which distance lookups mostly go
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

  /// Whether an index of that layout keeps within the budget.
  public boolean fits(BlockLayout layout) {
    return bytes(layout) <= bytes;
  }

  /// What an index of that layout takes, in bytes, about.
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
