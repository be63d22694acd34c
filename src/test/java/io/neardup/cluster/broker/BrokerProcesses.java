package io.neardup.cluster.broker;

import io.neardup.ChildProcess;
import io.neardup.cluster.RestartableProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Brokers in a JVM each, so that one can be killed or suspended.
public final class BrokerProcesses implements AutoCloseable {

  /// The option with which a broker ends when the process that started it does.
  static final String WITH_PARENT = "--with-parent";

  private final BrokerLayout layout;
  private final List<RestartableProcess> brokers;

  /// What makes a command of the command of a broker.
  @FunctionalInterface
  public interface Wrapper {

    /// @param number of the broker, from 1 on
    List<String> wrap(int number, List<String> command);
  }

  private BrokerProcesses(BrokerLayout layout, Wrapper wrapper) {
    this.layout = layout;
    this.brokers = layout.numbers().mapToObj(number -> process(number, wrapper)).toList();
  }

  /// Starts brokers on free ports of the loopback address, and waits until they serve clients.
  ///
  /// @param folder for their data and logs
  /// @param count 1 to 3
  public static BrokerProcesses start(Path folder, int count) {
    return start(BrokerLayout.choose(folder, BrokerLayout.LOOPBACK, count));
  }

  /// The same on another address of this machine.
  ///
  /// @param wrapper of the commands
  public static BrokerProcesses start(Path folder, String host, int count, Wrapper wrapper) {
    return start(BrokerLayout.choose(folder, host, count), wrapper);
  }

  static BrokerProcesses start(BrokerLayout layout) {
    return start(layout, (number, command) -> command);
  }

  private static BrokerProcesses start(BrokerLayout layout, Wrapper wrapper) {
    try {
      Files.createDirectories(layout.folder());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    BrokerProcesses started = new BrokerProcesses(layout, wrapper);
    try {
      started.brokers.forEach(RestartableProcess::start);
      started.awaitReady();
    } catch (RuntimeException e) {
      started.close();
      throw e;
    }
    return started;
  }

  /// The addresses of all brokers, for clients.
  public String bootstrapServers() {
    return layout.bootstrapServers();
  }

  /// One broker.
  ///
  /// @param number 1 to their number
  public RestartableProcess broker(int number) {
    return brokers.get(number - 1);
  }

  /// The number of brokers.
  public int count() {
    return brokers.size();
  }

  /// Waits until all that were started serve clients.
  public void awaitReady() {
    brokers.stream()
        .filter(RestartableProcess::isRunning)
        .forEach(broker -> broker.awaitLogged(BrokerMain.READY));
  }

  /// A line for each broker, for somebody who kills and starts them by hand.
  List<String> describe() {
    return layout
        .numbers()
        .mapToObj(number ->
            "Broker %d: %s, process %d. To start it again: %s"
                .formatted(
                    number,
                    layout.bootstrapServers().split(",")[number - 1],
                    broker(number).pid(),
                    String.join(" ", startAgain(number))))
        .toList();
  }

  /// The command that starts a broker again, independently of this process.
  List<String> startAgain(int number) {
    List<String> command = new ArrayList<>(command(number));
    command.remove(WITH_PARENT);
    Path arguments = layout.folder().resolve("broker-" + number + ".args");
    try {
      Files.write(
          arguments,
          command.stream()
              .skip(1)
              .map(each -> '"' + each.replace("\\", "\\\\").replace("\"", "\\\"") + '"')
              .toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return List.of(command.getFirst(), "@" + arguments);
  }

  @Override
  public void close() {
    brokers.forEach(RestartableProcess::close);
  }

  private RestartableProcess process(int number, Wrapper wrapper) {
    return new RestartableProcess(
        wrapper.wrap(number, command(number)),
        layout.folder().resolve("broker-" + number + ".log"));
  }

  private List<String> command(int number) {
    return ChildProcess.builder(
            BrokerMain.class,
            "--folder=" + layout.folder(),
            "--host=" + layout.host(),
            "--ports="
                + layout.ports().stream().map(String::valueOf).collect(Collectors.joining(",")),
            "--only=" + number,
            WITH_PARENT)
        .command();
  }
}
