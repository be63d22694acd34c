package io.neardup.index.wide;

/// How much a lookup may read in its buckets before a scan of all rows is cheaper.
///
/// @param entries the number of sketches in the buckets
/// @param rows the number of rows selected by their sketches
record ScanBudget(long entries, long rows) {

  /// No limits.
  static final ScanBudget NONE = new ScanBudget(Long.MAX_VALUE, Long.MAX_VALUE);
}
