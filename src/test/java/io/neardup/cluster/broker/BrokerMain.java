package io.neardup.cluster.broker;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Kafka for developers, without containers: starts brokers, prints their addresses, and runs until
/// it is interrupted. The profile `brokers` of Maven runs it, see `docs/cluster.md`.
@Command(name = "brokers", mixinStandardHelpOptions = true)
final class BrokerMain implements Callable<Integer> {

  /// Printed before the addresses when clients can connect.
  static final String READY = "Brokers are ready: ";

  @Option(
      names = "--folder",
      defaultValue = "target/brokers",
      description = "Where the data of the brokers are stored. Default: ${DEFAULT-VALUE}")
  private Path folder = Path.of("");

  @Option(
      names = "--brokers",
      defaultValue = "3",
      description = "How many, 1 to 3. Default: ${DEFAULT-VALUE}")
  private int brokers;

  @Option(
      names = "--port",
      defaultValue = "9092",
      description =
          "The first port; brokers and controllers take it and the next ones. 0: any free ports."
              + " Default: ${DEFAULT-VALUE}")
  private int port;

  @Option(
      names = "--processes",
      description = "Each broker in a JVM of its own, with its process and the command printed.")
  private boolean processes;

  @Option(
      names = "--host",
      defaultValue = BrokerLayout.LOOPBACK,
      description = "The address to listen on. Default: ${DEFAULT-VALUE}")
  private String host = "";

  @Option(names = "--ports", split = ",", hidden = true)
  private @Nullable List<Integer> ports;

  @Option(names = "--only", hidden = true)
  private @Nullable Integer only;

  @Option(names = BrokerProcesses.WITH_PARENT, hidden = true)
  private boolean endsWithParent;

  /// Starts the brokers.
  public static void main(String[] arguments) {
    ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).setLevel(Level.ERROR);
    System.exit(new CommandLine(new BrokerMain()).execute(arguments));
  }

  @Override
  public Integer call() throws InterruptedException {
    Path data = folder.toAbsolutePath();
    if (ports != null && only != null) {
      if (endsWithParent) {
        Thread.ofPlatform().daemon().start(BrokerMain::haltAfterInput);
      }
      EmbeddedBrokers started =
          EmbeddedBrokers.start(new BrokerLayout(data, host, ports), IntStream.of(only));
      closeAtExit(started);
      System.out.println(READY + started.bootstrapServers());
      started.awaitShutdown();
      return 0;
    }
    BrokerLayout layout =
        port == 0
            ? BrokerLayout.choose(data, host, brokers)
            : BrokerLayout.from(data, host, brokers, port);
    if (processes) {
      BrokerProcesses.start(layout).describe().forEach(System.out::println);
    } else {
      closeAtExit(EmbeddedBrokers.start(layout, layout.numbers()));
    }
    System.out.println(READY + layout.bootstrapServers());
    new CountDownLatch(1).await();
    return 0;
  }

  private static void closeAtExit(EmbeddedBrokers started) {
    Runtime.getRuntime().addShutdownHook(new Thread(started::close));
  }

  /// Ends this process when the process that started it has ended, in whatever way.
  private static void haltAfterInput() {
    try {
      while (System.in.read() >= 0) {
        // Nothing is ever sent.
      }
    } catch (IOException e) {
      // The other end is closed.
    }
    Runtime.getRuntime().halt(1);
  }
}
