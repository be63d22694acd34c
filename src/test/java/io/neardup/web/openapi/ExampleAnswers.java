package io.neardup.web.openapi;

import io.neardup.Json;
import io.neardup.RunningService.Answer;
import io.neardup.web.openapi.DescribedApi.Operation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The file with examples of answers, by operation id, status and media type.
record ExampleAnswers(ObjectNode json) {

  static final Path FILE = Path.of("src", "main", "resources", "openapi", "answers.json");

  static ExampleAnswers read() {
    try {
      return new ExampleAnswers((ObjectNode) Json.read(Files.readString(FILE)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Each with operation id, status and media type.
  Set<String> names() {
    Set<String> names = new TreeSet<>();
    json.properties()
        .forEach(call ->
            call.getValue()
                .properties()
                .forEach(status ->
                    status
                        .getValue()
                        .propertyNames()
                        .forEach(type -> names.add(name(call.getKey(), status.getKey(), type)))));
    return names;
  }

  /// Those that match their schemas.
  ExampleAnswers matching(DescribedApi api) {
    for (Operation operation : api.operations()) {
      String id = operation.json().get("operationId").asString();
      api.successes(operation)
          .forEach((status, content) ->
              content.forEach((type, media) -> {
                List<String> faults = new ArrayList<>();
                if (json.path(id).path(status) instanceof ObjectNode examples
                    && examples.has(type)) {
                  api.compareBody(id, type, media.get("schema"), text(examples.get(type)), faults);
                  if (!faults.isEmpty()) {
                    examples.remove(type);
                  }
                }
              }));
    }
    return this;
  }

  private static String text(JsonNode example) {
    return example.isString() ? example.asString() : example.toString();
  }

  static String name(String operationId, String status, String type) {
    return operationId + " " + status + " " + type;
  }

  /// Adds an answer, unless there is an example already.
  void add(Operation operation, String type, Answer answer) {
    ObjectNode examples =
        json.withObjectProperty(operation.json().get("operationId").asString())
            .withObjectProperty(String.valueOf(answer.status()));
    if (!examples.has(type)) {
      JsonNode body = type.endsWith("/json") ? answer.json() : null;
      if (body == null) {
        examples.put(type, answer.body());
      } else {
        examples.set(type, body);
      }
    }
  }

  void write() {
    try {
      Files.writeString(FILE, json.toPrettyString() + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
