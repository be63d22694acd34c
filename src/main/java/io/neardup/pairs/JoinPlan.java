package io.neardup.pairs;

/// The plan of a join.
///
/// @param blocks number of blocks of fingerprints; 1 for a scan
/// @param radius number of bits of a block that probes flip; 0 without probes
/// @param exactTo the distance up to which every pair is found, at least the limit of the join if
///   it is exact
/// @param recall the probability of finding a pair at exactly the join's distance, if its differing
///   bits are distributed at random; 1.0 if the join is exact
/// @param nanos estimated time of one thread, to compare plans
public record JoinPlan(
    Method method, int blocks, int radius, int exactTo, double recall, double nanos) {

  /// The join methods.
  public enum Method {
    /// Partition by the keys of pigeonhole tables and compare rows that share a key. Finds every
    /// pair.
    TABLES,

    /// Compare rows that differ in a few bits of a block.
    PROBES,

    /// Compare all rows. Finds every pair.
    SCAN
  }

  /// Whether every pair is found.
  public boolean isExact() {
    return recall >= 1.0;
  }
}
