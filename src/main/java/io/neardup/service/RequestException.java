package io.neardup.service;

/// A request that cannot be answered, through the caller's fault. Says which field, what is allowed
/// and what to do.
public final class RequestException extends RuntimeException {

  /// What kind of fault it is.
  public enum Kind {
    /// A value is missing, of the wrong form or out of range.
    INVALID,

    /// A fingerprint is of the wrong width or not hex.
    UNUSABLE_FINGERPRINT,

    /// A document, profile or collection does not exist.
    NOT_FOUND,

    /// The thing is not in the state that the request needs.
    CONFLICT,

    /// The document is not what the request says it must be.
    PRECONDITION_FAILED,

    /// An idempotency key came again with another request.
    KEY_REUSED,

    /// The caller has not shown who it is.
    UNKNOWN_CALLER,

    /// The caller is known, or need not be, but may not do this.
    FORBIDDEN,

    /// The caller calls more often, or more at once, than it may.
    TOO_MANY_REQUESTS,

    /// Something that the answer depends on cannot be had at present.
    UNAVAILABLE,

    /// A value is longer than this service takes.
    TOO_LARGE,

    /// A value is longer than an address may be.
    URI_TOO_LONG
  }

  private final Kind kind;
  private final String field;

  /// @param field the field or parameter at fault, such as `a.text`
  /// @param message a clause about the field, such as `must be 0 to 64, was 70`
  public RequestException(Kind kind, String field, String message) {
    super(message, null, false, false);
    this.kind = kind;
    this.field = field;
  }

  /// An [Kind#INVALID] value.
  public static RequestException invalid(String field, String message) {
    return new RequestException(Kind.INVALID, field, message);
  }

  /// What kind of fault it is.
  public Kind kind() {
    return kind;
  }

  /// The field or parameter at fault.
  public String field() {
    return field;
  }

  /// What is wrong with the field; never null.
  public String message() {
    return String.valueOf(getMessage());
  }

  /// The same fault in a field inside another one.
  public RequestException within(String outer) {
    return new RequestException(
        kind, field.equals("body") ? outer : outer + "." + field, message());
  }
}
