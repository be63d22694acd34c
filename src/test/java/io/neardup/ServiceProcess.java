package io.neardup;

import static io.neardup.Eventually.PATIENCE;
import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A service in a separate process, to test what is not visible within the process: its log and its
/// exit. It takes a few seconds to start.
///
/// @param log the file that receives its output
public record ServiceProcess(Process process, int port, Path log) implements AutoCloseable {

  /// Starts one and waits until it is ready.
  ///
  /// @param folder for its documents and its log
  /// @param configuration further arguments of the command line
  public static ServiceProcess start(Path folder, String... configuration)
      throws IOException, InterruptedException {
    return start(folder, List.of("-Xmx512m"), configuration);
  }

  /// Starts one and waits until it is ready.
  ///
  /// @param folder for its documents and its log
  /// @param jvm options of the JVM, including its heap
  /// @param configuration further arguments of the command line
  public static ServiceProcess start(Path folder, List<String> jvm, String... configuration)
      throws IOException, InterruptedException {
    int port = FreePort.find();
    Path log = Files.createTempFile(folder, "service-", ".log");
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--server.port=" + port,
                "--spring.main.banner-mode=off",
                "--neardup.data-dir=" + folder.resolve("data")));
    arguments.addAll(List.of(configuration));
    arguments.addAll(FreshService.usual(arguments.toArray(String[]::new)).toList());
    List<String> options = new ArrayList<>(jvm);
    options.addAll(ClassArchive.optionsOfService());
    Process process =
        ChildProcess.builder(options, NeardupApplication.class, arguments)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    ServiceProcess service = new ServiceProcess(process, port, log);
    service.awaitLogged("Ready at ");
    ClassArchive.keepList();
    return service;
  }

  /// Waits until a text appears in the log.
  public void awaitLogged(String text) {
    await().until(() -> logged().contains(text) || !process.isAlive());
    assertThat(logged()).contains(text);
  }

  /// The HTTP client of this service.
  public RunningService http() {
    return new RunningService(port);
  }

  /// Its log up to now.
  public String logged() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Sends SIGTERM, as a container engine does.
  public void terminate() {
    process.destroy();
  }

  /// Waits until it has exited.
  public void awaitEnd() throws InterruptedException {
    if (!process.waitFor(PATIENCE)) {
      throw new AssertionError("the service does not end: " + logged());
    }
  }

  /// Kills it with SIGKILL.
  public void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public void close() {
    kill();
  }
}
