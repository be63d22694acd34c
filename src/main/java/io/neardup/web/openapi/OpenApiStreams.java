package io.neardup.web.openapi;

import io.neardup.web.json.CallParameters;
import io.neardup.web.json.InQuery;
import io.neardup.web.limits.StreamMediaTypes;
import io.neardup.web.ndjson.LookupFields;
import java.util.Objects;
import org.springframework.core.MethodParameter;
import org.springframework.web.method.HandlerMethod;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Describes what controller signatures do not show: the lines of streams, and query parameters
/// that are fields of a request, see [InQuery].
///
/// @param schemas of the API description
/// @param streams bodies that are streams, as in `calls.yaml`
record OpenApiStreams(ObjectNode schemas, JsonNode streams) {

  /// The response extension for the content of the answer to a stream. In the response's own
  /// content, generated clients would take it as another type of the answer to JSON.
  static final String ANSWER_TO_STREAM = "x-stream";

  void describe(ObjectNode operation, HandlerMethod method) {
    CallDetails details = method.getMethodAnnotation(CallDetails.class);
    if (details != null && details.lines().length > 0) {
      describeWritten(operation, details);
    }
    if (details != null && details.streamOf() != void.class) {
      describeStream(operation, details);
    }
  }

  private void describeStream(ObjectNode operation, CallDetails details) {
    ObjectNode body = operation.withObjectProperty("requestBody");
    describeAnswers(operation.withObject("/responses/200"), name(details.answeredWith()));
    ObjectNode content = body.withObjectProperty("content").setAll((ObjectNode) streams.deepCopy());
    ObjectNode lines = content.withObjectProperty(StreamMediaTypes.NDJSON);
    lines.set("schema", reference(name(details.streamOf())));
    if (LookupFields.class.isAssignableFrom(details.streamOf())) {
      ObjectNode example = lines.withObject("/examples/two lines");
      example.put("value", example.path("value").asString().replace("\"id\"", "\"ref\""));
    }
  }

  private void describeAnswers(ObjectNode response, String answer) {
    schemas.set(
        answer + "Line",
        json(
            """
            {"allOf": [
              {"$ref": "#/components/schemas/%s"},
              {"type": "object", "required": ["line"],
               "properties": {"line": {"type": "integer", "format": "int64"}}}]}
            """,
            answer));
    response.put(
        "description",
        "OK. The answer to a stream is application/x-ndjson with a "
            + answer
            + "Line or a ProblemLine for each line or record; see x-stream.");
    response.set(
        ANSWER_TO_STREAM,
        json(
            """
            {"application/x-ndjson": {"schema": {
              "description": "A JSON object per line, for each line or record of the request.",
              "oneOf": [
                {"$ref": "#/components/schemas/%sLine"},
                {"$ref": "#/components/schemas/ProblemLine"}]}}}
            """,
            answer));
  }

  /// Describes the answer of a call that writes its answer itself.
  private void describeWritten(ObjectNode operation, CallDetails details) {
    ObjectNode response = operation.withObjectProperty("responses").putObject("200");
    ObjectNode content = response.put("description", "OK").putObject("content");
    if (details.json() != void.class) {
      content.putObject("application/json").set("schema", reference(name(details.json())));
    }
    ObjectNode line = content.putObject(StreamMediaTypes.NDJSON).putObject("schema");
    line.put("description", "One JSON object per line.");
    for (Class<?> each : details.lines()) {
      line.withArrayProperty("oneOf").add(reference(name(each)));
    }
  }

  /// Describes query parameters like the fields that they set.
  void addParameters(ObjectNode operation, HandlerMethod method) {
    CallParameters known = CallParameters.by(method, "");
    for (MethodParameter each : method.getMethodParameters()) {
      if (each.hasParameterAnnotation(InQuery.class)) {
        schemas
            .path(each.getParameterType().getSimpleName())
            .path("properties")
            .properties()
            .stream()
            .filter(field -> known.query().containsKey(field.getKey()))
            .forEach(field -> addParameter(operation, field.getKey(), field.getValue()));
      }
    }
  }

  private static void addParameter(ObjectNode operation, String name, JsonNode field) {
    if (operation
        .path("parameters")
        .valueStream()
        .anyMatch(each -> each.path("name").asString().equals(name))) {
      return;
    }
    ObjectNode schema = (ObjectNode) field.deepCopy();
    String text = Objects.requireNonNull(schema.remove("description")).asString();
    schema.remove("example"); // forms would send it
    operation
        .withArrayProperty("parameters")
        .addObject()
        .put("name", name)
        .put("in", "query")
        .put(
            "description",
            operation.has("requestBody") ? "Of streams, for all lines: " + text : text)
        .put("required", false)
        .set("schema", schema);
  }

  static String name(Class<?> type) {
    var named = type.getAnnotation(io.swagger.v3.oas.annotations.media.Schema.class);
    return named == null || named.name().isEmpty() ? type.getSimpleName() : named.name();
  }

  private static JsonNode reference(String schema) {
    return json("{\"$ref\": \"#/components/schemas/%s\"}", schema);
  }

  private static JsonNode json(String template, String schema) {
    return JsonMapper.shared().readTree(template.replace("%s", schema));
  }
}
