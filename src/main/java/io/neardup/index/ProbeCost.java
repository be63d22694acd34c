package io.neardup.index;

/// The cost model of lookups, in nanoseconds.
///
/// @param probe of one key
/// @param candidate of a fingerprint in a probed bucket
/// @param scanned of a fingerprint in a scan
public record ProbeCost(double probe, double candidate, double scanned) {}
