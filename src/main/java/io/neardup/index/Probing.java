package io.neardup.index;

import io.neardup.hamming.Blocks;
import io.neardup.hamming.NearbyKeys;
import io.neardup.hamming.ProbeRecall;
import io.neardup.index.MatchOrigin.SketchMatch;
import io.neardup.simhash.Fingerprint;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The probed buckets of a lookup: in each table, all buckets whose keys differ from the query's in
/// at most that table's radius.
///
/// Each step probes at least as many buckets as the previous one: with m keys, step 1 probes the
/// first table with radius 0, step m all tables, step m + 1 the first table with radius 1, and so
/// on. The radii of the tables then add up such that step s finds every fingerprint up to distance
/// s - 1: one that is in none of the buckets differs in at least radius + 1 bits of each block,
/// which is s bits in all.
///
/// Source: Norouzi, Punjani, Fleet 2014, §3.1.
///
/// @param blocks the blocks of fingerprints; one table for each key
/// @param step 1 or more
public record Probing(Blocks blocks, int step) implements LookupPath {

  /// Checks ranges.
  public Probing {
    if (step < 1) {
      throw new IllegalArgumentException("step must be 1 or more, was " + step);
    }
  }

  /// The maximum number of bits in which probed keys of a table differ from the query's; -1 if the
  /// table is not probed.
  public int radius(int table) {
    return Math.floorDiv(step - 1 - table, blocks.keys());
  }

  @Override
  public @Nullable MatchOrigin origin(Fingerprint query, Fingerprint match) {
    long differing = query.word(0) ^ match.word(0);
    for (int table = 0; table < blocks.keys() && radius(table) >= 0; table++) {
      long flipped = Blocks.run(new long[] {differing}, 0, blocks.from(table), blocks.width(table));
      if (Long.bitCount(flipped) <= radius(table)) {
        return origin(table, query, match, null);
      }
    }
    return null;
  }

  /// How a match was found in a table.
  public MatchOrigin origin(
      int table, Fingerprint query, Fingerprint match, @Nullable SketchMatch sketch) {
    return MatchOrigin.ofTable(
        table,
        blocks.bits(),
        bit -> bit >= blocks.from(table) && bit < blocks.end(table),
        query,
        match,
        sketch);
  }

  /// The distance up to which every fingerprint is found.
  public int exactTo() {
    return step - 1;
  }

  /// The number of probed buckets.
  public long probes() {
    return IntStream.range(0, blocks.keys()).mapToLong(this::probes).sum();
  }

  /// The number of probed buckets of a table.
  public long probes(int table) {
    return NearbyKeys.count(blocks.width(table), radius(table));
  }

  /// The probability of finding a fingerprint at a distance, see [ProbeRecall].
  public double recall(int distance) {
    return ProbeRecall.of(blocks, this::radius, distance);
  }
}
