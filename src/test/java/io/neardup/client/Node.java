package io.neardup.client;

import static io.neardup.Eventually.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Runs Node.js and npm in a folder.
///
/// @param folder the working directory of the commands
record Node(Path folder) {

  /// Whether both are installed.
  static boolean isThere() throws InterruptedException {
    try {
      for (String command : new String[] {"node", "npm"}) {
        Process process =
            new ProcessBuilder(command, "--version")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (process.waitFor() != 0) {
          return false;
        }
      }
      return true;
    } catch (IOException notThere) {
      return false;
    }
  }

  /// Runs a command, which must succeed.
  ///
  /// @return what it wrote to its standard output
  String run(String... command) throws IOException, InterruptedException {
    Path output = folder.resolve("output.txt");
    Path errors = folder.resolve("errors.txt");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile())
            .start();
    boolean ended = process.waitFor(PATIENCE);
    process.destroyForcibly();
    String said = Files.readString(output);
    assertThat(ended && process.exitValue() == 0)
        .as("%s: %s%s", String.join(" ", command), said, Files.readString(errors))
        .isTrue();
    return said;
  }
}
