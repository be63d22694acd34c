package io.neardup.web.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.ExampleJobs;
import io.neardup.HttpTest;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.cluster.SingleProcess;
import io.neardup.web.openapi.DescribedApi.Operation;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// The forms of Swagger UI can be sent with their initial values, and with any one further field.
@HttpTest
class OpenApiFormTests {

  private static final String NDJSON = "application/x-ndjson";

  /// Values of parameters whose schemas have no example.
  private static final Map<String, String> VALUES =
      Map.ofEntries(
          Map.entry("a", "cat-1"),
          Map.entry("after", "cat-1"),
          Map.entry("b", "cat-2"),
          Map.entry("collection", "default"),
          Map.entry("filter", "lang:en"),
          Map.entry("fingerprint", "0123456789abcdef".repeat(4)),
          Map.entry("id", "cat-1"),
          Map.entry("idField", "id"),
          Map.entry("minPosition", "0-1"),
          Map.entry("onDuplicate", "skip"),
          Map.entry("prefix", "cat"),
          Map.entry("profile", "paper-v1"),
          Map.entry("minShare", "0.5"),
          Map.entry("skipContained", "0.9"),
          Map.entry("minSimilarity", "0.8"),
          Map.entry("recall", "exact"),
          Map.entry("text", "the cat sat on the mat"),
          Map.entry("textField", "text"),
          Map.entry("If-Match", "*"),
          Map.entry("If-None-Match", "*"));

  /// Parameters that replace another one, by operation id and name.
  private static final Map<String, String> ALTERNATIVES =
      Map.of(
          "getDuplicates fingerprint", "text",
          "getDuplicates id", "text",
          "getPassages id", "text");

  /// Parameters that need another one, by operation id and name.
  private static final Map<String, String> COMPANIONS =
      Map.of(
          "deleteJudgements a", "b",
          "deleteJudgements b", "a",
          "postDocument skipContained", "onDuplicate",
          "putDocument skipContained", "onDuplicate");

  @Autowired private RunningService service;

  /// The initial values of a form.
  ///
  /// @param values by parameter name
  private record Form(
      String method, String path, JsonNode operation, Map<String, String> values, String type) {}

  @Test
  @SingleProcess("jobs")
  void examplesAreAcceptedWithAnyOneFieldMore() {
    reachEveryPartition();
    ExampleJobs.indexPassages(service, "none", true);
    List<String> refused = new ArrayList<>();
    for (Operation operation : new DescribedApi(service.get("/v3/api-docs").json()).operations()) {
      JsonNode bodies = operation.json().at("/requestBody/content");
      String type = bodies.isMissingNode() ? "" : bodies.propertyNames().iterator().next();
      String method = operation.method().toUpperCase();
      send(new Form(method, operation.path(), operation.json(), Map.of(), type), refused);
    }
    ExampleJobs.indexPassages(service, "none", false);
    assertThat(refused).isEmpty();
  }

  /// Has every partition reach the position 1, which the calls ask for.
  private void reachEveryPartition() {
    service.put("/collections/positions", "{}").require(201);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 500; i++) {
      lines.append("{\"id\":\"position-%d\",\"text\":\"a text\"}\n".formatted(i));
    }
    service.postLines("/documents?limit=0&collection=positions", lines.toString());
    service.delete("/collections/positions");
  }

  private void send(Form empty, List<String> refused) {
    Map<String, String> filled = new LinkedHashMap<>();
    List<JsonNode> open = new ArrayList<>();
    for (JsonNode parameter : empty.operation.path("parameters")) {
      String value = prefilled(parameter);
      if (value == null) {
        open.add(parameter);
      } else {
        filled.put(parameter.get("name").asString(), value);
      }
    }
    sent(with(empty, filled, empty.type), refused);
    for (JsonNode parameter : open) {
      String name = parameter.get("name").asString();
      boolean ofStreams = parameter.path("description").asString("").startsWith("Of streams");
      for (String value : values(empty, parameter)) {
        Map<String, String> more = new LinkedHashMap<>(filled);
        String parameterOfCall = empty.operation.get("operationId").asString() + " " + name;
        more.remove(ALTERNATIVES.get(parameterOfCall));
        more.put(name, value);
        String companion = COMPANIONS.get(parameterOfCall);
        if (companion != null) {
          more.put(companion, VALUES.get(companion));
        }
        sent(with(empty, more, ofStreams ? NDJSON : empty.type), refused);
      }
    }
  }

  private static Form with(Form form, Map<String, String> values, String type) {
    return new Form(form.method, form.path, form.operation, values, type);
  }

  /// The value that Swagger UI fills in.
  private static @Nullable String prefilled(JsonNode parameter) {
    for (String at : List.of("/example", "/schema/example", "/schema/default")) {
      JsonNode value = parameter.at(at);
      if (!value.isMissingNode()) {
        return value.isArray() ? value.get(0).asString() : value.asString();
      }
    }
    return null;
  }

  private static List<String> values(Form form, JsonNode parameter) {
    JsonNode schema = parameter.get("schema");
    if (schema.has("enum")) {
      return schema.get("enum").valueStream().map(JsonNode::asString).toList();
    }
    String name = parameter.get("name").asString();
    return switch (schema.path("type").asString("")) {
      case "integer" -> List.of(schema.path("minimum").asString("1"));
      case "boolean" -> List.of("true", "false");
      default -> {
        assertThat(VALUES).as("a value for %s of %s", name, form.path).containsKey(name);
        yield List.of(
            switch (form.path + " " + name) {
              case "/changes after" -> "end";
              case "/jobs after" -> "1.nightly-pairs";
              case "/collections/{name}/judgements after" -> "Y2F0LTEAY2F0LTI";
              case "/jobs/{id}/results after" -> "0";
              case "/duplicates idField", "/passages idField" -> "ref";
              default -> VALUES.get(name);
            });
      }
    };
  }

  private void sent(Form form, List<String> refused) {
    String path = form.path;
    List<String> query = new ArrayList<>();
    Map<String, String> headers = new LinkedHashMap<>();
    for (JsonNode parameter : form.operation.path("parameters")) {
      String name = parameter.get("name").asString();
      String value = form.values.get(name);
      if (value != null) {
        switch (parameter.get("in").asString()) {
          case "path" -> path = path.replace("{" + name + "}", value);
          case "header" -> headers.put(name, value);
          default -> query.add(name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8));
        }
      }
    }
    String target = query.isEmpty() ? path : path + "?" + String.join("&", query);
    String body = "";
    if (!form.type.isEmpty()) {
      headers.put("Content-Type", form.type);
      JsonNode first =
          form.operation
              .at("/requestBody/content")
              .get(form.type)
              .get("examples")
              .iterator()
              .next();
      JsonNode value = first.get("value");
      body = value.isString() ? value.asString() : value.toString();
    }
    Answer answer = service.send(form.method, target, headers, body);
    // The requested document may not exist, or may exist already.
    boolean refusedForItsForm =
        answer.status() / 100 != 2 && !List.of(304, 404, 409, 412).contains(answer.status());
    boolean hasRefusedLine =
        !form.path.equals("/jobs")
            && answer.body().contains("\"problem\":"); // jobs may have failed
    if (refusedForItsForm || hasRefusedLine) {
      refused.add(form.method + " " + target + " " + headers + ": " + answer.body());
    }
  }
}
