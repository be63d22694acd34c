package io.neardup.calibrate;

import org.jspecify.annotations.Nullable;

/// The recommended distance of a profile. Intervals contain 90 % of the bootstrap resamples.
///
/// @param distance in bits
/// @param lowest of the interval of the recommended distance
/// @param highest of that interval
/// @param score at the distance
/// @param f1Low of the interval of F1 at the distance
/// @param f1High of that interval
/// @param falseMatchesLow of the interval of false matches a lookup; null as in [DistanceScore]
/// @param falseMatchesHigh of that interval
/// @param reason in sentences
public record Recommendation(
    int distance,
    int lowest,
    int highest,
    DistanceScore score,
    double f1Low,
    double f1High,
    @Nullable Double falseMatchesLow,
    @Nullable Double falseMatchesHigh,
    String reason) {}
