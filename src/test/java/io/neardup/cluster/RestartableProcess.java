package io.neardup.cluster;

import static io.neardup.Eventually.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A process that can be killed, suspended, and started again with the same command. All its output
/// is appended to one file. It is killed when this JVM exits. Not thread-safe.
public final class RestartableProcess implements AutoCloseable {

  private final List<String> command;
  private final Path log;
  private final Thread killer = new Thread(this::close);
  private @Nullable Process process;
  private long logStart;

  /// A process that is not started yet.
  ///
  /// @param command the program and its arguments
  /// @param log the file that receives its output; its folder exists
  public RestartableProcess(List<String> command, Path log) {
    this.command = List.copyOf(command);
    this.log = log;
    Runtime.getRuntime().addShutdownHook(killer);
  }

  /// Starts it, without waiting until it is ready.
  ///
  /// @throws IllegalStateException if it runs
  public void start() {
    if (isRunning()) {
      throw new IllegalStateException("already running: " + log.getFileName());
    }
    try {
      logStart = Files.exists(log) ? Files.size(log) : 0;
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Waits until it has logged `text` since its last start.
  ///
  /// @throws IllegalStateException with its log, if it ends before
  public void awaitLogged(String text) {
    await()
        .until(() -> {
          if (logged().contains(text)) {
            return true;
          }
          if (!isRunning()) {
            throw new IllegalStateException(log.getFileName() + ": it has ended:\n" + logged());
          }
          return false;
        });
  }

  /// The log since the last start.
  public String logged() {
    try {
      String all = Files.readString(log);
      return all.substring((int) Math.min(logStart, all.length()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Whether the process exists; a suspended one does.
  public boolean isRunning() {
    return process != null && process.isAlive();
  }

  /// The number of the process.
  public long pid() {
    return require().pid();
  }

  /// The processor time that it has used so far.
  public Duration processorTime() {
    return require().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /// Ends it with SIGTERM, and waits for its exit.
  public void stop() {
    Process running = require();
    running.destroy();
    running.onExit().join();
  }

  /// Ends it with SIGKILL, and waits for its exit. It may be suspended.
  public void kill() {
    require().destroyForcibly().onExit().join();
  }

  /// Stops its execution with SIGSTOP; its connections stay open.
  public void suspend() {
    signal("STOP");
  }

  /// Continues its execution.
  public void resume() {
    signal("CONT");
  }

  @Override
  public void close() {
    Process running = process;
    if (running != null) {
      running.destroyForcibly().onExit().join();
    }
    if (Thread.currentThread() != killer) {
      try {
        Runtime.getRuntime().removeShutdownHook(killer);
      } catch (IllegalStateException exiting) {
        // The hook runs already, and kills a process that has ended.
      }
    }
  }

  private void signal(String name) {
    try {
      Process kill =
          new ProcessBuilder("kill", "-" + name, Long.toString(require().pid()))
              .inheritIO()
              .start();
      if (kill.onExit().join().exitValue() != 0) {
        throw new IllegalStateException(
            "no signal " + name + " to the process of " + log.getFileName());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Process require() {
    Process running = process;
    if (running == null || !running.isAlive()) {
      throw new IllegalStateException("not running: " + log.getFileName());
    }
    return running;
  }
}
