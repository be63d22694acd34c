package io.neardup.store;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A separate JVM, for tests that need another process.
public final class ChildProcess {

  private ChildProcess() {}

  public static ProcessBuilder builder(Class<?> main, String... arguments) {
    return builder(List.of(), main, arguments);
  }

  static ProcessBuilder builder(List<String> jvmArguments, Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-XX:+UseSerialGC");
    command.add("-Xmx256m");
    command.addAll(jvmArguments);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command);
  }
}
