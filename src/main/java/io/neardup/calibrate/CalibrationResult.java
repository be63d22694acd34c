package io.neardup.calibrate;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// The result of a calibration.
///
/// @param from what it was measured on
/// @param documents the number of documents of the collection
/// @param sampled the number of documents that were compared with each other
/// @param duplicates the number of pairs of near-duplicates: labelled, or edited copies
/// @param others the number of other pairs: labelled, or compared
/// @param seed of all random choices
/// @param profile the recommended one
/// @param reason of that, in sentences, of which the first is the warning of its recommendation
/// @param profiles in the order of the request
public record CalibrationResult(
    Source from,
    long documents,
    int sampled,
    long duplicates,
    long others,
    long seed,
    String profile,
    String reason,
    List<ProfileCalibration> profiles) {

  private static final double EQUAL = 0.002;

  /// What a calibration was measured on.
  public enum Source {
    /// Labelled pairs.
    PAIRS,
    /// Documents, edited copies of them, and pairs of them.
    DOCUMENTS
  }

  static CalibrationResult of(
      Source from,
      long documents,
      int sampled,
      long duplicates,
      long others,
      long seed,
      List<ProfileCalibration> profiles) {
    ProfileCalibration best = best(profiles);
    ProfileCalibration chosen =
        profiles.stream()
            .filter(each -> f1(each) >= f1(best) - EQUAL)
            .min(
                Comparator.comparingInt(ProfileCalibration::bytes)
                    .thenComparing(Comparator.comparingDouble(CalibrationResult::f1).reversed()))
            .orElseThrow();
    String warning = chosen.recommended().warning();
    return new CalibrationResult(
        from,
        documents,
        sampled,
        duplicates,
        others,
        seed,
        chosen.profile(),
        (warning == null ? "" : warning + " ") + comparison(chosen, best),
        profiles);
  }

  private static double f1(ProfileCalibration profile) {
    return profile.recommended().score().f1();
  }

  private static ProfileCalibration best(List<ProfileCalibration> profiles) {
    return profiles.stream().max(Comparator.comparingDouble(CalibrationResult::f1)).orElseThrow();
  }

  /// The reason without the warning.
  public String comparison() {
    ProfileCalibration chosen =
        profiles.stream().filter(each -> each.profile().equals(profile)).findFirst().orElseThrow();
    return comparison(chosen, best(profiles));
  }

  private static String comparison(ProfileCalibration chosen, ProfileCalibration best) {
    String first =
        String.format(
            Locale.ROOT,
            "Each at its recommended distance, %s has %s F1, %.3f, with %d bytes per fingerprint.",
            chosen.profile(),
            chosen.equals(best) ? "the highest" : "nearly the highest",
            f1(chosen),
            chosen.bytes());
    String other =
        String.format(
            Locale.ROOT,
            " %s has %.3f with %d bytes, a difference of no importance.",
            best.profile(),
            f1(best),
            best.bytes());
    return chosen.equals(best) ? first : first + other;
  }
}
