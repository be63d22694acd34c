package io.neardup.web.problem;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Why a request was not answered, and what to do: RFC 9457.
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@Schema(description = "A problem as in RFC 9457.")
public record Problem(
    @Schema(
            description = "Which kind of problem; does not change between versions.",
            example = "urn:neardup:problem:invalid-request")
        String type,
    @Schema(example = "The request is not valid") String title,
    @Schema(example = "400") int status,
    @Schema(example = "maxDistance must be 0 to 256 bits, was 300") String detail,
    @Schema(description = "The fields at fault.") List<FieldError> errors,
    @Schema(
            description = "X-Request-Id of the answer, by which the log can be searched.",
            example = "c0ffee5e1f7a4d0c9b2e8a6d3f105b77")
        @Nullable String requestId) {

  /// The media type of problems.
  public static final String MEDIA_TYPE = "application/problem+json";

  private static final String TYPES = "urn:neardup:problem:";

  /// A field at fault.
  record FieldError(
      @Schema(example = "maxDistance") String field,
      @Schema(example = "must be 0 to 256 bits, was 300") String message) {}

  /// The kinds of problems, with the status each is answered with.
  public enum ProblemKind {
    INVALID_REQUEST(400, "The request is not valid"),
    MALFORMED_JSON(400, "The request is not JSON"),
    UNKNOWN_CALLER(401, "The caller is not known"),
    FORBIDDEN(403, "The caller may not do this"),
    NOT_FOUND(404, "There is no such thing"),
    METHOD_NOT_ALLOWED(405, "This path does not take that method"),
    NOT_ACCEPTABLE(406, "The answer cannot be had in that media type"),
    TOO_SLOW(408, "The client sends or reads too slowly"),
    CONFLICT(409, "That cannot be done as things are"),
    GONE(410, "What was asked for is no longer kept"),
    PRECONDITION_FAILED(412, "The document is not what the request says it must be"),
    TOO_LARGE(413, "The request is too large"),
    URI_TOO_LONG(414, "The address is too long"),
    UNSUPPORTED_MEDIA_TYPE(415, "The request is of a media type that is not read here"),
    UNUSABLE_FINGERPRINT(422, "The fingerprint cannot be used"),
    KEY_REUSED(422, "The idempotency key belongs to another request"),
    TOO_MANY_REQUESTS(429, "The caller calls too often"),
    INTERNAL_ERROR(500, "Something went wrong here"),
    UNSUPPORTED_HTTP(501, "The request is in an HTTP that is not spoken here"),
    BUSY(503, "This service is busy"),
    LOADING(503, "The documents are being read"),
    STOPPING(503, "This service stops"),
    STORAGE(503, "The documents cannot be stored or read at present");

    private final int status;
    private final String title;

    ProblemKind(int status, String title) {
      this.status = status;
      this.title = title;
    }

    private String type() {
      return TYPES + label();
    }

    /// What its type ends with, such as `not-found`.
    String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /// What callers are told when the fault is ours; the log has more.
  public static Problem internalError() {
    return of(
        ProblemKind.INTERNAL_ERROR, "try again; if it happens again, the service's log tells more");
  }

  /// What callers are told when the HTTP server answers with a status of 500 or more.
  public static Problem ofServerError(int status) {
    boolean ofHttp = status == 501 || status == 505;
    return ofHttp
        ? of(
                ProblemKind.UNSUPPORTED_HTTP,
                "use HTTP/1.1 or HTTP/2, and no transfer encoding but chunked")
            .withStatus(status)
        : internalError().withStatus(status);
  }

  /// A problem that no single field is at fault of.
  public static Problem of(ProblemKind kind, String detail) {
    return new Problem(kind.type(), kind.title, kind.status, wellFormed(detail), List.of(), null);
  }

  /// A problem of one field.
  public static Problem of(ProblemKind kind, String field, String message) {
    String where = wellFormed(field);
    String what = wellFormed(message);
    return new Problem(
        kind.type(),
        kind.title,
        kind.status,
        where + " " + what,
        List.of(new FieldError(where, what)),
        null);
  }

  /// What its type ends with, such as `not-found`.
  String label() {
    return type.substring(TYPES.length());
  }

  /// The same problem with the status that was decided elsewhere.
  public Problem withStatus(int decided) {
    return new Problem(type, title, decided, detail, errors, requestId);
  }

  /// The same problem as the answer to a request of that id.
  public Problem withRequestId(@Nullable String id) {
    return new Problem(type, title, status, detail, errors, id);
  }

  /// The text with each half of a surrogate pair replaced.
  public static String wellFormed(String text) {
    return hasHalfPair(text)
        ? new String(text.getBytes(StandardCharsets.UTF_16BE), StandardCharsets.UTF_16BE)
        : text;
  }

  /// Whether the text has half of a surrogate pair, which UTF-8 has no bytes for.
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
