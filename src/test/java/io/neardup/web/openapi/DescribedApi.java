package io.neardup.web.openapi;

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
record DescribedApi(JsonNode json) {

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

  /// The target of a node's reference, or the node itself.
  JsonNode resolved(JsonNode node) {
    return node.has("$ref") ? resolved(json.at(node.get("$ref").asString().substring(1))) : node;
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
