package io.neardup.calibrate;

/// The scores of a profile, if texts up to a distance count as near-duplicates.
///
/// @param distance in bits
/// @param precision the share of matches that are near-duplicates; 1 without matches
/// @param recall the share of near-duplicates that are found
/// @param f1 the harmonic mean of both
/// @param falseMatches the expected number of false matches of a lookup
public record DistanceScore(
    int distance, double precision, double recall, double f1, double falseMatches) {}
