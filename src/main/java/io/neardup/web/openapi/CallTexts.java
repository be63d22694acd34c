package io.neardup.web.openapi;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What `calls.yaml` says of calls.
///
/// @param problems the usual causes of problems, by status
/// @param problemsOfAll the statuses that every call can have
/// @param problemsOfBodies those that calls with a body can have besides
/// @param streams descriptions of bodies that are streams
/// @param parameters texts and examples of parameters that several calls have
/// @param calls by method and path, in the order of the description
record CallTexts(
    Map<Integer, String> problems,
    List<Integer> problemsOfAll,
    List<Integer> problemsOfBodies,
    Streams streams,
    Map<String, Object> parameters,
    Map<String, Call> calls) {

  /// Bodies that are streams.
  ///
  /// @param csv what a body in CSV is
  /// @param english a text for examples
  /// @param chinese another one
  record Streams(String csv, String english, String chinese) {}

  /// A call.
  ///
  /// @param parameters texts and examples of its own parameters
  /// @param examples JSON bodies that the page for trying out calls offers; every one works
  /// @param answers what its successful answers mean, by status; a null keeps what is derived.
  ///   Empty if the derived answer is the only one.
  /// @param texts what its answers that are text have, by media type
  /// @param headers of successful answers, by name, or by status, space and name
  /// @param refusals problems besides those of all calls, by status; null for the usual cause
  record Call(
      String operationId,
      String summary,
      @Nullable String description,
      Map<String, Object> parameters,
      Map<String, Object> examples,
      Map<String, @Nullable String> answers,
      Map<String, String> texts,
      Map<String, String> headers,
      Map<Integer, @Nullable String> refusals) {

    Call {
      parameters = Objects.requireNonNullElse(parameters, Map.of());
      examples = Objects.requireNonNullElse(examples, Map.of());
      answers = Objects.requireNonNullElse(answers, Map.of());
      texts = Objects.requireNonNullElse(texts, Map.of());
      headers = Objects.requireNonNullElse(headers, Map.of());
      refusals = Objects.requireNonNullElse(refusals, Map.of());
    }
  }
}
