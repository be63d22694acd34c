package io.neardup.engine;

import io.neardup.index.DocumentIds;
import io.neardup.index.FingerprintIndex;
import io.neardup.index.narrow.BlockLayout;
import io.neardup.index.narrow.LayoutPlanner;
import io.neardup.index.narrow.PermutationIndex;
import io.neardup.index.wide.WideIndex;
import io.neardup.index.wide.WideTableCount;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Creates indexes with tables that suit the width and the expected number of fingerprints. Up to
/// 64 bits: the given blocks, or those that [LayoutPlanner] chooses. Beyond: as many tables as fit
/// into the memory.
///
/// @param blocks [#AUTO], or a number of blocks
/// @param exactTo the distance up to which fingerprints of up to 64 bits are looked up by one probe
///   per table, 0 to 11
/// @param fingerprints expected number of distinct fingerprints, 1 to 2^31 - 1
/// @param memory bytes for the index; null for half of the heap up to 64 bits, and for all tables
///   beyond
/// @param wideTables whether fingerprints of more than 64 bits have tables
public record IndexLayout(
    String blocks, int exactTo, long fingerprints, @Nullable Long memory, boolean wideTables) {

  /// Blocks that depend on the number of fingerprints and on the memory.
  public static final String AUTO = "auto";

  /// For ten million fingerprints.
  public static final IndexLayout DEFAULT = new IndexLayout(AUTO, 3, 10_000_000, null, true);

  /// Checks ranges.
  ///
  /// @throws IllegalArgumentException if a value is out of range
  public IndexLayout {
    requireRange("exact-to", exactTo, 0, BlockLayout.MAX_BLOCKS - 1);
    requireRange("expected-documents", fingerprints, 1, Integer.MAX_VALUE);
    if (memory != null && memory <= 0) {
      throw new IllegalArgumentException(
          "memory must be more than 0, such as 4GB, was " + memory + "B");
    }
  }

  /// An empty index.
  ///
  /// @param bits the width of the fingerprints, 32 to 512
  /// @param distance of most lookups
  /// @param ids of the documents
  /// @throws IllegalArgumentException if the given blocks are not possible with that width
  public FingerprintIndex create(int bits, int distance, DocumentIds ids) {
    return bits <= Long.SIZE
        ? new PermutationIndex(narrow(bits, distance), ids)
        : new WideIndex(bits, wide(bits), ids);
  }

  /// The layout for fingerprints of up to 64 bits.
  ///
  /// @param distance of most lookups
  /// @throws IllegalArgumentException if the given blocks are not possible with that width
  public BlockLayout narrow(int bits, int distance) {
    return blocks.equals(AUTO) ? planner().choose(bits, exactTo, distance) : given(bits);
  }

  /// The number of tables of fingerprints of more than 64 bits.
  public WideTableCount wide(int bits) {
    if (!wideTables) {
      return WideTableCount.NONE;
    }
    return memory == null ? WideTableCount.ALL : WideTableCount.within(memory, bits, fingerprints);
  }

  /// The approximate memory in bytes that an index with all its tables takes: up to 64 bits those
  /// of the chosen layout, which may exceed the configured memory if no smaller one exists.
  ///
  /// @param distance of most lookups
  public long bytes(int bits, int distance) {
    return bits <= Long.SIZE
        ? planner().bytes(narrow(bits, distance))
        : (wideTables ? WideTableCount.ALL : WideTableCount.NONE).bytes(bits, fingerprints);
  }

  private LayoutPlanner planner() {
    return new LayoutPlanner(
        fingerprints, memory == null ? Runtime.getRuntime().maxMemory() / 2 : memory);
  }

  private BlockLayout given(int bits) {
    IllegalArgumentException fault = null;
    try {
      BlockLayout layout = new BlockLayout(bits, Integer.parseInt(blocks), exactTo);
      if (layout.tables() <= LayoutPlanner.MAX_TABLES) {
        return layout;
      }
    } catch (IllegalArgumentException e) {
      fault = e;
    }
    throw new IllegalArgumentException(
        String.format(
            Locale.ROOT,
            "blocks must be auto, or a number from %d to %d that makes at most %d tables (with"
                + " exact-to %d and %d bits), was %s",
            exactTo + 1,
            BlockLayout.MAX_BLOCKS,
            LayoutPlanner.MAX_TABLES,
            exactTo,
            bits,
            blocks),
        fault);
  }

  private static void requireRange(String part, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "%s must be %d to %d, was %d", part, min, max, value));
    }
  }
}
