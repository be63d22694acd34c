package io.neardup.web.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.HttpTest;
import io.neardup.Json;
import io.neardup.RunningService;
import io.neardup.measure.Measure;
import io.neardup.web.openapi.DescribedApi.Operation;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The API description documents every value, for people and for generators of clients.
@HttpTest
class OpenApiSchemaTests {

  private static final String NDJSON = "application/x-ndjson";
  private static final Path RESOURCES = Path.of("src", "main", "resources", "openapi");

  @Autowired private RunningService service;

  private DescribedApi api;

  @BeforeEach
  void read() {
    api = new DescribedApi(service.get("/v3/api-docs").json());
  }

  @Test
  void documentIsOpenApi31WithTitleAndVersion() {
    assertThat(api.json().at("/openapi").asString()).startsWith("3.1");
    assertThat(api.json().at("/info/title").asString()).isEqualTo("neardup");
    assertThat(api.json().at("/info/version").asString()).matches("\\d+\\.\\d+.*");
    assertThat(api.json().at("/info/description").asString()).isNotEmpty();
    assertThat(api.json().at("/servers/0/url").asString()).isEqualTo("/");
  }

  @Test
  void parametersAndFieldsHaveTypesAndDescriptions() {
    for (Operation operation : api.operations()) {
      for (JsonNode parameter : operation.json().path("parameters")) {
        String name = parameter.get("name").asString();
        if (List.of("limit", "maxDistance", "nearest").contains(name)) {
          assertThat(parameter.at("/schema/type").asString())
              .as("type of %s of %s", name, operation)
              .isEqualTo("integer");
        }
        assertThat(parameter.path("description").asString())
            .as("meaning of %s of %s", name, operation)
            .isNotEmpty();
      }
    }
    for (String schema : List.of("DocumentRequest", "DuplicatesRequest")) {
      for (String field : List.of("limit", "maxDistance")) {
        assertThat(
                api.json().at("/components/schemas/" + schema + "/properties/" + field + "/type"))
            .as("type of %s of %s", field, schema)
            .hasToString("\"integer\"");
      }
    }
  }

  @Test
  void everyFieldHasADescription() {
    List<String> missing = new ArrayList<>();
    api.json()
        .at("/components/schemas")
        .properties()
        .forEach(schema -> addUndescribed(schema.getKey(), schema.getValue(), missing));
    assertThat(missing).isEmpty();
  }

  private static void addUndescribed(String name, JsonNode schema, List<String> missing) {
    schema
        .path("properties")
        .properties()
        .forEach(field -> {
          String path = name + "." + field.getKey();
          if (field.getValue().path("description").asString("").isEmpty()) {
            missing.add(path);
          }
          addUndescribed(path, field.getValue(), missing);
          addUndescribed(path + "[]", field.getValue().path("items"), missing);
        });
    schema.path("allOf").forEach(part -> addUndescribed(name, part, missing));
  }

  @Test
  void everyTextOfTheFilesIsInTheDescription() throws IOException {
    JsonNode fields = file("fields.yaml");
    JsonNode calls = file("calls.yaml");
    List<String> unused = new ArrayList<>();
    JsonNode schemas = api.json().at("/components/schemas");
    fields
        .properties()
        .forEach(texts -> {
          String name = texts.getKey();
          JsonNode schema = schemas.path(name);
          addUnused(
              name,
              texts.getValue(),
              field ->
                  name.equals("common")
                      ? schemas.findValues(field)
                      : List.of(field.equals(".") ? schema : schema.path("properties").path(field)),
              unused);
        });
    addUnused(
        "parameters",
        calls.get("parameters"),
        name ->
            api.operations().stream()
                .flatMap(operation -> parameters(operation, name).stream())
                .toList(),
        unused);
    for (Operation operation : api.operations()) {
      addUnused(
          operation.toString(),
          calls.at("/calls").path(operation.toString()).path("parameters"),
          name -> parameters(operation, name),
          unused);
    }
    assertThat(unused).isEmpty();
  }

  private static List<JsonNode> parameters(Operation operation, String name) {
    return operation
        .json()
        .path("parameters")
        .valueStream()
        .filter(each -> each.get("name").asString().equals(name))
        .toList();
  }

  /// Adds the texts and examples that none of the parts with their name has.
  private static void addUnused(
      String of, JsonNode texts, Function<String, List<JsonNode>> parts, List<String> unused) {
    texts
        .properties()
        .forEach(each -> {
          String name = each.getKey().replaceFirst("\\.example$", "");
          String found = name.equals(each.getKey()) ? "description" : "example";
          if (parts.apply(name).stream()
              .noneMatch(part -> part.path(found).equals(each.getValue()))) {
            unused.add(of + " " + each.getKey());
          }
        });
  }

  private static JsonNode file(String name) throws IOException {
    try (Reader file = Files.newBufferedReader(RESOURCES.resolve(name))) {
      return Json.read(JsonMapper.shared().writeValueAsString(new Yaml().load(file)));
    }
  }

