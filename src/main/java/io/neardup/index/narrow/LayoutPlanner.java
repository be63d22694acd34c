package io.neardup.index.narrow;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// Chooses the fastest layout of tables within a memory budget.
///
/// It evaluates every layout that finds all matches up to the requested distance: each number of
/// blocks above it that makes at most [#MAX_TABLES] tables. See [LayoutCost] for the model.
///
/// @param fingerprints expected number, 1 or more
/// @param bytes the memory budget of the index
public record LayoutPlanner(long fingerprints, long bytes) {

  /// More tables than this cost more memory than the saved time is worth.
  public static final int MAX_TABLES = 64;

  /// The fastest layout that fits the budget; if none does, the smallest one.
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

  /// The approximate memory of an index with that layout, in bytes.
  public long bytes(BlockLayout layout) {
    return Math.round(new LayoutCost(layout, fingerprints, layout.exactTo()).bytes());
  }

  private static List<BlockLayout> candidates(int bits, int exactTo) {
    return IntStream.rangeClosed(exactTo + 1, BlockLayout.MAX_BLOCKS)
        .mapToObj(blocks -> new BlockLayout(bits, blocks, exactTo))
        .filter(layout -> layout.tables() <= MAX_TABLES)
        .toList();
  }
}
