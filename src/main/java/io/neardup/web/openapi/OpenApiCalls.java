package io.neardup.web.openapi;

import io.neardup.web.problem.Problem;
import io.neardup.web.problem.RequestIdValve;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Describes calls: parameters, bodies, answers and problems. Problems common to several calls are
/// components that the calls refer to.
record OpenApiCalls(OpenApiTexts texts) {

  private static final List<String> WITHOUT_BODY = List.of("204", "304");

  /// Adds the components that calls refer to.
  void addTo(ObjectNode components) {
    ObjectNode responses = components.withObjectProperty("responses");
    texts
        .calls()
        .path("problems")
        .properties()
        .forEach(each ->
            responses.set("Problem" + each.getKey(), problem(each.getKey(), each.getValue())));
  }

  void describe(ObjectNode operation, JsonNode call) {
    for (String field : List.of("operationId", "summary", "description")) {
      operation.set(field, call.get(field));
    }
    for (JsonNode each : operation.path("parameters")) {
      texts.describe((ObjectNode) each, call);
      forbidNull((ObjectNode) each.path("schema"));
    }
    ObjectNode responses = operation.withObjectProperty("responses");
    describeAnswers(responses, call);
    texts.calls().path("problemsOfAll").forEach(status -> refer(responses, status.asString()));
    if (operation.get("requestBody") instanceof ObjectNode body) {
      describeBody(body, call);
      texts.calls().path("problemsOfBodies").forEach(each -> refer(responses, each.asString()));
    }
    call.path("refusals")
        .properties()
        .forEach(each -> {
          if (each.getValue().isNull()) {
            refer(responses, each.getKey());
          } else {
            responses.set(each.getKey(), problem(each.getKey(), each.getValue()));
          }
        });
  }

  /// A parameter is absent rather than null.
  private static void forbidNull(ObjectNode parameter) {
    if (parameter.path("type").isArray()) {
      parameter.set("type", parameter.get("type").get(0));
    }
    parameter.remove("nullable"); // in OpenAPI 3.0
  }

  private static void describeBody(ObjectNode body, JsonNode call) {
    body.put("required", true);
    body.path("content")
        .properties()
        .forEach(content -> {
          if (content.getKey().endsWith("json") && !content.getKey().endsWith("ndjson")) {
            call.path("examples")
                .properties()
                .forEach(example ->
                    ((ObjectNode) content.getValue())
                        .withObjectProperty("examples")
                        .withObjectProperty(example.getKey())
                        .put("summary", example.getKey())
                        .set("value", example.getValue()));
          }
        });
  }

  private void describeAnswers(ObjectNode responses, JsonNode call) {
    if (call.has("answers")) {
      describeStatuses(responses, call.get("answers"));
    }
    JsonNode examples = texts.answers().path(call.path("operationId").asString());
    responses
        .properties()
        .forEach(each -> {
          String status = each.getKey();
          ObjectNode answer = (ObjectNode) each.getValue();
          call.path("texts")
              .properties()
              .forEach(text ->
                  answer
                      .withObjectProperty("content")
                      .withObjectProperty(text.getKey())
                      .withObjectProperty("schema")
                      .put("type", "string")
                      .set("description", text.getValue()));
          addRequestId(answer);
          call.path("headers")
              .properties()
              .forEach(header -> {
                String name = header.getKey(); // or a status, a space and a name
                int space = name.indexOf(' ');
                if (space < 0 || name.startsWith(status)) {
                  addHeader(answer, name.substring(space + 1), header.getValue().asString());
                }
              });
          addExamples(answer.path("content"), examples.path(status));
          addExamples(answer.path(OpenApiStreams.ANSWER_TO_STREAM), examples.path(status));
        });
  }

  /// Replaces the answer derived from the method by the listed answers, each with its body.
  private static void describeStatuses(ObjectNode responses, JsonNode answers) {
    String derived =
        responses.propertyStream().map(each -> each.getKey()).findFirst().orElseThrow();
    JsonNode known = responses.remove(derived);
    answers
        .properties()
        .forEach(each -> {
          String status = each.getKey();
          ObjectNode answer = responses.putObject(status);
          if (status.equals(derived)) {
            answer.setAll((ObjectNode) known);
          } else if (!WITHOUT_BODY.contains(status) && known.has("content")) {
            answer.set("content", known.get("content").deepCopy());
          }
          if (!each.getValue().isNull()) {
            answer.set("description", each.getValue());
          }
        });
  }

  private static void addExamples(JsonNode content, JsonNode examples) {
    content
        .properties()
        .forEach(media -> {
          if (examples.has(media.getKey())) {
            ((ObjectNode) media.getValue()).set("example", examples.get(media.getKey()));
          }
        });
  }

  private static void refer(ObjectNode responses, String status) {
    responses.putObject(status).put("$ref", "#/components/responses/Problem" + status);
  }

  private static ObjectNode problem(String status, JsonNode cause) {
    ObjectNode response = JsonNodeFactory.instance.objectNode().set("description", cause);
    response
        .withObjectProperty("content")
        .withObjectProperty(Problem.MEDIA_TYPE)
        .withObjectProperty("schema")
        .put("$ref", "#/components/schemas/Problem");
    addRequestId(response);
    switch (status) {
      case "401", "403" -> addHeader(response, "WWW-Authenticate", "How to send a key or token");
      case "405" -> addHeader(response, "Allow", "The methods that the path supports");
      case "429", "503" -> addHeader(response, "Retry-After", "When to retry, in seconds");
      default -> {}
    }
    return response;
  }

  /// Adds the header common to all answers.
  private static void addRequestId(ObjectNode response) {
    addHeader(response, RequestIdValve.HEADER, "The request id, also in its log lines");
  }

  private static void addHeader(ObjectNode response, String name, String text) {
    response
        .withObjectProperty("headers")
        .putObject(name)
        .put("description", text)
        .putObject("schema")
        .put("type", "string");
  }
}
