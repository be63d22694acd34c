package io.neardup.examples;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/// A Python interpreter with the package `xxhash`.
///
/// @param command the command that starts it
record Python(String command) {

  /// The first of `python3` and Debian's own interpreter, which may differ, that has the package;
  /// empty if neither has it.
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

  /// Runs a program until it exits.
  ///
  /// @param input its standard input
  /// @return what it wrote to its standard output
  /// @throws UncheckedIOException if the command does not exist
  String run(String input, String... arguments) {
    return output(
        input,
        new ProcessBuilder(Stream.concat(Stream.of(command), Stream.of(arguments)).toList()));
  }

  /// Runs a shell command until it exits.
  ///
  /// @return what it wrote to its standard output
  static String bash(String line) {
    try {
      return output("", Shell.bash(line));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String output(String input, ProcessBuilder builder) {
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
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
