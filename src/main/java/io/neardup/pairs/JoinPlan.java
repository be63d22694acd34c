package io.neardup.pairs;

/// How a join goes about it.
///
/// @param blocks into how many blocks fingerprints are cut; 1 for a scan
/// @param radius in how many bits of a block probes differ; 0 but for probes
/// @param exactTo up to which distance every pair is found, at least the join's if it is exact
/// @param recall the probability that a pair at exactly the join's distance is found, if its
///   differing bits lie anywhere; 1.0 if the join is exact
/// @param nanos about how long one thread takes; for comparing plans
public record JoinPlan(
    Method method, int blocks, int radius, int exactTo, double recall, double nanos) {

  /// The ways to join.
  public enum Method {
    /// Partition by the keys of pigeonhole tables and compare what shares a key. Finds every pair.
    TABLES,

    /// Compare what differs in a few bits of a block.
    PROBES,

    /// Compare everything with everything. Finds every pair.
    SCAN
  }

  /// Whether every pair is found.
  public boolean isExact() {
    return recall >= 1.0;
  }
}
