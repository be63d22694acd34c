package io.neardup.fuzz;

import static io.neardup.Eventually.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Json;
import io.neardup.RunningService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Runs Tcases, which generates requests from an API description with all boundary values and
/// types, valid or not. It runs as a separate process, from `target/tcases`.
final class Tcases {

  private static final Path LIBRARIES = Path.of("target", "tcases");
  private static final String CSV = "text/csv";

  private final Path folder;
  private final long seed;

  /// @param folder for its files
  /// @param seed of its random values
  Tcases(Path folder, long seed) {
    this.folder = folder;
    this.seed = seed;
  }

  /// The cases of the schemas: each boundary, each wrong type, each missing field.
  List<RequestCase> ofSchemas(JsonNode document) throws IOException, InterruptedException {
    return generate(document, "schemas");
  }

  /// The cases of the examples. Nearly all of them succeed if the documents and collections exist:
  /// parameters without an example are omitted, because their values would be generated.
  List<RequestCase> ofExamples(JsonNode document) throws IOException, InterruptedException {
    JsonNode copy = document.deepCopy();
    for (JsonNode path : copy.get("paths")) {
      for (JsonNode operation : path) {
        if (operation.path("parameters") instanceof ArrayNode parameters) {
          parameters.removeIf(parameter -> !hasExample(parameter));
        }
      }
    }
    return generate(copy, "examples", "-X");
  }

  private static boolean hasExample(JsonNode parameter) {
    return parameter.has("example")
        || parameter.at("/schema").has("example")
        || parameter.at("/schema").has("default");
  }

  private List<RequestCase> generate(JsonNode document, String name, String... options)
      throws IOException, InterruptedException {
    Path api = folder.resolve(name + ".json");
    Files.writeString(api, withLinesAsJson(document).toString());
    Path log = folder.resolve(name + ".log");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                LIBRARIES.toAbsolutePath().resolve("*").toString(),
                "org.cornutum.tcases.openapi.ApiCommand",
                "-D", // request cases
                "-r",
                Long.toString(seed),
                "-f",
                name + "-cases.json"));
    command.addAll(List.of(options));
    command.add(api.toString());
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    boolean ended = process.waitFor(PATIENCE);
    process.destroyForcibly();
    assertThat(ended).as("Tcases has exited").isTrue();
    assertThat(process.exitValue()).as(Files.readString(log)).isZero();
    return Json.read(Files.readString(folder.resolve(name + "-cases.json")))
        .valueStream()
        .map(RequestCase::read)
        .toList();
  }

  /// Gives a request of one of several kinds the fields of all of them: Tcases would combine each
  /// kind with everything that the others are not, which takes hours.
  private static void mergeKinds(JsonNode document) {
    for (JsonNode schema : document.at("/components/schemas")) {
      List<JsonNode> kinds =
          schema
              .path("oneOf")
              .valueStream()
              .map(kind -> document.at(kind.get("$ref").asString().substring(1)))
              .toList();
      if (schema instanceof ObjectNode union
          && !kinds.isEmpty()
          && kinds.stream().allMatch(kind -> kind.at("/properties/kind").has("enum"))) {
        union.removeAll();
        union.put("type", "object").putArray("required").add("kind");
        ObjectNode fields = union.putObject("properties");
        ArrayNode names = fields.putObject("kind").put("type", "string").putArray("enum");
        for (JsonNode kind : kinds) {
          names.addAll((ArrayNode) kind.at("/properties/kind/enum"));
          kind.get("properties").properties().stream()
              .filter(field -> !field.getKey().equals("kind"))
              .forEach(field -> fields.set(field.getKey(), field.getValue().deepCopy()));
        }
      }
    }
  }

  /// A description in which NDJSON has the schema of its lines: in OpenAPI, a stream is one long
  /// string.
  private static JsonNode withLinesAsJson(JsonNode document) {
    JsonNode copy = document.deepCopy();
    mergeKinds(copy);
    for (JsonNode path : copy.get("paths")) {
      for (JsonNode operation : path) {
        JsonNode content = operation.at("/requestBody/content");
        if (content.path(CSV) instanceof ObjectNode file) {
          file.removeAll();
          file.put("example", "ref,text"); // Tcases does not accept a line feed in an example
          file.putObject("schema").put("type", "string");
        }
        if (content.path(RunningService.NDJSON) instanceof ObjectNode lines) {
          String example = lines.get("examples").iterator().next().get("value").asString();
          lines.removeAll();
          lines.set("example", Json.read(example.lines().findFirst().orElseThrow()));
          lines.putObject("schema").put("type", "object");
          if (content.has(RunningService.JSON)) {
            lines.set("schema", content.at("/application~1json/schema"));
          }
        }
      }
    }
    return copy;
  }
}
