package io.neardup.service;

import java.io.UncheckedIOException;
import java.util.function.Supplier;

/// A configuration that keeps the service from starting. The message names the key and the fault,
/// without secrets.
public final class InvalidConfigurationException extends RuntimeException {

  private static final String REMEDY =
      "Correct it in application.yml, on the command line or in the environment;"
          + " docs/operations.md names the page of each key.";

  private final String remedy;

  public InvalidConfigurationException(String message) {
    this(message, REMEDY);
  }

  /// @param remedy a sentence that states what to do
  public InvalidConfigurationException(String message, String remedy) {
    super(message);
    this.remedy = remedy;
  }

  private InvalidConfigurationException(String key, RuntimeException fault) {
    super(key + ": " + fault.getMessage(), fault);
    this.remedy = REMEDY;
  }

  /// Builds something from the value of a key.
  ///
  /// @throws InvalidConfigurationException if the value is not valid
  public static <T> T configured(String key, Supplier<T> making) {
    try {
      return making.get();
    } catch (IllegalArgumentException | UncheckedIOException e) {
      throw new InvalidConfigurationException(key, e);
    }
  }

  public String remedy() {
    return remedy;
  }
}
