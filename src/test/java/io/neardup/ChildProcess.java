package io.neardup;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A separate JVM, for tests that need another process.
public final class ChildProcess {

  private static final String QUICK_START = "-XX:TieredStopAtLevel=1";

  private ChildProcess() {}

  /// One that executes a class of this class path, with a heap of 256 MB.
  public static ProcessBuilder builder(Class<?> main, String... arguments) {
    List<String> jvm = new ArrayList<>(List.of("-Xmx256m"));
    jvm.addAll(ClassArchive.options());
    return builder(jvm, main, List.of(arguments));
  }

  /// One that executes a class of this class path. It starts quickly; code that runs often stays
  /// slower than in production.
  ///
  /// @param jvm options of the JVM, including its heap
  public static ProcessBuilder builder(List<String> jvm, Class<?> main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add(QUICK_START);
    command.add("-XX:+UnlockDiagnosticVMOptions");
    command.add("-XX:-BytecodeVerificationRemote"); // an eighth of the time to start
    command.add("-XX:+UseSerialGC");
    command.addAll(jvm);
    command.add("-cp");
    command.add(ClassArchive.CLASS_PATH);
    command.add(main.getName());
    command.addAll(arguments);
    return new ProcessBuilder(command);
  }

  /// A command as in production: it starts more slowly, and code that runs often gets fast.
  ///
  /// @param command of a [builder][#builder]
  public static List<String> optimized(List<String> command) {
    List<String> optimized = new ArrayList<>(command);
    if (!optimized.remove(QUICK_START)) {
      throw new IllegalArgumentException("does not start quickly: " + command);
    }
    return optimized;
  }
}
