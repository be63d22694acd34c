package io.neardup.web.problem;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.RequestException.Range;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The cause of a refused request, and the remedy: RFC 9457.
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Problem(
    String type,
    String title,
    int status,
    String detail,
    List<FieldError> errors,
    @Nullable String requestId) {

  /// The media type of problems.
  public static final String MEDIA_TYPE = "application/problem+json";

  private static final String TYPES = "urn:neardup:problem:";

  /// An invalid field.
  ///
  /// @param least null if the allowed values are not a range
  /// @param most likewise
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record FieldError(String field, String message, @Nullable Long least, @Nullable Long most) {}

  /// The problem of an internal error; the log has the details.
  public static Problem internalError() {
    return of(Fault.INTERNAL_ERROR, "try again; if it happens again, see the service log");
  }

  /// The problem of a server answer with status 500 or higher.
  public static Problem ofServerError(int status) {
    boolean ofHttp = status == 501 || status == 505;
    return ofHttp
        ? of(Fault.UNSUPPORTED_HTTP, "use HTTP/1.1 or HTTP/2, and no transfer encoding but chunked")
            .withStatus(status)
        : internalError().withStatus(status);
  }

  /// A problem without a field.
  public static Problem of(Fault kind, String detail) {
    return new Problem(
        TYPES + kind.type(), kind.title(), kind.status(), wellFormed(detail), List.of(), null);
  }

  /// A problem of one field.
  public static Problem of(Fault kind, String field, String message) {
    return of(kind, field, message, null);
  }

  /// A problem of one field.
  ///
  /// @param range of its allowed values, null if they are not a range
  static Problem of(Fault kind, String field, String message, @Nullable Range range) {
    String where = wellFormed(field);
    String what = wellFormed(message);
    return new Problem(
        TYPES + kind.type(),
        kind.title(),
        kind.status(),
        where + " " + what,
        List.of(
            new FieldError(
                where,
                what,
                range == null ? null : range.least(),
                range == null ? null : range.most())),
        null);
  }

  /// The last part of its type, such as `not-found`.
  String label() {
    return type.substring(TYPES.length());
  }

  /// A copy with another status.
  public Problem withStatus(int decided) {
    return new Problem(type, title, decided, detail, errors, requestId);
  }

  /// A copy for the last line of a stream that ends early.
  public Problem ofStream() {
    String more = "; the stream ends here: send this line and those after it again";
    return new Problem(type, title, status, detail + more, errors, requestId);
  }

  /// A copy with the request id.
  public Problem withRequestId(@Nullable String id) {
    return new Problem(type, title, status, detail, errors, id);
  }

  /// The text with lone surrogates replaced.
  public static String wellFormed(String text) {
    return hasHalfPair(text)
        ? new String(text.getBytes(StandardCharsets.UTF_16BE), StandardCharsets.UTF_16BE)
        : text;
  }

  /// Whether the text has a lone surrogate, which UTF-8 cannot represent.
  public static boolean hasHalfPair(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (Character.charCount(text.codePointAt(i)) == 1) {
          return true;
        }
        i++;
      }
    }
    return false;
  }
}
