package io.neardup.engine;

import io.neardup.index.DocumentIds;
import io.neardup.index.FingerprintIndex;
import io.neardup.index.narrow.BlockLayout;
import io.neardup.index.narrow.LayoutPlanner;
import io.neardup.index.narrow.PermutationIndex;
import io.neardup.index.wide.WideIndex;
import io.neardup.index.wide.WideTableCount;
import org.jspecify.annotations.Nullable;

/// Creates indexes with tables that suit the width and the expected number of fingerprints: up to
/// 64 bits, the tables that [LayoutPlanner] chooses; beyond, as many as fit into memory.
///
/// @param fingerprints expected number of distinct fingerprints, 1 to 2^31 - 1
/// @param memory bytes for the index; null for half of the heap up to 64 bits, and for all tables
///   beyond
public record IndexLayout(long fingerprints, @Nullable Long memory) {

  /// For ten million fingerprints.
  public static final IndexLayout DEFAULT = new IndexLayout(10_000_000, null);

  /// Up to this distance, fingerprints of up to 64 bits are looked up by one probe per table.
  private static final int EXACT_TO = 3;

  /// Checks ranges.
  ///
  /// @throws IllegalArgumentException if a value is out of range
  public IndexLayout {
    if (fingerprints < 1 || fingerprints > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "expected-documents must be 1 to " + Integer.MAX_VALUE + ", was " + fingerprints);
    }
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
  public FingerprintIndex create(int bits, int distance, DocumentIds ids) {
    return bits <= Long.SIZE
        ? new PermutationIndex(narrow(bits, distance), ids)
        : new WideIndex(bits, wide(bits), ids);
  }

  /// The layout for fingerprints of up to 64 bits.
  ///
  /// @param distance of most lookups
  public BlockLayout narrow(int bits, int distance) {
    return planner().choose(bits, EXACT_TO, distance);
  }

  /// The number of tables for fingerprints of more than 64 bits.
  public WideTableCount wide(int bits) {
    return memory == null ? WideTableCount.ALL : WideTableCount.within(memory, bits, fingerprints);
  }

  /// The approximate memory in bytes that an index with all its tables takes: up to 64 bits, the
  /// chosen layout's memory, which may exceed the configured memory if no smaller layout exists.
  ///
  /// @param distance of most lookups
  public long bytes(int bits, int distance) {
    return bits <= Long.SIZE
        ? planner().bytes(narrow(bits, distance))
        : WideTableCount.ALL.bytes(bits, fingerprints);
  }

  private LayoutPlanner planner() {
    return new LayoutPlanner(
        fingerprints, memory == null ? Runtime.getRuntime().maxMemory() / 2 : memory);
  }
}
