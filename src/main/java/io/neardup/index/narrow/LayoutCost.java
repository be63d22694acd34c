package io.neardup.index.narrow;

import io.neardup.index.ProbePlanner;
import java.util.List;

/// The modelled cost of a layout.
///
/// A lookup up to the tables' distance takes PROBE for every table it needs (two or three dependent
/// memory accesses) and CANDIDATE for every fingerprint compared: in each table `max(BUCKET, n /
/// 2^keyBits)`, since buckets are never made shorter than BUCKET, even if keys would allow it. A
/// lookup beyond that distance probes within a radius if the key of each table is one block, and
/// otherwise scans all n, see [ProbePlanner]. A fingerprint takes ENTRY bytes per table, plus
/// OWNER; a bucket takes OVERHEAD.
///
/// The model assumes uniformly distributed fingerprints. Skewed buckets are split until they are
/// short again ([BucketSplitting]), in every layout, at the cost of memory.
///
/// It follows for 64 bits and k = 3 that 4 tables are fastest up to about 35 million fingerprints,
/// and 10 tables beyond, at more than twice the memory. Up to the maximum number of documents, 20
/// tables are never faster than 10: keys of 25 bits already make buckets of at most 64, and each
/// further probe costs more than it saves.
///
/// @param layout the layout
/// @param fingerprints n
/// @param distance of lookups
record LayoutCost(BlockLayout layout, long fingerprints, int distance) {

  /// The recall of lookups that name none.
  private static final double RECALL = 0.95;

  // From IndexFigures: four tables among ten and a hundred million fingerprints, ten among ten.
  private static final double PROBE_NANOS = 250;
  private static final double CANDIDATE_NANOS = 0.8;
  private static final double BUCKET = 24;
  private static final double LONGEST_BUCKET = 192; // on average; longer buckets get longer keys
  private static final double ENTRY_BYTES = 8.4;
  private static final double OVERHEAD_BYTES = 40;
  private static final double OWNER_BYTES = 4.3;

  /// The time of a lookup without matches, in nanoseconds.
  double lookupNanos() {
    if (distance > layout.exactTo()) {
      return layout.hasOneBlockATable()
          ? new ProbePlanner(layout.cut()).nanos(fingerprints, distance, RECALL)
          : ProbePlanner.scanNanos(fingerprints);
    }
    List<Long> keys = layout.keyMasks();
    double nanos = 0;
    for (int table : layout.tablesFor(distance)) {
      nanos += PROBE_NANOS + candidates(keys.get(table)) * CANDIDATE_NANOS;
    }
    return nanos;
  }

  /// The memory of the index, in bytes.
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
