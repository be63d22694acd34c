package io.neardup.cluster.wire;

/// The time during which one process decides on the near-duplicates of some collections.
///
/// @param number of the partition whose owner decides
/// @param epoch higher than that of all terms before with that number
public record Term(int number, long epoch) {}
