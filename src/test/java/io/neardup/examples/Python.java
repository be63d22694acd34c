package io.neardup.examples;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/// A Python that has the package `xxhash`.
///
/// @param command that starts it
record Python(String command) {

  /// The first of `python3` and Debian's own, which may not be the same; none if neither has the
  /// package.
  static Optional<Python> withXxhash() {
    return Stream.of("python3", "/usr/bin/python3")
        .map(Python::new)
        .filter(Python::hasXxhash)
        .findFirst();
  }

  private boolean hasXxhash() {
    try {
      return run("", "-c", "import importlib.util as u; print(u.find_spec('xxhash'))")
          .contains("ModuleSpec");
    } catch (UncheckedIOException notThere) {
      return false;
    }
  }

  /// Runs it to its end.
  ///
  /// @param input for its standard input
  /// @return what it wrote to its standard output
  /// @throws UncheckedIOException if there is no such command
  String run(String input, String... arguments) {
    return output(input, Stream.concat(Stream.of(command), Stream.of(arguments)).toList());
  }

  /// Runs a line of a shell to its end.
  ///
  /// @return what it wrote to its standard output
  static String bash(String line) {
    return output("", List.of("bash", "-c", line));
  }

  private static String output(String input, List<String> command) {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("PYTHONUTF8", "1");
    try {
      Process process = builder.start();
      CompletableFuture<Void> written =
          CompletableFuture.runAsync(() -> write(input, process.getOutputStream()));
      byte[] output = process.getInputStream().readAllBytes();
      written.join();
      return new String(output, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(String text, OutputStream to) {
    try (to) {
      to.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
