package io.neardup.index;

/// What lookups cost, in nanoseconds.
///
/// @param probe of a look under one key
/// @param candidate of a fingerprint that a probe leads to
/// @param scanned of a fingerprint in a scan
public record ProbeCost(double probe, double candidate, double scanned) {}
