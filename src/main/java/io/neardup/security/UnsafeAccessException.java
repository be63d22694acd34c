package io.neardup.security;

/// A configuration of who may come in that the service does not start with. The message names the
/// key and the fault.
final class UnsafeAccessException extends RuntimeException {

  private final String remedy;

  /// @param remedy a sentence that says what to do
  UnsafeAccessException(String message, String remedy) {
    super(message);
    this.remedy = remedy;
  }

  /// What to do.
  String remedy() {
    return remedy;
  }
}
