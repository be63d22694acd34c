package io.neardup.container;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// The `docker` command, run in the top folder of the checkout.
final class Docker {

  private static final long TIMEOUT_MINUTES = 20;

  private Docker() {}

  /// Runs `docker` with these arguments, and returns its trimmed output.
  ///
  /// @throws AssertionError with the output, if the command fails, hangs or does not exist
  static String run(String... arguments) {
    return run(Map.of(), arguments);
  }

  /// The same, with `variables` added to the environment.
  static String run(Map<String, String> variables, String... arguments) {
    List<String> command = new ArrayList<>(List.of("docker"));
    command.addAll(List.of(arguments));
    try {
      Path printed = Files.createTempFile("docker", ".out");
      Path complaints = Files.createTempFile("docker", ".err");
      try {
        var builder =
            new ProcessBuilder(command)
                .redirectOutput(printed.toFile())
                .redirectError(complaints.toFile());
        builder.environment().putAll(variables);
        String ended = end(builder);
        if (!ended.equals("0")) {
          throw new AssertionError(
              "%s: %s%n%s%n%s"
                  .formatted(
                      String.join(" ", command),
                      ended,
                      Files.readString(printed).strip(),
                      Files.readString(complaints).strip()));
        }
        return Files.readString(printed).strip();
      } finally {
        Files.delete(printed);
        Files.delete(complaints);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The exit code, or the reason why there is none.
  private static String end(ProcessBuilder builder) {
    try {
      Process process = builder.start();
      if (process.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES)) {
        return Integer.toString(process.exitValue());
      }
      process.destroyForcibly();
      return "no end after " + TIMEOUT_MINUTES + " minutes";
    } catch (IOException notThere) {
      return notThere.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }
}
