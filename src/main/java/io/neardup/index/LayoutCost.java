package io.neardup.index;

/// What a layout costs, by a model.
///
/// A lookup up to the distance of the tables takes the cost of a probe for every table that it
/// needs, and that of a candidate for every fingerprint looked at: in each table `max(BUCKET, n /
/// 2^keyBits)`, for buckets are not cut shorter than BUCKET even if keys would allow it. A lookup
/// farther than that probes near the query's keys if each table has a block of its own, see
/// [ProbePlanner], and looks at all n otherwise. A fingerprint takes ENTRY bytes a table, and
/// OWNER.
///
/// The model has evenly spread fingerprints in mind. Where they crowd, buckets are split until they
/// are short again ([Crowding]), in every layout, at the cost of memory.
///
/// @param layout what is judged
/// @param fingerprints n
/// @param distance up to which lookups go
record LayoutCost(BlockLayout layout, long fingerprints, int distance) {

  /// That of lookups which name none.
  private static final double RECALL = 0.95;

  private static final double BUCKET = 24;
  private static final double ENTRY_BYTES = 8.9;
  private static final double OWNER_BYTES = 4.3;

  /// How long a lookup takes that finds nothing, in nanoseconds.
  double lookupNanos() {
    ProbeCost cost = PermutationIndex.COST;
    if (distance <= layout.exactTo()) {
      var keys = layout.keyMasks();
      double nanos = 0;
      for (int table : layout.tablesFor(distance)) {
        nanos += cost.probe() + candidates(Long.bitCount(keys.get(table))) * cost.candidate();
      }
      return nanos;
    }
    return layout.hasOneBlockATable()
        ? new ProbePlanner(layout.cut(), cost).nanos(fingerprints, distance, RECALL)
        : (double) fingerprints * cost.scanned();
  }

  private double candidates(int keyBits) {
    return Math.max(BUCKET, Math.scalb((double) fingerprints, -keyBits));
  }

  /// How many bytes the index takes.
  double bytes() {
    return (double) fingerprints * ((double) layout.tables() * ENTRY_BYTES + OWNER_BYTES);
  }
}
