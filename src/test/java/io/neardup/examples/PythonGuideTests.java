package io.neardup.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.neardup.FreshService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The programs of `docs/python.md`, as one program, print what the page shows.
///
/// Skipped without Python; with `REQUIRE_PYTHON=true` in the environment it fails instead.
class PythonGuideTests {

  private static final Pattern BLOCK = Pattern.compile("(?ms)^```([^\n]*)\n(.*?)^```$");
  private static final String JAR = "[\"java\", \"-jar\", \"neardup.jar\"]";

  @Test
  void printsWhatThePageShows() throws IOException {
    var python = Python.withXxhash();
    assumeTrue(python.isPresent() || Boolean.parseBoolean(System.getenv("REQUIRE_PYTHON")));
    List<String> programs = new ArrayList<>();
    StringBuilder shown = new StringBuilder();
    Matcher block = BLOCK.matcher(Files.readString(Path.of("docs/python.md")));
    while (block.find()) {
      if (block.group(1).isEmpty()) {
        shown.append(block.group(2));
      } else if (block.group(1).equals("python")) {
        programs.add(block.group(2));
      }
    }
    assertThat(programs).hasSize(5);
    try (FreshService service = FreshService.start()) {
      String program =
          String.join("\n", programs)
              .replace("localhost:8080", "localhost:" + service.http().port())
              .replace(JAR, thisProgram());
      assertThat(python.orElseThrow().run(program, "-")).isEqualTo(shown.toString());
    }
  }

  /// The command line of the classes under test, as a list in Python.
  private static String thisProgram() {
    return "['%s', '--enable-native-access=ALL-UNNAMED', '-cp', '%s', 'io.neardup.NeardupApplication']"
        .formatted(
            Path.of(System.getProperty("java.home"), "bin", "java"),
            System.getProperty("java.class.path"));
  }
}
