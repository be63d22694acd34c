package io.neardup.cluster.broker;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.neardup.Eventually;
import io.neardup.FreshService;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.slf4j.LoggerFactory;

/// Brokers within this JVM. Three of them start in about three seconds.
public final class EmbeddedBrokers implements AutoCloseable {

  /// The address of [an instance][#startInstance] that is alone.
  public static final String INSTANCE = "http://localhost:1";

  private static final Duration APPROVAL = Duration.ofSeconds(20);

  private final List<KafkaRaftServer> servers = new ArrayList<>();
  private final BrokerLayout layout;

  private EmbeddedBrokers(BrokerLayout layout) {
    this.layout = layout;
  }

  /// Starts brokers on free ports of the loopback address, with the data that brokers left in the
  /// folder, or none.
  ///
  /// @param brokers 1 to 3
  public static EmbeddedBrokers start(Path folder, int brokers) {
    BrokerLayout layout = BrokerLayout.choose(folder, BrokerLayout.LOOPBACK, brokers);
    return start(layout, layout.numbers());
  }

  /// Starts some brokers of a cluster, and waits until they serve clients. They do so only if most
  /// brokers of the cluster run.
  static EmbeddedBrokers start(BrokerLayout layout, IntStream numbers) {
    for (String name : List.of("kafka", "org.apache.kafka", "state.change.logger")) {
      ((Logger) LoggerFactory.getLogger(name)).setLevel(Level.ERROR);
    }
    // When all brokers stop, the last one reports that no other takes over.
    ((Logger) LoggerFactory.getLogger("org.apache.kafka.raft")).setLevel(Level.OFF);
    EmbeddedBrokers started = new EmbeddedBrokers(layout);
    numbers.forEach(number -> started.servers.add(started.format(number)));
    // Concurrently, as each waits until most controllers run.
    CompletableFuture.allOf(
            started.servers.stream()
                .map(server -> CompletableFuture.runAsync(server::startup, EmbeddedBrokers::run))
                .toArray(CompletableFuture[]::new))
        .join();
    return started;
  }

  /// The addresses of all brokers of the cluster, for clients.
  public String bootstrapServers() {
    return layout.bootstrapServers();
  }

  /// Starts the only instance of a cluster on one broker, and waits until it is ready.
  public FreshService startInstance(Path data, String... configuration) {
    FreshService started =
        FreshService.startIn(
            data,
            Stream.concat(
                    Stream.of(
                        "--neardup.cluster.bootstrap-servers=" + bootstrapServers(),
                        "--neardup.cluster.instance-url=" + INSTANCE,
                        "--neardup.cluster.instance-key=the secret of this test",
                        "--neardup.cluster.replication-factor=1"),
                    Stream.of(configuration))
                .toArray(String[]::new));
    Eventually.await()
        .untilAsserted(() -> started.http().get("/actuator/health/readiness").require(200));
    return started;
  }

  /// Waits until they have stopped.
  void awaitShutdown() {
    servers.forEach(KafkaRaftServer::awaitShutdown);
  }

  @Override
  public void close() {
    List<Thread> ends = servers.stream().map(server -> run(server::shutdown)).toList();
    try {
      for (Thread end : ends) {
        // A broker waits five minutes for the approval of a controller, of which there may be too
        // few by then.
        if (!end.join(APPROVAL)) {
          end.interrupt();
        }
      }
      for (Thread end : ends) {
        end.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Thread run(Runnable work) {
    Thread thread = new Thread(work, "brokers");
    thread.start();
    return thread;
  }

  /// Formats the data folder of a broker if it is new.
  private KafkaRaftServer format(int number) {
    KafkaConfig config = KafkaConfig.fromProps(layout.properties(number), false);
    try {
      Files.createDirectories(layout.data(number));
      new Formatter()
          .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), true))
          .setNodeId(number)
          .setClusterId(layout.clusterId())
          .addDirectory(layout.data(number).toString())
          .setMetadataLogDirectory(layout.data(number).toString())
          .setControllerListenerName("CONTROLLER")
          .setIgnoreFormatted(true)
          .run();
    } catch (Exception e) {
      throw new IllegalStateException("not formatted: " + layout.data(number), e);
    }
    return new KafkaRaftServer(config, Time.SYSTEM);
  }
}
