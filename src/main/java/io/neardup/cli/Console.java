package io.neardup.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;

/// The standard streams of a command.
///
/// @param in data to read
/// @param out results
/// @param err messages and progress
/// @param terminal whether messages go to a terminal
public record Console(InputStream in, StandardOutput out, PrintStream err, boolean terminal) {

  /// The streams of the process.
  @SuppressWarnings("SystemConsoleNull") // another implementation may be chosen by jdk.console
  static Console ofProcess() {
    java.io.Console console = System.console();
    return new Console(
        System.in,
        new StandardOutput(new FileOutputStream(FileDescriptor.out)),
        System.err,
        console != null && console.isTerminal());
  }
}
