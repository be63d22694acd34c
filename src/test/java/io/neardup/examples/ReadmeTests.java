package io.neardup.examples;

import static io.neardup.Eventually.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.neardup.FreshService;
import io.neardup.RunningService;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Every call in README.md and docs/*.md is answered as shown there.
///
/// A call is a fenced `sh` block that begins with `curl` and contains `localhost:8080`. The next
/// fenced block, if it is `json`, is the whole answer, in which three dots stand for values that
/// vary, see [JsonExpectation]:
///
///     ```sh
///     curl -s localhost:8080/fingerprint -H 'Content-Type: application/json' -d '{"text": "…"}'
///     ```
///     ```json
///     {"fingerprint": "...", "bits": 64, "...": "..."}
///     ```
///
/// A further `json` block is the answer to the same call, made again.
///
/// The blocks run in `bash`, in the top folder and in order; each file has its own service, which
/// is empty at first. A call without an answer must succeed: `curl` fails on a status of 400 or
/// more.
class ReadmeTests {

  private static FreshService service;
  private static String servedFile = "";

  @TempDir private Path home;

  @AfterAll
  static void stop() {
    if (service != null) {
      service.close();
    }
  }

  @TestFactory
  List<DynamicContainer> everyCallIsAnsweredAsShown() throws IOException {
    Path readme = Path.of("README.md");
    assertThat(calls(readme)).as("calls with an answer").anyMatch(call -> call.answer() != null);
    List<DynamicContainer> files = new ArrayList<>(List.of(container(readme)));
    // The other documents show calls that a cluster refuses.
    for (Path file : documentation()) {
      files.add(container(file));
    }
    return files;
  }

  private DynamicContainer container(Path file) throws IOException {
    return dynamicContainer(
        file.toString(),
        calls(file).stream()
            .map(call -> dynamicTest(call.where(), () -> assertThat(differences(call)).isEmpty())));
  }

  /// README.md says how to start empty, and the walkthrough leaves the documents of others alone.
  @Test
  void directoriesOfDataAreNamed() throws IOException {
    assertThat(read(Path.of("README.md"))).contains("\n    rm -r data\n");
    assertThat(read(Path.of("docs/storage.md"))) // where the default is checked
        .contains("| `neardup.data-dir` | `data` |");
    assertThat(read(Path.of("docs/walkthrough.md")))
        .containsPattern(
            "\n"
                + "    mvn spring-boot:run"
                + " -Dspring-boot.run.arguments=--neardup.data-dir=target/\\w+\n");
  }

  @Test
  void detectsWrongAnswers() throws Exception {
    List<MarkdownCall> calls = calls(Path.of("src/test/resources/calls.md"));
    List<List<String>> differences = new ArrayList<>();
    for (MarkdownCall call : calls) {
      differences.add(differences(call));
    }
    assertThat(differences.subList(0, 7))
        .as("calls with a correct answer")
        .allSatisfy(none -> assertThat(none).isEmpty());
    assertThat(differences.subList(7, differences.size()))
        .as("calls with a wrong answer")
        .hasSize(3)
        .allSatisfy(some -> assertThat(some).isNotEmpty());
    assertThat(differences.get(7)).containsExactly("$.bits is 64, not 32");
  }

  @Test
  void commandsUseOnlyCurl() {
    assertThatThrownBy(
            () -> MarkdownCall.in("a.md", "# A\n\n```sh\nrm -r x\ncurl localhost:8080/\n```\n"))
        .hasMessage("a.md:3: a block that calls localhost:8080 must begin with curl");
    assertThat(MarkdownCall.in("a.md", "```sh\nmvn verify\n```\n```json\n{}\n```\n")).isEmpty();
  }

  private List<String> differences(MarkdownCall call) throws Exception {
    if (call.answer() == null) {
      Ran ran = run(call, "fail-with-body");
      return ran.exit() == 0 ? List.of() : List.of(ran.output() + ran.errors());
    }
    Ran ran = run(call, "");
    return JsonExpectation.parse(call.answer()).differences(ran.output());
  }

  private static RunningService serviceFor(String file) {
    if (!file.equals(servedFile)) {
      stop();
      service = FreshService.start();
      servedFile = file;
    }
    return service.http();
  }

  /// @param setting an option of curl for this call
  private Ran run(MarkdownCall call, String setting) throws Exception {
    Files.writeString(home.resolve(".curlrc"), setting + "\n");
    Path output = home.resolve("output");
    Path errors = home.resolve("errors");
    ProcessBuilder bash =
        Shell.bash(call.command(serviceFor(call.file()).port()))
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile());
    bash.environment().put("CURL_HOME", home.toString());
    Process process = bash.start();
    assertThat(process.waitFor(PATIENCE)).as(call.where()).isTrue();
    return new Ran(process.exitValue(), read(output), read(errors));
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }

  private static List<MarkdownCall> calls(Path file) throws IOException {
    return MarkdownCall.in(file.toString(), read(file));
  }

  private static List<Path> documentation() throws IOException {
    Path folder = Path.of("docs");
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
  }

  private record Ran(int exit, String output, String errors) {}
}
