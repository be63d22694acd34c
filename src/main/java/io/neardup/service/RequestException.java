package io.neardup.service;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A request that is refused or fails. Names the field, the allowed values and the remedy.
public final class RequestException extends RuntimeException {

  /// The kinds of request errors, with HTTP status, type and title. Failed jobs are stored with the
  /// name.
  public enum Fault {
    INVALID(400, "invalid-request", "The request is not valid"),
    MALFORMED_JSON(400, "The request is not JSON"),
    UNKNOWN_CALLER(401, "The caller is not known"),
    FORBIDDEN(403, "The caller may not do this"),
    NOT_FOUND(404, "Not found"),
    METHOD_NOT_ALLOWED(405, "This path does not support that method"),
    NOT_ACCEPTABLE(406, "The answer is not available in that media type"),
    TOO_SLOW(408, "The client sends or reads too slowly"),
    CONFLICT(409, "The request conflicts with the current state"),
    GONE(410, "The requested data is no longer stored"),
    PRECONDITION_FAILED(412, "The document does not meet the condition of the request"),
    TOO_LARGE(413, "The request is too large"),
    URI_TOO_LONG(414, "The address is too long"),
    UNSUPPORTED_MEDIA_TYPE(415, "The media type of the request is not supported"),
    UNUSABLE_FINGERPRINT(422, "The fingerprint cannot be used"),
    TOO_MANY_REQUESTS(429, "The caller sends too many requests"),
    INTERNAL_ERROR(500, "The service failed"),
    UNSUPPORTED(501, "The service does not offer this in its current mode"),
    UNSUPPORTED_HTTP(501, "The HTTP version or transfer encoding is not supported"),
    UNAVAILABLE(503, "busy", "The service is busy"),
    /// Another instance of the cluster answers for the collection, or will; nothing was written.
    MOVED(503, "busy", "The service is busy"),
    LOADING(503, "The documents are being loaded"),
    QUARANTINED(503, "The collection is currently unavailable"),
    STOPPING(503, "The service is stopping"),
    STORAGE(503, "Documents currently cannot be stored or read");

    private final int status;
    private final String type;
    private final String title;

    Fault(int status, String type, String title) {
      this.status = status;
      this.type = type;
      this.title = title;
    }

    Fault(int status, String title) {
      this.status = status;
      this.type = name().toLowerCase(Locale.ROOT).replace('_', '-');
      this.title = title;
    }

    public int status() {
      return status;
    }

    /// The last part of the problem type, such as `not-found`.
    public String type() {
      return type;
    }

    public String title() {
      return title;
    }
  }

  /// The allowed values of a field; for a text, of its length in characters.
  ///
  /// @param least inclusive
  /// @param most inclusive
  public record Range(long least, long most) {}

  private final Fault kind;
  private final String field;
  private final @Nullable Range range;
  private final int retryAfterSeconds;

  /// @param field the invalid field or parameter, such as `a.text`
  /// @param message a clause about the field, such as `must be 0 to 64, was 70`
  public RequestException(Fault kind, String field, String message) {
    this(
        kind,
        field,
        message,
        null,
        switch (kind) {
          case UNAVAILABLE, MOVED, TOO_MANY_REQUESTS -> 1;
          case LOADING -> 2;
          default -> 0;
        });
  }

  /// A refusal with a range, or with its own retry delay.
  ///
  /// @param field the invalid field or parameter, such as `a.text`
  /// @param message a clause about the field, such as `must be 0 to 64, was 70`
  /// @param range see [#range]
  /// @param retryAfterSeconds see [#retryAfterSeconds]
  public RequestException(
      Fault kind, String field, String message, @Nullable Range range, int retryAfterSeconds) {
    super(message, null, false, false);
    this.kind = kind;
    this.field = field;
    this.range = range;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  public static RequestException invalid(String field, String message) {
    return new RequestException(Fault.INVALID, field, message);
  }

  /// The requested number, if it is in range.
  ///
  /// @param least inclusive
  /// @param most inclusive
  /// @param unit ends the range in the message, such as ` bits`
  /// @throws RequestException with the range if not
  public static int inRange(String field, int least, int most, String unit, int value) {
    if (value < least || value > most) {
      throw invalid(field, "must be " + least + " to " + most + unit + ", was " + value)
          .withRange(least, most);
    }
    return value;
  }

  /// The refusal of a request beyond the limit of concurrent work.
  ///
  /// @param message the work in progress, and what to do
  public static RequestException busy(String message, int retryAfterSeconds) {
    return new RequestException(Fault.UNAVAILABLE, "", message, null, retryAfterSeconds);
  }

  public Fault kind() {
    return kind;
  }

  /// The invalid field or parameter; empty if the message is a sentence of its own.
  public String field() {
    return field;
  }

  /// The error in the field; never null.
  public String message() {
    return String.valueOf(getMessage());
  }

  /// The allowed values of the field, also named in the message; null if they are not a range.
  public @Nullable Range range() {
    return range;
  }

  /// A copy with the allowed values of the field.
  public RequestException withRange(long least, long most) {
    return new RequestException(kind, field, message(), new Range(least, most), retryAfterSeconds);
  }

  /// Seconds to wait before a retry; 0 if the same request will fail again.
  public int retryAfterSeconds() {
    return retryAfterSeconds;
  }

  /// A copy for a nested field.
  public RequestException within(String outer) {
    if (field.isEmpty()) {
      return this;
    }
    String path = field.equals("body") ? outer : outer + "." + field;
    return new RequestException(kind, path, message(), range, retryAfterSeconds);
  }
}
