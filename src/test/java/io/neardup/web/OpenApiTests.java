package io.neardup.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.HttpTest;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;

/// The description of the API is complete, and everything that it offers to try out works and is
/// answered as described.
@HttpTest
class OpenApiTests {

  private static final String JSON = "application/json";
  private static final String NDJSON = "application/x-ndjson";

  /// Documents are stored first and removed last.
  private static final List<String> ORDER =
      List.of("put", "post", "get", "head", "patch", "delete");

  @Autowired private RunningService service;

  @Autowired
  @Qualifier("requestMappingHandlerMapping")
  private RequestMappingHandlerMapping mapping;

  private JsonNode api;

  /// @param method in lower case
  private record Operation(String method, String path, JsonNode json) {

    @Override
    public String toString() {
      return method.toUpperCase() + " " + path;
    }
  }

  /// A request that can be tried out.
  ///
  /// @param type of the body, empty if there is none
  private record Try(
      Operation operation, String example, String target, String type, String body) {}

  @BeforeEach
  void read() {
    Answer answer = service.get("/v3/api-docs");
    assertThat(answer.status()).isEqualTo(200);
    api = answer.json();
  }

  @Test
  void itIsOpenApi31AndSaysWhatItIs() {
    assertThat(api.get("openapi").asString()).startsWith("3.1");
    assertThat(api.get("info").get("title").asString()).isEqualTo("neardup");
    assertThat(api.get("info").get("version").asString()).matches("\\d+\\.\\d+.*");
    assertThat(api.get("info").get("description").asString()).isNotEmpty();
    assertThat(api.get("servers").get(0).get("url").asString()).isEqualTo("/");
  }

  @Test
  void everyEndpointIsDescribedAndNothingElse() {
    Set<String> described =
        operations().stream()
            .map(Operation::toString)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> there = new TreeSet<>();
    mapping
        .getHandlerMethods()
        .forEach((endpoint, method) -> {
          if (method.getBeanType().getPackageName().equals("io.neardup.web")
              && !method.getMethod().getName().equals("error")) {
            endpoint
                .getMethodsCondition()
                .getMethods()
                .forEach(verb ->
                    endpoint
                        .getPatternValues()
                        .forEach(pattern -> there.add(verb + " " + pattern)));
          }
        });
    assertThat(described).isEqualTo(there).isNotEmpty();
  }

  @Test
  void everyOperationHasASummaryAndProblems() {
    for (Operation operation : operations()) {
      JsonNode json = operation.json;
      assertThat(json.path("summary").asString()).as("summary of %s", operation).isNotEmpty();
      assertThat(json.path("operationId").asString()).as("id of %s", operation).isNotEmpty();
      assertThat(json.path("tags").size()).as("tags of %s", operation).isEqualTo(1);
      assertThat(json.get("responses").propertyNames())
          .as("responses of %s", operation)
          .contains("400")
          .anyMatch(status -> status.startsWith("2"));
      json.get("responses")
          .properties()
          .forEach(response -> {
            if (response.getKey().startsWith("4")) {
              JsonNode content = response.getValue().path("content");
              assertThat(content.propertyNames())
                  .as("%s %s", operation, response.getKey())
                  .containsExactly("application/problem+json");
              assertThat(content.at("/application~1problem+json/schema/$ref").asString())
                  .isEqualTo("#/components/schemas/Problem");
            }
          });
    }
    assertThat(operations().stream().map(operation -> operation.json.get("operationId")))
        .doesNotHaveDuplicates();
  }

  @Test
  void whatTakesStreamsSaysSo() {
    for (Operation operation : operations()) {
      boolean takesStreams =
          operation.method.equals("post")
              && List.of("/fingerprint", "/duplicates", "/documents").contains(operation.path);
      if (operation.path.equals("/document-frequencies")) {
        assertThat(operation.json.at("/requestBody/content").propertyNames())
            .containsExactly(NDJSON);
      }
      if (takesStreams) {
        assertThat(operation.json.at("/requestBody/content").propertyNames())
            .as(operation.toString())
            .contains(JSON, NDJSON);
        assertThat(operation.json.at("/responses/200/content").propertyNames())
            .as(operation.toString())
            .contains(JSON, NDJSON);
      }
    }
  }

