package io.neardup.calibrate;

import io.neardup.profile.Profile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a calibration samples.
///
/// @param seed of all random choices; the same input and seed give the same result, except for the
///   measured speed
/// @param editRate the share of words up to which an edited text is a near-duplicate, 0.01 to 0.5;
///   pairs with up to 2.5 times of it are ambiguous and not scored
/// @param duplicatesPerDocument how many near-duplicates a document has on average, above 0 and at
///   most 20,000; null for the number found in the sample, or 0.1 if fewer than 10 are found, or if
///   labelled pairs are the only sample
public record CalibrationOptions(
    long seed, double editRate, @Nullable Double duplicatesPerDocument) {

  /// Seed 1, and up to 20 % of edited words.
  public static final CalibrationOptions DEFAULTS = new CalibrationOptions(1, 0.2, null);

  /// The maximum of documents that are compared with each other; their pairs show what matches by
  /// chance.
  public static final int DOCUMENTS = 4_000;

  /// The maximum of documents that are edited.
  static final int EDITED = 1_000;

  /// The number of bootstrap resamples that intervals are computed from.
  static final int RESAMPLES = 100;

  private static final int MAX_DUPLICATES = 20_000;

  /// Checks the ranges.
  public CalibrationOptions {
    require(editRate >= 0.01 && editRate <= 0.5, "editRate", "0.01 to 0.5", editRate);
    require(
        duplicatesPerDocument == null
            || duplicatesPerDocument > 0 && duplicatesPerDocument <= MAX_DUPLICATES,
        "duplicatesPerDocument",
        "above 0 and at most " + MAX_DUPLICATES,
        duplicatesPerDocument);
  }

  static void requireProfiles(List<Profile> profiles) {
    require(!profiles.isEmpty(), "profiles", "one or more", profiles.size());
  }

  private static void require(boolean holds, String field, String range, @Nullable Object value) {
    if (!holds) {
      throw new IllegalArgumentException(field + " must be " + range + ", was " + value);
    }
  }
}
