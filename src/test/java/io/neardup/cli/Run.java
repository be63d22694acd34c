package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What a command in this process did.
///
/// @param exit its exit code
/// @param out what it printed
/// @param err its messages, without the lines of progress that a slow machine adds
public record Run(int exit, String out, String err) {

  private static final Pattern PROGRESS =
      Pattern.compile("(?m)^[^\n]*: (\\d+ %, )?\\d+ s(, about \\d+ s left)?\n");

  /// Messages without lines of progress.
  public static String withoutProgress(String err) {
    return PROGRESS.matcher(err).replaceAll("");
  }

  /// Runs a command.
  public static Run of(Object... arguments) {
    return with(new byte[0], arguments);
  }

  /// Runs a command that is written in one line, with further arguments.
  public static Run line(String command, Object... more) {
    return of(
        Stream.concat(Stream.of((Object[]) command.strip().split(" +")), Stream.of(more))
            .toArray());
  }

  /// Runs a command with something at its standard input.
  public static Run with(byte[] in, Object... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            new ByteArrayInputStream(in),
            new StandardOutput(out),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false);
    int exit =
        NeardupCommand.run(
            console, Arrays.stream(arguments).map(String::valueOf).toArray(String[]::new));
    return new Run(
        exit,
        out.toString(StandardCharsets.UTF_8),
        withoutProgress(err.toString(StandardCharsets.UTF_8)));
  }

  /// Requires an exit code.
  public Run require(int code) {
    assertThat(exit).as("%s%s", out, err).isEqualTo(code);
    return this;
  }

  /// The lines that it printed.
  public List<String> lines() {
    return out.lines().toList();
  }

  /// Everything in a folder that is not complete.
  public static List<Path> unfinished(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.getFileName().toString().endsWith(".tmp")).toList();
    }
  }
}
