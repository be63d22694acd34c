package io.neardup.web.json;

import io.neardup.service.RequestException;
import io.neardup.service.write.Expiry;
import io.neardup.web.problem.Problem;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads the times and durations of requests.
public final class TimeFields {

  private static final long MAX_TTL_SECONDS = 36_500L * 24 * 60 * 60;

  /// The longest time to live in seconds, for annotations.
  public static final String MAX_TTL = "" + MAX_TTL_SECONDS;

  /// The grammar of RFC 3339, §5.6, with up to nanoseconds.
  private static final Pattern TIME =
      Pattern.compile(
          "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?(Z|[+-]\\d\\d:\\d\\d)");

  private static final int MAX_SHOWN = 40;

  private TimeFields() {}

  /// The expiry of a document, null if the request has none.
  ///
  /// @param expiresAt null if the field is omitted
  /// @throws RequestException if it is neither a time nor null
  public static @Nullable Expiry expiry(@Nullable JsonNode expiresAt) {
    if (expiresAt == null) {
      return null;
    }
    return new Expiry(expiresAt.isNull() ? null : time("expiresAt", expiresAt, ", or null"));
  }

  /// The time in a field.
  ///
  /// @param also what else the field may contain
  /// @throws RequestException if it is not an RFC 3339 time
  static Instant time(String field, JsonNode json, String also) {
    String text = json.isString() ? json.stringValue().toUpperCase(Locale.ROOT) : "";
    try {
      if (TIME.matcher(text).matches()) {
        return OffsetDateTime.parse(text).toInstant();
      }
    } catch (DateTimeException e) {
      // No such day or time of day: refused like any other text.
    }
    throw RequestException.invalid(
        field,
        "must be a time as in RFC 3339, such as 2099-12-31T23:59:59Z"
            + also
            + "; was "
            + shown(json));
  }

  /// The time to live of documents, null if the request has none or has null.
  ///
  /// @throws RequestException if it is not a whole number in the range
  public static @Nullable Duration ttl(@Nullable JsonNode ttlSeconds) {
    if (ttlSeconds == null || ttlSeconds.isNull()) {
      return null;
    }
    long seconds =
        ttlSeconds.isIntegralNumber() && ttlSeconds.canConvertToLong() ? ttlSeconds.longValue() : 0;
    if (seconds < 1 || seconds > MAX_TTL_SECONDS) {
      throw RequestException.invalid(
              "ttlSeconds",
              "must be a whole number, 1 to " + MAX_TTL_SECONDS + ", was " + shown(ttlSeconds))
          .withRange(1, MAX_TTL_SECONDS);
    }
    return Duration.ofSeconds(seconds);
  }

  /// A value in messages, truncated if it is long.
  public static String shown(JsonNode json) {
    String text = Problem.wellFormed(json.toString());
    return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…";
  }
}
