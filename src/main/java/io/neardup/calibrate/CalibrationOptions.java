package io.neardup.calibrate;

import io.neardup.profile.Profile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a calibration samples.
///
/// @param seed of all random choices; the same input and seed give the same result, except for the
///   measured speed
/// @param resamples the number of bootstrap resamples that the intervals are computed from, 10 to
///   1,000
/// @param pairDocuments the maximum of documents that are compared with each other, 2 to 20,000;
///   their pairs show what matches by chance
/// @param editedDocuments the maximum of documents that are edited, 1 to 20,000
/// @param editRate the share of words up to which an edited text is a near-duplicate, 0.01 to 0.5;
///   pairs with up to 2.5 times of it are ambiguous and not scored
/// @param duplicatesPerDocument how many near-duplicates a document has on average, above 0 and at
///   most 20,000; null for the number found in the sample, or 0.1 if fewer than 10 are found, or if
///   labelled pairs are the only sample
public record CalibrationOptions(
    long seed,
    int resamples,
    int pairDocuments,
    int editedDocuments,
    double editRate,
    @Nullable Double duplicatesPerDocument) {

  /// 100 resamples, 4,000 documents, of which 1,000 are edited, in up to 20 % of their words.
  public static final CalibrationOptions DEFAULTS =
      new CalibrationOptions(1, 100, 4_000, 1_000, 0.2, null);

  /// The maximum of documents that are compared with each other.
  public static final int MAX_DOCUMENTS = 20_000;

  /// Checks the ranges.
  public CalibrationOptions {
    require(resamples >= 10 && resamples <= 1_000, "resamples", "10 to 1000", resamples);
    require(
        pairDocuments >= 2 && pairDocuments <= MAX_DOCUMENTS,
        "pairDocuments",
        "2 to " + MAX_DOCUMENTS,
        pairDocuments);
    require(
        editedDocuments >= 1 && editedDocuments <= MAX_DOCUMENTS,
        "editedDocuments",
        "1 to " + MAX_DOCUMENTS,
        editedDocuments);
    require(editRate >= 0.01 && editRate <= 0.5, "editRate", "0.01 to 0.5", editRate);
    require(
        duplicatesPerDocument == null
            || duplicatesPerDocument > 0 && duplicatesPerDocument <= MAX_DOCUMENTS,
        "duplicatesPerDocument",
        "above 0 and at most " + MAX_DOCUMENTS,
        duplicatesPerDocument);
  }

  /// Options with the default sizes of samples.
  public static CalibrationOptions of(
      long seed, double editRate, @Nullable Double duplicatesPerDocument) {
    return new CalibrationOptions(
        seed,
        DEFAULTS.resamples,
        DEFAULTS.pairDocuments,
        DEFAULTS.editedDocuments,
        editRate,
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
