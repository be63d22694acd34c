package io.neardup.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.FreshService;
import io.neardup.NeardupApplication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/// Checks what README.md and the walkthrough state about starting the service: the logged line, the
/// data directory, and how to start empty. [ReadmeTests] runs the calls.
@ExtendWith(OutputCaptureExtension.class)
class FirstMinutesTests {

  private static final Path README = Path.of("README.md");
  private static final Path WALKTHROUGH = Path.of("docs/walkthrough.md");

  @TempDir private Path folder;

  @Test
  void readmeShowsTheLogLineOfReadiness(CapturedOutput output) throws IOException {
    String shown = indented(README, "Ready at .*");
    assertThat(shown).contains(":8080 ");
    try (FreshService service = FreshService.start()) {
      assertThat(output.getOut())
          .contains(shown.replace(":8080 ", ":" + service.http().port() + " "));
    }
  }

  @Test
  void readmeNamesTheDataDirectoryToRemove() throws Exception {
    String remove = indented(README, "rm -r .*");
    Path data = folder.resolve(remove.substring("rm -r ".length()));
    try (FreshService service = FreshService.startIn(data)) {
      service.http().put("/documents/a", "{\"text\": \"a\"}").require(201);
    }
    Process removal = new ProcessBuilder("bash", "-c", remove).directory(folder.toFile()).start();
    assertThat(removal.waitFor()).isZero();
    try (FreshService service = FreshService.startIn(data)) {
      service.http().get("/documents/a").require(404);
    }
    assertThat(Files.readString(Path.of("docs/storage.md"))) // where the default is checked
        .contains("| `neardup.data-dir` | `" + data.getFileName() + "` |");
  }

  @Test
  void walkthroughUsesItsOwnDirectory() throws IOException {
    String start = indented(WALKTHROUGH, "mvn spring-boot:run .*");
    MatchResult argument =
        Pattern.compile("-Dspring-boot.run.arguments=(--neardup.data-dir=)(\\S+)")
            .matcher(start)
            .results()
            .findFirst()
            .orElseThrow();
    assertThat(argument.group(2)).startsWith("target/").doesNotContain("..");
    Path data = folder.resolve(argument.group(2));
    try (ConfigurableApplicationContext context =
        new SpringApplicationBuilder(NeardupApplication.class)
            .run("--server.port=0", argument.group(1) + data)) {
      assertThat(context.isActive()).isTrue();
      assertThat(data.resolve("FORMAT")).exists();
    }
  }

  /// The only line of an indented block that matches.
  private static String indented(Path file, String pattern) throws IOException {
    List<String> lines =
        Files.readString(file)
            .lines()
            .filter(line -> line.matches(" {4}" + pattern))
            .map(String::strip)
            .toList();
    assertThat(lines).as("lines of %s like '%s'", file, pattern).hasSize(1);
    return lines.getFirst();
  }
}
