package io.neardup.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.neardup.Json;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.cluster.ThreeInstances;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Every request in `http-examples/` is answered by a cluster as by a single process: all of them
/// at each of three instances. So each is answered at least once by the owner, and once passed on
/// to it.
class ClusterExamplesTests {

  private static final Path FOLDER = Path.of("http-examples");

  /// What an instance does not do, and what it says of its own documents or of the whole cluster.
  private static final List<String> NOT_HERE = List.of("/admin/backups", "/actuator/", "/changes");

  @AutoClose private static ThreeInstances instances;

  /// The ids of jobs, by those that clients have chosen.
  private final Map<String, String> jobs = new HashMap<>();

  @BeforeAll
  static void start(@TempDir Path folder) throws IOException {
    instances = ThreeInstances.start(folder);
  }

  @TestFactory
  Stream<DynamicContainer> everyRequestIsAnsweredAsShown() {
    return IntStream.range(0, 3)
        .mapToObj(number ->
            dynamicContainer(
                "at instance " + number,
                Stream.concat(
                    Stream.of(dynamicTest("empty", () -> empty(instances.at(number)))),
                    examples().stream()
                        .map(example ->
                            dynamicTest(
                                example.file() + ": " + example.title(),
                                () -> check(example, instances.at(number)))))));
  }

  private static List<HttpExample> examples() {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .filter(file -> file.toString().endsWith(".http"))
          .sorted()
          .flatMap(file -> parse(file).stream())
          .filter(example -> NOT_HERE.stream().noneMatch(example.target()::startsWith))
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static List<HttpExample> parse(Path file) {
    try {
      return HttpExampleParser.parse(file.getFileName().toString(), Files.readString(file));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void empty(RunningService http) {
    for (JsonNode job : http.get("/jobs?limit=100").require(200).json().get("jobs")) {
      http.delete("/jobs/" + job.get("id").asString());
    }
    for (JsonNode each : http.get("/collections").require(200).json().get("collections")) {
      String name = each.get("name").asString();
      if (!name.equals("default")) {
        http.delete("/collections/" + name).require(204);
      }
    }
    for (JsonNode each : http.get("/documents?limit=1000").require(200).json().get("documents")) {
      http.delete("/documents/" + each.get("id").asString()).require(204);
    }
    jobs.clear();
  }

  private void check(HttpExample example, RunningService http) {
    String target = example.target();
    String body = example.body();
    for (Map.Entry<String, String> job : jobs.entrySet()) {
      target =
          target.replaceFirst("/jobs/" + job.getKey() + "(?=$|[/?])", "/jobs/" + job.getValue());
      body = body.replace(Json.quote(job.getKey()), Json.quote(job.getValue()));
    }
    Answer answer = http.send(example.method(), target, example.headers(), body);
    if (target.endsWith("/jobs") && answer.status() == 202) {
      String id = answer.json().get("id").asString();
      jobs.put(id.substring(0, id.lastIndexOf('.')), id);
    }
    Answer shown = answer;
    for (Map.Entry<String, String> job : jobs.entrySet()) {
      Map<String, List<String>> headers = new HashMap<>(shown.headers().map());
      headers.replaceAll((name, values) ->
          values.stream().map(value -> value.replace(job.getValue(), job.getKey())).toList());
      shown =
          new Answer(
              shown.status(),
              HttpHeaders.of(headers, (name, value) -> true),
              shown.body().replace(job.getValue(), job.getKey()));
    }
    assertThat(example.answer().differences(shown))
        .as("%s %s answered %s", example.method(), target, answer.body())
        .isEmpty();
  }
}
