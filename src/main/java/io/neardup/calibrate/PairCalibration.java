package io.neardup.calibrate;

import io.neardup.profile.Profile;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// A calibration by labelled pairs of texts. The pairs are not kept; memory depends on the number
/// of profiles only. Not thread-safe.
public final class PairCalibration {

  private final List<Measured> profiles = new ArrayList<>();
  private final CalibrationOptions options;
  private final CalibrationProgress progress;
  private long pairs;

  private record Measured(TextSketcher sketcher, LabelledDistances distances) {}

  /// @param profiles at least one
  public PairCalibration(
      List<Profile> profiles, CalibrationOptions options, CalibrationProgress progress) {
    CalibrationOptions.requireProfiles(profiles);
    this.options = options;
    this.progress = progress;
    for (Profile profile : profiles) {
      this.profiles.add(
          new Measured(new TextSketcher(profile), new LabelledDistances(profile.bits())));
    }
  }

  /// Adds a pair. O(characters) for each profile.
  public void add(LabelledPair pair) {
    for (Measured measured : profiles) {
      measured.distances.add(
          TextSketcher.distance(
              measured.sketcher.fingerprint(pair.a()), measured.sketcher.fingerprint(pair.b())),
          pair.duplicate(),
          pair.weight());
    }
    if (++pairs % 100 == 0) {
      progress.report(pairs, 0);
    }
  }

  /// The number of pairs added.
  public long pairs() {
    return pairs;
  }

  /// The result.
  ///
  /// @throws IllegalArgumentException without a pair of near-duplicates and a pair of others
  public CalibrationResult result() {
    LabelledDistances first = profiles.getFirst().distances;
    List<ProfileCalibration> results = new ArrayList<>();
    for (Measured measured : profiles) {
      CalibrationProgress part = progress.part(results.size(), profiles.size());
      results.add(result(measured.sketcher, measured.distances, options, part));
    }
    return result(results, first, 2 * pairs, options);
  }

  /// The result for a profile whose distances are known.
  ///
  /// @throws IllegalArgumentException without a pair of near-duplicates and a pair of others
  public static CalibrationResult of(
      Profile profile,
      LabelledDistances distances,
      CalibrationOptions options,
      CalibrationProgress progress) {
    return result(
        List.of(result(new TextSketcher(profile), distances, options, progress)),
        distances,
        2 * (distances.duplicates() + distances.others()),
        options);
  }

  private static CalibrationResult result(
      List<ProfileCalibration> results,
      LabelledDistances distances,
      long texts,
      CalibrationOptions options) {
    return CalibrationResult.of(
        CalibrationResult.Source.PAIRS,
        texts,
        0,
        distances.duplicates(),
        distances.others(),
        options.seed(),
        results);
  }

  private static ProfileCalibration result(
      TextSketcher sketcher,
      LabelledDistances distances,
      CalibrationOptions options,
      CalibrationProgress progress) {
    if (distances.duplicates() == 0 || distances.others() == 0) {
      throw new IllegalArgumentException(
          "must have near-duplicates and other pairs, had %d and %d; label at least one of each, better 50"
              .formatted(distances.duplicates(), distances.others()));
    }
    return ProfileCalibration.of(
        sketcher, distances, options, new SplittableRandom(options.seed()), progress);
  }
}