  @Test
  void everyAnswerHasAnExampleAsDescribed() {
    List<String> faults = new ArrayList<>();
    for (Operation operation : api.operations()) {
      api.successes(operation)
          .forEach((status, content) ->
              content.forEach((type, media) -> {
                String what = operation + " " + status + " " + type;
                JsonNode example = media.path("example");
                if (example.isMissingNode()) {
                  faults.add(what + " has no example");
                } else {
                  String body = example.isString() ? example.asString() : example.toString();
                  api.compareBody(what, type, media.get("schema"), body, faults);
                }
              }));
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void examplesInTheFileBelongToAnswers() {
    Set<String> described = new LinkedHashSet<>();
    for (Operation operation : api.operations()) {
      String id = operation.json().get("operationId").asString();
      api.successes(operation)
          .forEach((status, content) ->
              content
                  .keySet()
                  .forEach(type -> described.add(ExampleAnswers.name(id, status, type))));
    }
    assertThat(ExampleAnswers.read().names()).isSubsetOf(described);
  }

  @Test
  void anAnswerToJsonHasOneType() {
    for (String path :
        List.of("/fingerprint", "/compare", "/duplicates", "/passages", "/documents")) {
      JsonNode post = api.json().get("paths").get(path).get("post");
      assertThat(post.get("responses").propertyNames())
          .filteredOn(status -> status.startsWith("2"))
          .isNotEmpty()
          .allSatisfy(status -> {
            JsonNode content = post.get("responses").get(status).get("content");
            assertThat(content.propertyNames()).as(path).containsExactly("application/json");
            assertThat(content.at("/application~1json/schema").has("$ref")).as(path).isTrue();
          });
    }
  }

  @Test
  void linesOfStreamsHaveSchemas() {
    int found = 0;
    for (Operation operation : api.operations()) {
      List<JsonNode> contents = new ArrayList<>();
      contents.add(operation.json().at("/requestBody/content"));
      operation
          .json()
          .get("responses")
          .forEach(response -> {
            contents.add(response.path("content"));
            contents.add(response.path("x-stream"));
          });
      for (JsonNode content : contents) {
        if (content.has(NDJSON)) {
          found++;
          JsonNode schema = content.get(NDJSON).get("schema");
          List<JsonNode> lines =
              schema.has("oneOf") ? schema.get("oneOf").valueStream().toList() : List.of(schema);
          assertThat(lines)
              .as("lines of %s", operation)
              .isNotEmpty()
              .allMatch(line -> line.has("$ref"));
        }
      }
    }
    assertThat(found).isEqualTo(13);
  }

  @Test
  void basicOperationsComeFirst() {
    List<String> tags = new ArrayList<>();
    api.json().get("tags").forEach(tag -> tags.add(tag.get("name").asString()));
    assertThat(tags)
        .containsExactly(
            "Fingerprints",
            "Documents",
            "Near-duplicates",
            "Whole collections",
            "Collections",
            "Jobs",
            "Calibration",
            "Operations");
    Set<String> used = new LinkedHashSet<>();
    api.json()
        .get("paths")
        .forEach(path -> path.forEach(operation -> used.add(operation.at("/tags/0").asString())));
    assertThat(used).containsExactlyElementsOf(tags);
    assertThat(api.json().get("paths").propertyNames().iterator().next()).isEqualTo("/fingerprint");
    JsonNode page = service.get("/v3/api-docs/swagger-config").json();
    assertThat(page.has("tagsSorter") || page.has("operationsSorter"))
        .as("sorted by the page")
        .isFalse();
  }

  @Test
  void listedMeasuresEqualTheAcceptedOnes() {
    List<String> names = new ArrayList<>(List.of("all"));
    names.addAll(Measure.labels());
    JsonNode measures = api.json().at("/components/schemas/CompareRequest/properties/measures");
    assertThat(measures.get("type").asString()).isEqualTo("array");
    assertThat(measures.at("/items/enum").valueStream().map(JsonNode::asString))
        .containsExactlyElementsOf(names);
  }

  @Test
  void fieldsAlwaysReturnedAreRequired() {
    Map<String, List<String>> required =
        Map.of(
            "Match", List.of("id", "fingerprint", "distance", "similarity"),
            "DuplicatesResponse",
                List.of("query", "plan", "exact", "recall", "matches", "truncated", "candidates"),
            "Problem", List.of("type", "title", "status", "detail"),
            "ProblemLine", List.of("problem"),
            "WeightedFeature", List.of("feature"));
    required.forEach((schema, fields) -> {
      JsonNode described = api.json().at("/components/schemas/" + schema + "/required");
      assertThat(described.valueStream().map(JsonNode::asString))
          .as(schema)
          .containsAll(fields)
          .doesNotContain("metadata", "ref", "errors", "exactTo", "maxDistance", "weight");
    });
    assertThat(api.json().at("/components/schemas/DocumentRequest").has("required")).isFalse();
  }

  @Test
  void metadataIsAnObject() {
    for (String schema : List.of("DocumentRequest", "Document", "Match")) {
      assertThat(typeOfMetadata(schema).asString()).as(schema).isEqualTo("object");
    }
    assertThat(typeOfMetadata("DocumentPatch").toString()).isEqualTo("[\"object\",\"null\"]");
  }

  private JsonNode typeOfMetadata(String schema) {
    return api.json().at("/components/schemas/" + schema + "/properties/metadata/type");
  }

  @Test
  void headersOfAnswersHaveTypes() {
    List<JsonNode> headers = api.json().findValues("headers");
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
  void everyReferenceResolves() {
    Matcher reference = Pattern.compile("\"\\$ref\":\"#([^\"]+)\"").matcher(api.json().toString());
    while (reference.find()) {
      assertThat(api.json().at(reference.group(1)).isMissingNode())
          .as(reference.group(1))
          .isFalse();
    }
  }
}
