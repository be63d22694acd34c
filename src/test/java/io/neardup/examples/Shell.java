package io.neardup.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Shell commands as the documentation has them, in any locale.
final class Shell {

  private Shell() {}

  /// A process that executes commands. They are in a file: Java encodes arguments as the locale
  /// does, which may be ASCII.
  static ProcessBuilder bash(String commands) throws IOException {
    Path script = Files.createTempFile("neardup-", ".sh");
    script.toFile().deleteOnExit();
    ProcessBuilder bash =
        new ProcessBuilder("bash", Files.writeString(script, commands).toString());
    bash.environment().put("LC_ALL", "C.UTF-8");
    return bash;
  }
}
