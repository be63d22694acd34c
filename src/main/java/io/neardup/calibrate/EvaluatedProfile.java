package io.neardup.calibrate;

import org.jspecify.annotations.Nullable;

/// The evaluation of a profile. Intervals contain 90 % of the bootstrap resamples.
///
/// @param recommendedProfile whether it is the one recommended of all
/// @param bytes of a fingerprint
/// @param textsPerSecond fingerprinted on one thread, of the texts of this calibration; null with
///   too few texts to measure it
/// @param distance the recommended one, in bits
/// @param lowest of the interval of the recommended distance
/// @param highest of that interval
/// @param f1Low of the interval of F1 at the distance
/// @param f1High of that interval
/// @param falseMatches the expected number of a lookup
/// @param falseMatchesLow of the interval of that number
/// @param falseMatchesHigh of that interval
/// @param warning why the recommendation is not reliable; null if it is
/// @param reason of the recommendation, in sentences, of which the first is the warning
/// @param calibration everything else that was measured
public record EvaluatedProfile(
    String profile,
    boolean recommendedProfile,
    int bits,
    int bytes,
    @Nullable Double textsPerSecond,
    int distance,
    int lowest,
    int highest,
    double precision,
    double recall,
    double f1,
    double f1Low,
    double f1High,
    double falseMatches,
    double falseMatchesLow,
    double falseMatchesHigh,
    @Nullable String warning,
    String reason,
    ProfileCalibration calibration) {}
