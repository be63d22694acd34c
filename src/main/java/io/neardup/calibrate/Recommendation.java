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
/// @param falseMatchesLow of the interval of false matches a lookup
/// @param falseMatchesHigh of that interval
/// @param warning why the recommendation is not reliable; null if it is
/// @param reason in sentences, of which the first is the warning
public record Recommendation(
    int distance,
    int lowest,
    int highest,
    DistanceScore score,
    double f1Low,
    double f1High,
    double falseMatchesLow,
    double falseMatchesHigh,
    @Nullable String warning,
    String reason) {}
