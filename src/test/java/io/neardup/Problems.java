package io.neardup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Asserts that requests are refused with a problem (RFC 9457) of a stable type, which names the
/// field and says what is allowed or what to do, without implementation details.
public final class Problems {

  /// Implementation details of this service and its libraries, which are useless to callers.
  private static final List<String> INTERNALS =
      List.of(
          "REDACTED",
          "Source:",
          "jackson",
          "JsonReadFeature",
          "StreamReadFeature",
          "StreamReadConstraints",
          "from -2147483648",
          "Exception",
          "io.neardup",
          "org.springframework",
          "org.apache",
          "java.",
          "\tat ");

  /// The usual problem type of each status.
  private static final Map<Integer, String> TYPES =
      Map.of(
          400, "invalid-request",
          401, "unknown-caller",
          403, "forbidden",
          404, "not-found",
          405, "method-not-allowed",
          406, "not-acceptable",
          413, "too-large",
          414, "uri-too-long",
          415, "unsupported-media-type",
          429, "too-many-requests");

  private Problems() {}

  /// The status and its usual type, such as `404 not-found`.
  static String usual(int status) {
    return status + " " + TYPES.get(status);
  }

  /// Asserts that the JSON is a problem.
  ///
  /// @param statusAndType such as `404 not-found`
  /// @param field the first field that it names, or null if any
  /// @param says parts of the detail
  public static void require(
      JsonNode problem, String statusAndType, @Nullable String field, String... says) {
    String json = problem.toString();
    String[] expected = statusAndType.split(" ");
    assertThat(problem.path("type").asString())
        .as(json)
        .isEqualTo("urn:neardup:problem:" + expected[1]);
    assertThat(problem.path("status").asString()).as(json).isEqualTo(expected[0]);
    assertThat(problem.path("title").asString()).as(json).isNotEmpty();
    for (String part : says) {
      assertThat(problem.path("detail").asString()).as(json).contains(part);
    }
    assertThat(json).doesNotContain(INTERNALS);
    if (field != null) {
      JsonNode error = problem.path("errors").path(0);
      assertThat(error.path("field").asString()).as(json).isEqualTo(field);
      assertThat(problem.get("detail").asString())
          .as(json)
          .isEqualTo(field + " " + error.path("message").asString());
    }
  }
}
