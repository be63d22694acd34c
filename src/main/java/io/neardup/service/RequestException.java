package io.neardup.service;

/// An invalid request. Names the field, the allowed values and the remedy.
public final class RequestException extends RuntimeException {

  /// The kind of error.
  public enum Fault {
    /// A value is missing, malformed or out of range.
    INVALID,

    /// A fingerprint has the wrong width or is not hexadecimal.
    UNUSABLE_FINGERPRINT,

    /// A document, profile or collection does not exist.
    NOT_FOUND,

    /// The resource is not in the state that the request requires.
    CONFLICT,

    /// The document does not meet the conditions of the request.
    PRECONDITION_FAILED,

    /// An idempotency key was reused for another request.
    KEY_REUSED,

    /// The request has no valid key or token.
    UNKNOWN_CALLER,

    /// The caller does not have the permission.
    FORBIDDEN,

    /// The caller exceeds a limit of its own.
    TOO_MANY_REQUESTS,

    /// The collection cannot be used until an operator repairs or deletes it.
    QUARANTINED,

    /// A required resource is temporarily unavailable.
    UNAVAILABLE,

    /// The service does not offer this in its present mode.
    UNSUPPORTED,

    /// A value exceeds a limit.
    TOO_LARGE,

    /// A value exceeds the limit for URLs.
    URI_TOO_LONG
  }

  private final Fault kind;
  private final String field;

  /// @param field the invalid field or parameter, such as `a.text`
  /// @param message a clause about the field, such as `must be 0 to 64, was 70`
  public RequestException(Fault kind, String field, String message) {
    super(message, null, false, false);
    this.kind = kind;
    this.field = field;
  }

  /// A [Fault#INVALID] value.
  public static RequestException invalid(String field, String message) {
    return new RequestException(Fault.INVALID, field, message);
  }

  /// The kind of error.
  public Fault kind() {
    return kind;
  }

  /// The invalid field or parameter.
  public String field() {
    return field;
  }

  /// The error in the field; never null.
  public String message() {
    return String.valueOf(getMessage());
  }

  /// The same error in a nested field.
  public RequestException within(String outer) {
    return new RequestException(
        kind, field.equals("body") ? outer : outer + "." + field, message());
  }
}
