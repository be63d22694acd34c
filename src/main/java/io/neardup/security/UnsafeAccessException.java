package io.neardup.security;

/// An access configuration with which the service does not start. The message names the key and the
/// fault.
final class UnsafeAccessException extends RuntimeException {

  private final String remedy;

  /// @param remedy a sentence that states what to do
  UnsafeAccessException(String message, String remedy) {
    super(message);
    this.remedy = remedy;
  }

  /// What to do.
  String remedy() {
    return remedy;
  }
}
