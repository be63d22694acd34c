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
    List<String> names = names(profiles);
    CalibrationOptions defaults = CalibrationOptions.DEFAULTS;
    try {
      return new EvaluationRequest(
          names,
          CalibrationOptions.of(
              Objects.requireNonNullElse(seed, defaults.seed()),
              Objects.requireNonNullElse(editRate, defaults.editRate()),
              duplicatesPerDocument));
    } catch (IllegalArgumentException e) { // the name of a field, and a clause about it
      String[] message = String.valueOf(e.getMessage()).split(" ", 2);
      throw RequestException.invalid(message[0], message[1]);
    }
  }

  private static List<String> names(@Nullable List<@Nullable String> profiles) {
    if (profiles == null) {
      return List.of();
    }
    List<String> names = new ArrayList<>();
    for (String name : profiles) {
      if (name == null || names.size() == MAX_PROFILES) {
        throw invalid("");
      }
      if (names.contains(name)) {
        throw invalid("; '" + name + "' is repeated");
      }
      names.add(name);
    }
    if (names.isEmpty()) {
      throw invalid("; omit it for the default");
    }
    return names;
  }

  private static RequestException invalid(String fault) {
    return RequestException.invalid(
        "profiles", "must be 1 to " + MAX_PROFILES + " different names of profiles" + fault);
  }
}
