package io.neardup.service.calibrate;

import io.neardup.calibrate.CalibrationResult;
import io.neardup.calibrate.ProfileCalibration;
import io.neardup.calibrate.Recommendation;
import org.jspecify.annotations.Nullable;

/// The evaluation of a profile.
///
/// @param recommendedProfile whether it is the one recommended of all
/// @param distance the recommended one
/// @param lowest of the distances that 90 % of the resamples recommend
/// @param highest of these
/// @param falseMatches the expected number of a lookup
/// @param warning why the recommendation is not reliable; null if it is
/// @param reason of the recommendation, in sentences, of which the first is the warning
/// @param calibration everything that was measured
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
    @Nullable String warning,
    String reason,
    ProfileCalibration calibration) {

  public static EvaluatedProfile of(ProfileCalibration profile, CalibrationResult result) {
    Recommendation recommended = profile.recommended();
    boolean isChosen = profile.profile().equals(result.profile());
    return new EvaluatedProfile(
        profile.profile(),
        isChosen,
        profile.bits(),
        profile.bytes(),
        profile.textsPerSecond(),
        recommended.distance(),
        recommended.lowest(),
        recommended.highest(),
        recommended.score().precision(),
        recommended.score().recall(),
        recommended.score().f1(),
        recommended.f1Low(),
        recommended.f1High(),
        recommended.score().falseMatches(),
        recommended.warning(),
        isChosen && result.profiles().size() > 1
            ? recommended.reason() + " " + result.comparison()
            : recommended.reason(),
        profile);
  }
}
