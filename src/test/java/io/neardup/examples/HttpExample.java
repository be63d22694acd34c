package io.neardup.examples;

import io.neardup.RunningService.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A request of a `.http` file and the answer shown below it.
///
/// @param file its name
/// @param title the text after `###`
/// @param target path and query, percent-encoded
/// @param headers of the request
/// @param body empty if there is none
/// @param answer null if none is shown
record HttpExample(
    String file,
    String title,
    String method,
    String target,
    Map<String, String> headers,
    String body,
    @Nullable Shown answer) {

  /// The answer as shown.
  ///
  /// @param headers that the answer has among others
  /// @param json empty if no body is shown; the text itself where the answer is text
  record Shown(int status, Map<String, String> headers, String json) {

    /// Describes how an answer differs from this one; empty if it does not.
    List<String> differences(Answer actual) {
      List<String> differences = new ArrayList<>();
      if (actual.status() != status) {
        differences.add("status is " + actual.status() + ", not " + status);
      }
      headers.forEach((name, value) -> {
        if (!JsonExpectation.matches(value, actual.header(name))) {
          differences.add(name + " is '" + actual.header(name) + "', not '" + value + "'");
        }
      });
      if (!json.isEmpty() && actual.header("Content-Type").startsWith("text/")) {
        if (!JsonExpectation.matches(json, actual.body().strip())) {
          differences.add("the body is " + actual.body() + ", not " + json);
        }
      } else if (!json.isEmpty()) {
        differences.addAll(JsonExpectation.parse(json).differences(actual.body()));
      } else if (!actual.body().isEmpty()) {
        differences.add("the body is " + actual.body() + ", not shown");
      }
      return differences;
    }
  }
}