  @Test
  void parametersAndFieldsHaveTypesAndMeanings() {
    for (Operation operation : operations()) {
      for (JsonNode parameter : operation.json.path("parameters")) {
        String name = parameter.get("name").asString();
        if (List.of("limit", "maxDistance", "nearest").contains(name)) {
          assertThat(parameter.at("/schema/type").asString())
              .as("type of %s of %s", name, operation)
              .isEqualTo("integer");
        }
        if (parameter.get("in").asString().equals("query")) {
          assertThat(parameter.path("description").asString())
              .as("meaning of %s of %s", name, operation)
              .isNotEmpty();
        }
      }
    }
    for (String schema : List.of("DocumentRequest", "DuplicatesRequest")) {
      for (String field : List.of("limit", "maxDistance")) {
        assertThat(api.at("/components/schemas/" + schema + "/properties/" + field + "/type"))
            .as("type of %s of %s", field, schema)
            .hasToString("\"integer\"");
      }
    }
  }

  @Test
  void metadataIsAnObject() {
    for (String schema : List.of("DocumentRequest", "DocumentPatch", "Document", "Match")) {
      assertThat(api.at("/components/schemas/" + schema + "/properties/metadata/type").asString())
          .as("type of metadata of %s", schema)
          .isEqualTo("object");
    }
  }

  @Test
  void headersOfAnswersHaveTypes() {
    List<JsonNode> headers = api.findValues("headers");
    assertThat(headers).isNotEmpty();
    for (JsonNode some : headers) {
      for (JsonNode header : some) {
        assertThat(header.at("/schema/type").asString())
            .as("type of %s", header)
            .isEqualTo("string");
      }
    }
  }

  @Test
  void everyReferenceLeadsSomewhere() {
    Matcher reference = Pattern.compile("\"\\$ref\":\"#([^\"]+)\"").matcher(api.toString());
    while (reference.find()) {
      assertThat(api.at(reference.group(1)).isMissingNode()).as(reference.group(1)).isFalse();
    }
  }

