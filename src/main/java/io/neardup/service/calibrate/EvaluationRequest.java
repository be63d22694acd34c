package io.neardup.service.calibrate;

import io.neardup.calibrate.CalibrationOptions;
import io.neardup.service.RequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Which profiles to evaluate, and how.
///
/// @param profiles their names; that of the collection, or else the default profile, if empty
public record EvaluationRequest(List<String> profiles, CalibrationOptions options) {

  private static final int MAX_PROFILES = 20;
  private static final double MIN_EDIT_RATE = 0.01;
  private static final double MAX_EDIT_RATE = 0.5;

  /// Copies the list.
  public EvaluationRequest {
    profiles = List.copyOf(profiles);
  }

  /// Checks the parameters of a client. Null values have defaults.
  ///
  /// @param seed of all random choices
  /// @param editRate the share of words up to which an edited text is a near-duplicate
  /// @param duplicatesPerDocument how many near-duplicates a document has on average
  /// @throws RequestException if a value is out of range
  public static EvaluationRequest of(
      @Nullable List<@Nullable String> profiles,
      @Nullable Long seed,
      @Nullable Double editRate,
      @Nullable Double duplicatesPerDocument) {
    CalibrationOptions defaults = CalibrationOptions.DEFAULTS;
    double rate = Objects.requireNonNullElse(editRate, defaults.editRate());
    if (!(rate >= MIN_EDIT_RATE && rate <= MAX_EDIT_RATE)) {
      throw RequestException.invalid(
          "editRate", "must be " + MIN_EDIT_RATE + " to " + MAX_EDIT_RATE + ", was " + rate);
    }
    if (duplicatesPerDocument != null
        && !(duplicatesPerDocument > 0
            && duplicatesPerDocument <= CalibrationOptions.MAX_DOCUMENTS)) {
      throw RequestException.invalid(
          "duplicatesPerDocument",
          "must be above 0 and at most "
              + CalibrationOptions.MAX_DOCUMENTS
              + ", was "
              + duplicatesPerDocument);
    }
    return new EvaluationRequest(
        names(profiles),
        new CalibrationOptions(
            Objects.requireNonNullElse(seed, defaults.seed()),
            defaults.resamples(),
            defaults.pairDocuments(),
            defaults.editedDocuments(),
            rate,
            duplicatesPerDocument));
  }

  private static List<String> names(@Nullable List<@Nullable String> profiles) {
    List<String> names = new ArrayList<>();
    for (String name : Objects.requireNonNullElse(profiles, List.<String>of())) {
      if (name == null || names.size() == MAX_PROFILES) {
        throw RequestException.invalid(
            "profiles", "must be up to " + MAX_PROFILES + " names of profiles");
      }
      names.add(name);
    }
    return names;
  }
}
