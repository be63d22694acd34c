package io.neardup.cluster.wire;

/// The time during which one process is the arbiter of some collections: it decides on documents by
/// their near-duplicates.
///
/// @param number of the partition whose owner decides
/// @param epoch higher than that of all terms before with that number
public record Term(int number, long epoch) {}