  @Test
  void whatItOffersToTryOutWorksAndIsAnsweredAsDescribed() {
    List<String> faults = new ArrayList<>();
    for (Try offered : offers()) {
      faults.addAll(faults(offered));
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void problemsAreAnsweredAsDescribed() {
    List<String> faults = new ArrayList<>();
    JsonNode problem = api.at("/components/schemas/Problem");
    for (Answer answer :
        List.of(
            service.get("/documents/nobody"),
            service.post("/fingerprint", "{"),
            service.post("/documents", "{\"fingerprint\":\"x\"}"))) {
      compare("problem", problem, answer.json(), faults);
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void thePageForPeopleLoads() {
    Answer redirect = service.get("/swagger-ui.html");
    assertThat(redirect.status()).isIn(301, 302, 303, 307, 308);
    String location = URI.create("/swagger-ui.html").resolve(redirect.header("Location")).getPath();
    Answer page = service.get(location);
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.header("Content-Type")).startsWith("text/html");
    Matcher part = Pattern.compile("(?:src|href)=\"([^\"]+)\"").matcher(page.body());
    int parts = 0;
    for (; part.find(); parts++) {
      String path = URI.create(location).resolve(part.group(1)).getPath();
      assertThat(service.get(path).status()).as(path).isEqualTo(200);
    }
    assertThat(parts).isPositive();
    JsonNode config = service.get("/v3/api-docs/swagger-config").json();
    assertThat(config.get("url").asString()).isEqualTo("/v3/api-docs");
  }

  @Test
  void theFrontDoorLeadsThere() {
    Answer door = service.get("/");
    assertThat(door.status()).isIn(301, 302, 303, 307, 308);
    assertThat(door.header("Location")).endsWith("/swagger-ui.html");
  }

  private List<Operation> operations() {
    List<Operation> operations = new ArrayList<>();
    api.get("paths")
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

  /// The requests that Swagger UI would send: parameters as their examples or defaults say, each
  /// example of each media type as the body.
  private List<Try> offers() {
    List<Try> offers = new ArrayList<>();
    for (Operation operation : operations()) {
      String target = target(operation);
      JsonNode bodies = operation.json.at("/requestBody/content");
      if (bodies.isMissingNode()) {
        offers.add(new Try(operation, "", target, "", ""));
      }
      bodies
          .properties()
          .forEach(body -> {
            Map<String, JsonNode> examples = examples(body.getValue());
            assertThat(examples).as("examples of %s as %s", operation, body.getKey()).isNotEmpty();
            examples.forEach((name, example) -> {
              String text = example.isString() ? example.asString() : example.toString();
              offers.add(new Try(operation, name, target, body.getKey(), text));
            });
          });
    }
    return offers;
  }

  private static Map<String, JsonNode> examples(JsonNode body) {
    Map<String, JsonNode> examples = new LinkedHashMap<>();
    if (body.has("example")) {
      examples.put("example", body.get("example"));
    }
    body.path("examples")
        .properties()
        .forEach(example -> examples.put(example.getKey(), example.getValue().get("value")));
    return examples;
  }

  private static String target(Operation operation) {
    String path = operation.path;
    List<String> query = new ArrayList<>();
    for (JsonNode parameter : operation.json.path("parameters")) {
      String name = parameter.get("name").asString();
      String value = value(parameter);
      if (parameter.get("in").asString().equals("path")) {
        assertThat(value).as("example of %s of %s", name, operation).isNotNull();
        path = path.replace("{" + name + "}", value);
      } else if (value != null) {
        query.add(name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8));
      }
    }
    return query.isEmpty() ? path : path + "?" + String.join("&", query);
  }

  private static @Nullable String value(JsonNode parameter) {
    for (String at : List.of("/example", "/schema/example", "/schema/default")) {
      JsonNode value = parameter.at(at);
      if (!value.isMissingNode()) {
        return value.isArray() ? value.get(0).asString() : value.asString();
      }
    }
    return null;
  }

  private List<String> faults(Try offered) {
    Map<String, String> headers =
        offered.type.isEmpty() ? Map.of() : Map.of("Content-Type", offered.type);
    Answer answer =
        service.send(offered.operation.method.toUpperCase(), offered.target, headers, offered.body);
    String what = offered.operation + " " + offered.type + " '" + offered.example + "'";
    if (answer.status() / 100 != 2) {
      return List.of(what + " was answered " + answer.status() + " " + answer.body());
    }
    JsonNode response = offered.operation.json.at("/responses/" + answer.status());
    if (response.isMissingNode()) {
      return List.of(what + ": status " + answer.status() + " is not described");
    }
    if (answer.body().isEmpty()) {
      return response.has("content")
          ? List.of(what + ": no body, but one is described")
          : List.of();
    }
    JsonNode schema = response.path("content").path(answer.header("Content-Type")).path("schema");
    if (schema.isMissingNode()) {
      return List.of(what + ": " + answer.header("Content-Type") + " is not described");
    }
    List<String> faults = new ArrayList<>();
    if (answer.header("Content-Type").startsWith("text/")) {
      return faults; // any text is as described
    }
    if (answer.header("Content-Type").equals(NDJSON)) {
      for (JsonNode line : answer.lines()) {
        if (line.has("problem")) {
          faults.add(what + ": a line was answered " + line);
        }
      }
    } else {
      compare(what, schema, answer.json(), faults);
    }
    return faults;
  }

  /// Notes where `value` is not as `schema` says: a type, or a field that is not described.
  private void compare(String path, JsonNode schema, JsonNode value, List<String> faults) {
    if (schema.has("$ref")) {
      compare(path, api.at(schema.get("$ref").asString().substring(1)), value, faults);
      return;
    }
    String type = schema.path("type").asString();
    if (!type.isEmpty() && !isA(type, value)) {
      faults.add(path + " is not a " + type + ": " + value);
      return;
    }
    for (JsonNode element : value.isArray() ? value : List.<JsonNode>of()) {
      compare(path + "[]", schema.path("items"), element, faults);
    }
    if (value.isObject() && schema.has("properties")) {
      value
          .properties()
          .forEach(field -> {
            JsonNode property = schema.get("properties").path(field.getKey());
            if (property.isMissingNode()) {
              faults.add(path + "." + field.getKey() + " is not described");
            } else {
              compare(path + "." + field.getKey(), property, field.getValue(), faults);
            }
          });
      for (JsonNode required : schema.path("required")) {
        if (!value.has(required.asString())) {
          faults.add(path + "." + required.asString() + " is missing");
        }
      }
    }
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
