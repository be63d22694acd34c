package io.neardup.fuzz;

import io.neardup.RunningService;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A case that Tcases generated from the API description: a call, with a value for each of its
/// parameters and for the body.
///
/// @param parameters the output of Tcases for each of them
/// @param type of the body, null if there is none
/// @param body null if there is none
/// @param authorized whether a key is to be sent
record RequestCase(
    String method,
    String path,
    List<JsonNode> parameters,
    @Nullable String type,
    @Nullable JsonNode body,
    boolean authorized) {

  /// Reads a case as Tcases writes it.
  static RequestCase read(JsonNode json) {
    JsonNode body = json.path("body");
    return new RequestCase(
        json.get("operation").asString(),
        json.get("path").asString(),
        json.path("parameters").valueStream().toList(),
        body.has("mediaType") ? body.get("mediaType").asString() : null,
        body.path("data").isObject() ? value(body.get("data")) : null,
        !json.path("invalidInput").asString("").startsWith("Auth"));
  }

  /// An example of the same call with one parameter or field of this case. Fields that are valid
  /// separately are rarely valid together.
  RequestCase graftOnto(RequestCase example, SplittableRandom random) {
    List<String> fields =
        body instanceof ObjectNode && example.body instanceof ObjectNode
            ? List.copyOf(body.propertyNames())
            : List.of();
    int choices = parameters.size() + fields.size();
    int chosen = choices == 0 ? 0 : random.nextInt(choices);
    List<JsonNode> all = new ArrayList<>(example.parameters);
    JsonNode whole = example.body;
    if (chosen < parameters.size()) {
      JsonNode parameter = parameters.get(chosen);
      all.removeIf(other -> other.get("name").equals(parameter.get("name")));
      all.add(parameter);
    } else if (!fields.isEmpty()) {
      String field = fields.get(chosen - parameters.size());
      whole = ((ObjectNode) example.body.deepCopy()).set(field, body.get(field));
    }
    return new RequestCase(method, path, all, example.type, whole, true);
  }

  /// Whether both belong to the same call.
  boolean isOfCall(RequestCase other) {
    return method.equals(other.method) && path.equals(other.path);
  }

  /// The request, with a key if one is to be sent.
  ///
  /// @param key null if the service requires none
  ApiRequest request(@Nullable String key) {
    String filled = path;
    List<String> query = new ArrayList<>();
    Map<String, String> headers = new LinkedHashMap<>();
    for (JsonNode parameter : parameters) {
      String name = parameter.get("name").asString();
      List<String> values = values(parameter.get("data"));
      switch (parameter.get("in").asString()) {
        case "path" -> filled = filled.replace("{" + name + "}", encode(String.join(",", values)));
        case "query" -> values.forEach(value -> query.add(encode(name) + "=" + encode(value)));
        default -> {
          if (!values.isEmpty()) {
            headers.put(name, String.join(",", values).replaceAll("[\\r\\n]", " "));
          }
        }
      }
    }
    if (key != null && authorized) {
      headers.put("X-API-Key", key);
    }
    if (type != null) {
      headers.put("Content-Type", type);
    }
    return new ApiRequest(
        method,
        query.isEmpty() ? filled : filled + "?" + String.join("&", query),
        headers,
        content().getBytes(StandardCharsets.UTF_8));
  }

  private String content() {
    if (body == null) {
      return "";
    }
    boolean json = RunningService.JSON.equals(type) || RunningService.NDJSON.equals(type);
    return json || !body.isString() ? body.toString() : body.asString();
  }

  private static List<String> values(JsonNode data) {
    if (data.isNull()) {
      return List.of(); // omitted
    }
    JsonNode value = value(data);
    return value.isArray()
        ? value.valueStream().map(RequestCase::text).toList()
        : List.of(text(value));
  }

  private static String text(JsonNode value) {
    return value.isNull() ? "" : value.isString() ? value.asString() : value.toString();
  }

  /// Removes the types that Tcases adds to each value, at any depth.
  private static JsonNode value(JsonNode data) {
    JsonNode value = data.path("value");
    if (value.isObject() && data.get("type").asString().equals("object")) {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      value.properties().forEach(field -> object.set(field.getKey(), value(field.getValue())));
      return object;
    }
    if (value.isArray()) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      value.forEach(element -> array.add(value(element)));
      return array;
    }
    return value;
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /// An NDJSON stream of the bodies of cases.
  static ApiRequest stream(List<RequestCase> cases, @Nullable String key) {
    RequestCase first = cases.getFirst();
    String lines =
        cases.stream().map(RequestCase::content).collect(Collectors.joining("\n", "", "\n"));
    ApiRequest request =
        new RequestCase(first.method, first.path, List.of(), RunningService.NDJSON, null, true)
            .request(key);
    return new ApiRequest(
        request.method(),
        request.target(),
        request.headers(),
        lines.getBytes(StandardCharsets.UTF_8));
  }
}
