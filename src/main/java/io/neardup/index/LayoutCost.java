package io.neardup.index;

import java.util.Comparator;
import java.util.stream.Stream;

/// What a layout costs, by a model, and which is the cheapest.
///
/// A lookup takes PROBE for every table (two or three accesses to memory that depend on one
/// another) and CANDIDATE for every fingerprint looked at. There are `tables * max(BUCKET, n /
/// 2^keyBits)` of those, for buckets are not cut shorter than BUCKET even if keys would allow it. A
/// fingerprint takes ENTRY bytes a table, and OWNER.
///
/// For 64 bits and k = 3 it follows that 4 tables are the fastest up to about 40 million
/// fingerprints, and 10 from there on, at more than twice the memory. Neither 16 nested nor 20 are
/// ever faster than 10 for as many as there are document numbers: keys of 25 bits already make
/// buckets of 64 at most, and each probe more costs more than it saves.
///
/// @param layout what is judged
/// @param fingerprints n
record LayoutCost(BlockLayout layout, long fingerprints) {

  private static final double PROBE_NANOS = 250;
  private static final double CANDIDATE_NANOS = 0.6;
  private static final double BUCKET = 24;
  private static final double ENTRY_BYTES = 8.9;
  private static final double OWNER_BYTES = 4.3;

  /// The fastest of the paper's layouts for 64 bits and k = 3 that fits into so many bytes a
  /// fingerprint; 4 tables if none does.
  static BlockLayout fastest(long fingerprints, double bytesEach) {
    return Stream.of(
            BlockLayout.DEFAULT,
            new BlockLayout(64, 5, 3),
            new BlockLayout(64, 4, 3, 4),
            new BlockLayout(64, 6, 3))
        .map(layout -> new LayoutCost(layout, fingerprints))
        .filter(cost -> cost.bytesEach() <= bytesEach)
        .min(Comparator.comparingDouble(LayoutCost::lookupNanos))
        .map(LayoutCost::layout)
        .orElse(BlockLayout.DEFAULT);
  }

  /// How long a lookup takes that finds nothing, in nanoseconds.
  double lookupNanos() {
    double nanos = 0;
    for (long key : layout.keyMasks()) {
      double candidates = Math.max(BUCKET, fingerprints / Math.pow(2, Long.bitCount(key)));
      nanos += PROBE_NANOS + candidates * CANDIDATE_NANOS;
    }
    return nanos;
  }

  /// How many bytes a fingerprint takes.
  double bytesEach() {
    return layout.keyMasks().size() * ENTRY_BYTES + OWNER_BYTES;
  }
}
