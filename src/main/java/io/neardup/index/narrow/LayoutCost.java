package io.neardup.index.narrow;

import io.neardup.index.ProbeCost;
import io.neardup.index.ProbePlanner;
import java.util.List;

/// What a layout costs, by a model.
///
/// A lookup up to the distance of the tables takes PROBE for every table that it needs (two or
/// three accesses to memory that depend on one another) and CANDIDATE for every fingerprint looked
/// at: in each table `max(BUCKET, n / 2^keyBits)`, for buckets are not cut shorter than BUCKET even
/// if keys would allow it. A lookup farther than that probes near the query's keys if each table
/// has a block of its own, and looks at all n otherwise, see [ProbePlanner]. A fingerprint takes
/// ENTRY bytes a table, and OWNER; a bucket takes OVERHEAD.
///
/// The model has evenly spread fingerprints in mind. Where they crowd, buckets are split until they
/// are short again ([BucketSplitting]), in every layout, at the cost of memory.
///
/// For 64 bits and k = 3 it follows that 4 tables are the fastest up to about 35 million
/// fingerprints, and 10 from there on, at more than twice the memory. Neither 16 nested nor 20 are
/// ever faster than 10 for as many as there are document numbers: keys of 25 bits already make
/// buckets of 64 at most, and each probe more costs more than it saves.
///
/// @param layout what is judged
/// @param fingerprints n
/// @param distance up to which lookups go
record LayoutCost(BlockLayout layout, long fingerprints, int distance) {

  /// That of lookups which name none.
  private static final double RECALL = 0.95;

  // From IndexFigures: four tables among ten and a hundred million fingerprints, ten among ten.
  private static final double PROBE_NANOS = 250;
  private static final double CANDIDATE_NANOS = 0.8;
  private static final double BUCKET = 24;
  private static final double LONGEST_BUCKET = 192; // on average; beyond, keys get more bits
  private static final double ENTRY_BYTES = 8.4;
  private static final double OVERHEAD_BYTES = 40;
  private static final double OWNER_BYTES = 4.3;

  /// How long a lookup takes that finds nothing, in nanoseconds.
  double lookupNanos() {
    if (distance > layout.exactTo()) {
      ProbeCost cost = PermutationIndex.COST;
      return layout.hasOneBlockATable()
          ? new ProbePlanner(layout.cut(), cost).nanos(fingerprints, distance, RECALL)
          : (double) fingerprints * cost.scanned();
    }
    List<Long> keys = layout.keyMasks();
    double nanos = 0;
    for (int table : layout.tablesFor(distance)) {
      nanos += PROBE_NANOS + candidates(keys.get(table)) * CANDIDATE_NANOS;
    }
    return nanos;
  }

  /// How many bytes the index takes.
  double bytes() {
    double each = OWNER_BYTES;
    for (long key : layout.keyMasks()) {
      each += ENTRY_BYTES + OVERHEAD_BYTES / Math.min(LONGEST_BUCKET, candidates(key));
    }
    return (double) fingerprints * each;
  }

  private double candidates(long key) {
    return Math.max(BUCKET, Math.scalb((double) fingerprints, -Long.bitCount(key)));
  }
}
