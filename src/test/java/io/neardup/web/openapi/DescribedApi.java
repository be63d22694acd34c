package io.neardup.web.openapi;

import io.neardup.Json;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// The API description, and validation of JSON against its schemas, as far as these use the
/// features of JSON Schema.
///
/// @param json the description
public record DescribedApi(JsonNode json) {

  /// The order of calls: documents are stored first and deleted last.
  private static final List<String> ORDER =
      List.of("put", "post", "get", "head", "patch", "delete");

  /// A call.
  ///
  /// @param method in lower case
  record Operation(String method, String path, JsonNode json) {

    @Override
    public String toString() {
      return method.toUpperCase() + " " + path;
    }
  }

  /// All calls, in an order in which each can succeed.
  List<Operation> operations() {
    List<Operation> operations = new ArrayList<>();
    json.get("paths")
        .properties()
        .forEach(path ->
            path.getValue()
                .properties()
                .forEach(operation ->
                    operations.add(
                        new Operation(operation.getKey(), path.getKey(), operation.getValue()))));
    operations.sort(Comparator.comparingInt(operation -> ORDER.indexOf(operation.method)));
    return operations;
  }

  /// What answers contain, by status and media type.
  Map<String, Map<String, JsonNode>> answers(Operation operation) {
    Map<String, Map<String, JsonNode>> answers = new LinkedHashMap<>();
    operation
        .json()
        .get("responses")
        .properties()
        .forEach(response -> {
          Map<String, JsonNode> content = new LinkedHashMap<>();
          for (String part : List.of("content", "x-stream")) {
            resolved(response.getValue())
                .path(part)
                .properties()
                .forEach(media -> content.put(media.getKey(), media.getValue()));
          }
          answers.put(response.getKey(), content);
        });
    return answers;
  }

  /// What successful answers contain.
  Map<String, Map<String, JsonNode>> successes(Operation operation) {
    Map<String, Map<String, JsonNode>> answers = answers(operation);
    answers.keySet().removeIf(status -> !status.startsWith("2"));
    return answers;
  }

  /// Lists where an answer does not match its description. Calls that are not described have none.
  public List<String> faults(String method, String target, Answer answer) {
    String path = target.replaceFirst("\\?.*", "");
    return operations().stream()
        .filter(operation -> operation.method.equalsIgnoreCase(method))
        .filter(operation -> path.matches(operation.path.replaceAll("\\{\\w+}", "[^/]+")))
        .findFirst()
        .map(operation -> faults(operation, answer))
        .orElse(List.of());
  }

  List<String> faults(Operation operation, Answer answer) {
    Map<String, JsonNode> described = answers(operation).get(String.valueOf(answer.status()));
    if (described == null) {
      return List.of(operation + ": status " + answer.status() + " is not described");
    }
    if (answer.body().isEmpty()) {
      return described.isEmpty() || answer.status() / 100 == 3
          ? List.of()
          : List.of(operation + ": no body, but one is described");
    }
    String type = type(described, answer);
    if (!described.containsKey(type)) {
      return List.of(operation + ": " + type + " is not described");
    }
    List<String> faults = new ArrayList<>();
    compareBody(
        operation.toString(), type, described.get(type).get("schema"), answer.body(), faults);
    return faults;
  }

  /// The media type as described, possibly without parameters.
  static String type(Map<String, JsonNode> described, Answer answer) {
    String type = answer.header("Content-Type");
    return described.containsKey(type) ? type : type.replaceFirst(";.*", "");
  }

  /// The target of a node's reference, or the node itself.
  JsonNode resolved(JsonNode node) {
    return node.has("$ref") ? resolved(json.at(node.get("$ref").asString().substring(1))) : node;
  }

  /// Records where a body of a media type does not match its schema.
  void compareBody(String path, String type, JsonNode schema, String body, List<String> faults) {
    if (type.equals(RunningService.NDJSON)) {
      body.lines().forEach(line -> compare(path, schema, Json.read(line), faults));
    } else if (type.endsWith("json")) {
      compare(path, schema, Json.read(body), faults);
    } // any text matches the description of a text
  }

  /// Records where `value` does not match `schema`: a wrong type, an undescribed field, or a
  /// missing field.
  void compare(String path, JsonNode reference, JsonNode value, List<String> faults) {
    JsonNode schema = resolved(reference);
    if (schema.has("oneOf")) {
      compareOne(path, schema.get("oneOf"), value, faults);
      return;
    }
    String type = schema.path("type").asString("");
    if (!type.isEmpty() && !isA(type, value)) {
      faults.add(path + " is not a " + type + ": " + value);
      return;
    }
    JsonNode allowed = schema.path("enum");
    if (allowed.isArray() && allowed.valueStream().noneMatch(value::equals)) {
      faults.add(path + " is none of " + allowed + ": " + value);
    }
    for (JsonNode element : value.isArray() ? value : List.<JsonNode>of()) {
      compare(path + "[]", schema.path("items"), element, faults);
    }
    Map<String, JsonNode> properties = new LinkedHashMap<>();
    parts(schema)
        .forEach(part ->
            part.path("properties")
                .properties()
                .forEach(property -> properties.put(property.getKey(), property.getValue())));
    if (value.isObject() && !properties.isEmpty()) {
      value
          .properties()
          .forEach(field -> {
            JsonNode property = properties.get(field.getKey());
            if (property == null) {
              faults.add(path + "." + field.getKey() + " is not described");
            } else {
              compare(path + "." + field.getKey(), property, field.getValue(), faults);
            }
          });
      parts(schema)
          .flatMap(part -> part.path("required").valueStream())
          .map(JsonNode::asString)
          .filter(required -> !value.has(required))
          .forEach(required -> faults.add(path + "." + required + " is missing"));
    }
  }

  /// A schema and its parts.
  private Stream<JsonNode> parts(JsonNode schema) {
    return Stream.concat(
        Stream.of(schema),
        schema.path("allOf").valueStream().map(this::resolved).flatMap(this::parts));
  }

  private void compareOne(String path, JsonNode schemas, JsonNode value, List<String> faults) {
    List<String> all = new ArrayList<>();
    for (JsonNode schema : schemas) {
      List<String> some = new ArrayList<>();
      compare(path, schema, value, some);
      if (some.isEmpty()) {
        return;
      }
      all.addAll(some);
    }
    faults.add(path + " is as none of its schemas: " + all);
  }

  private static boolean isA(String type, JsonNode value) {
    return switch (type) {
      case "string" -> value.isString();
      case "integer" -> value.isIntegralNumber();
      case "number" -> value.isNumber();
      case "boolean" -> value.isBoolean();
      case "array" -> value.isArray();
      default -> value.isObject();
    };
  }
}
