package io.neardup.web.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.ExampleJobs;
import io.neardup.HttpTest;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.web.openapi.DescribedApi.Operation;
import io.swagger.v3.oas.annotations.Hidden;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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

/// The API description is complete, and every example request in it succeeds with an answer as
/// described. With `-Dopenapi.write=true`, these answers become the examples where one is missing
/// or does not match its schema.
@HttpTest
class OpenApiTests {

  private static final String JSON = "application/json";
  private static final String NDJSON = "application/x-ndjson";
  private static final String CSV = "text/csv";

  @Autowired private RunningService service;

  @Autowired
  @Qualifier("requestMappingHandlerMapping")
  private RequestMappingHandlerMapping mapping;

  private DescribedApi api;

  /// An example request.
  ///
  /// @param type of the body, empty if there is none
  /// @param accept the requested type of the answer, empty for any
  private record Try(
      Operation operation,
      String example,
      String target,
      String type,
      String body,
      String accept) {}

  @BeforeEach
  void read() {
    Answer answer = service.get("/v3/api-docs");
    answer.require(200);
    api = new DescribedApi(answer.json());
  }

  @Test
  void everyEndpointIsDescribedAndNothingElse() {
    Set<String> described =
        api.operations().stream()
            .map(Operation::toString)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> there = new TreeSet<>();
    mapping
        .getHandlerMethods()
        .forEach((endpoint, method) -> {
          if (method.getBeanType().getPackageName().startsWith("io.neardup.web.")
              && !method.getMethod().isAnnotationPresent(Hidden.class)
              && !method.getBeanType().isAnnotationPresent(Hidden.class)
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
    for (Operation operation : api.operations()) {
      JsonNode json = operation.json();
      assertThat(json.path("summary").asString()).as("summary of %s", operation).isNotEmpty();
      assertThat(json.path("operationId").asString()).as("id of %s", operation).isNotEmpty();
      assertThat(json.path("tags").size()).as("tags of %s", operation).isEqualTo(1);
      assertThat(json.get("responses").propertyNames())
          .as("responses of %s", operation)
          .contains("400", "405", "406", "431", "500", "503")
          .anyMatch(status -> status.startsWith("2"));
      json.get("responses")
          .properties()
          .forEach(response -> {
            if (response.getKey().compareTo("400") >= 0) {
              JsonNode content = api.resolved(response.getValue()).path("content");
              assertThat(content.propertyNames())
                  .as("%s %s", operation, response.getKey())
                  .containsExactly("application/problem+json");
              assertThat(content.at("/application~1problem+json/schema/$ref").asString())
                  .isEqualTo("#/components/schemas/Problem");
            }
          });
    }
    assertThat(api.operations().stream().map(operation -> operation.json().get("operationId")))
        .doesNotHaveDuplicates();
  }

  @Test
  void streamingOperationsDescribeNdjson() {
    for (Operation operation : api.operations()) {
      boolean takesStreams =
          operation.method().equals("post")
              && List.of("/fingerprint", "/duplicates", "/passages", "/documents")
                  .contains(operation.path());
      if (operation.json().has("requestBody")) {
        assertThat(operation.json().get("responses").propertyNames())
            .as(operation.toString())
            .contains("408", "413", "415", "422");
      }
      if (takesStreams) {
        assertThat(operation.json().at("/requestBody/content").propertyNames())
            .as(operation.toString())
            .containsExactly(JSON, NDJSON, CSV);
        assertThat(api.successes(operation).get("200"))
            .as(operation.toString())
            .containsOnlyKeys(JSON, NDJSON);
      }
    }
  }

  @Test
  void examplesWorkAndAreAnsweredAsDescribed() {
    ExampleJobs.run(service, "none");
    ExampleJobs.indexPassages(service, "none", true);
    ExampleAnswers answers = ExampleAnswers.read().matching(api);
    List<String> faults = new ArrayList<>();
    for (Try offered : offers()) {
      faults.addAll(faults(offered, answers));
    }
    ExampleJobs.indexPassages(service, "none", false);
    assertThat(faults).isEmpty();
    if (Boolean.getBoolean("openapi.write")) {
      answers.write();
    }
  }

  @Test
  void swaggerUiLoads() {
    Answer redirect = service.get("/swagger-ui.html");
    redirect.require(301, 302, 303, 307, 308);
    String location = URI.create("/swagger-ui.html").resolve(redirect.header("Location")).getPath();
    Answer page = service.get(location);
    page.require(200);
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

  /// The requests that Swagger UI sends: parameters have their examples or defaults, and each
  /// example of each media type is sent as the body.
  private List<Try> offers() {
    List<Try> offers = new ArrayList<>();
    for (Operation operation : api.operations()) {
      String target = target(operation);
      JsonNode bodies = operation.json().at("/requestBody/content");
      if (bodies.isMissingNode()) {
        Map<String, JsonNode> types = api.successes(operation).values().iterator().next();
        for (String accept : types.isEmpty() ? Set.of("") : types.keySet()) {
          offers.add(new Try(operation, "", target, "", "", accept));
        }
      }
      bodies
          .properties()
          .forEach(body -> {
            Map<String, JsonNode> examples = examples(body.getValue());
            assertThat(examples).as("examples of %s as %s", operation, body.getKey()).isNotEmpty();
            examples.forEach((name, example) -> {
              String text = example.isString() ? example.asString() : example.toString();
              offers.add(new Try(operation, name, target, body.getKey(), text, ""));
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
    String path = operation.path();
    List<String> query = new ArrayList<>();
    for (JsonNode parameter : operation.json().path("parameters")) {
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

  private List<String> faults(Try offered, ExampleAnswers answers) {
    Map<String, String> headers = new LinkedHashMap<>();
    if (!offered.type.isEmpty()) {
      headers.put("Content-Type", offered.type);
    }
    if (!offered.accept.isEmpty()) {
      headers.put("Accept", offered.accept);
    }
    Answer answer =
        service.send(
            offered.operation.method().toUpperCase(), offered.target, headers, offered.body);
    String what = offered.operation + " " + offered.type + " '" + offered.example + "'";
    if (answer.status() / 100 != 2) {
      return List.of(what + " was answered " + answer.status() + " " + answer.body());
    }
    List<String> faults = new ArrayList<>(api.faults(offered.operation, answer));
    String type = answer.header("Content-Type");
    if (NDJSON.equals(type) && answer.lines().stream().anyMatch(line -> line.has("problem"))) {
      faults.add(what + ": a line was refused: " + answer.body());
    }
    if (faults.isEmpty() && !answer.body().isEmpty()) {
      var described = api.answers(offered.operation).get(String.valueOf(answer.status()));
      answers.add(offered.operation, DescribedApi.type(described, answer), answer);
    }
    return faults;
  }
}
