package io.neardup.cluster.broker;

import io.neardup.FreePort;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Where the brokers of a cluster listen, and where their data are. Each broker is also a
/// controller (KRaft); their numbers begin with 1.
///
/// @param folder has a folder for each broker
/// @param host the address on which they listen
/// @param ports one for each broker, followed by one for each controller
record BrokerLayout(Path folder, String host, List<Integer> ports) {

  /// The address of this machine that others cannot reach.
  static final String LOOPBACK = "127.0.0.1";

  private static final int MOST = 3;

  /// All clusters have the same id: their addresses distinguish them.
  private static final String CLUSTER_ID = "bmVhcmR1cC1jbHVzdGVyMQ";

  BrokerLayout {
    ports = List.copyOf(ports);
    if (ports.size() % 2 != 0 || ports.isEmpty() || ports.size() > 2 * MOST) {
      throw new IllegalArgumentException(
          "ports must be those of 1 to 3 brokers and as many controllers, were " + ports);
    }
  }

  /// Brokers on free ports.
  static BrokerLayout choose(Path folder, String host, int brokers) {
    List<Integer> ports = Stream.generate(FreePort::find).limit(2L * brokers).toList();
    return new BrokerLayout(folder, host, ports);
  }

  /// Brokers on consecutive ports, and the controllers on those after them.
  static BrokerLayout from(Path folder, String host, int brokers, int firstPort) {
    return new BrokerLayout(
        folder, host, IntStream.range(firstPort, firstPort + 2 * brokers).boxed().toList());
  }

  /// The number of brokers.
  int count() {
    return ports.size() / 2;
  }

  /// The addresses of all brokers, for clients.
  String bootstrapServers() {
    return numbers()
        .mapToObj(number -> host + ":" + brokerPort(number))
        .collect(Collectors.joining(","));
  }

  /// 1 to the number of brokers.
  IntStream numbers() {
    return IntStream.rangeClosed(1, count());
  }

  String clusterId() {
    return CLUSTER_ID;
  }

  /// The data of one broker.
  Path data(int number) {
    return folder.resolve("broker-" + number);
  }

  /// The configuration of one broker. Time limits are much shorter than the defaults, so that other
  /// brokers take over the partitions of a dead one within about three seconds. Buffers and threads
  /// suit a heap of 256 MB.
  Properties properties(int number) {
    String voters =
        numbers()
            .mapToObj(each -> each + "@" + host + ":" + controllerPort(each))
            .collect(Collectors.joining(","));
    String broker = "PLAINTEXT://" + host + ":" + brokerPort(number);
    String copies = Integer.toString(count());
    String enough = Integer.toString(Math.min(2, count()));
    Properties properties = new Properties();
    properties.putAll(
        Map.ofEntries(
            Map.entry("node.id", Integer.toString(number)),
            Map.entry("process.roles", "broker,controller"),
            Map.entry("controller.quorum.voters", voters),
            Map.entry("listeners", broker + ",CONTROLLER://" + host + ":" + controllerPort(number)),
            Map.entry("advertised.listeners", broker),
            Map.entry("inter.broker.listener.name", "PLAINTEXT"),
            Map.entry("controller.listener.names", "CONTROLLER"),
            Map.entry("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT"),
            Map.entry("log.dirs", data(number).toString()),
            // No other broker takes over from a single one, which a busy machine may hold up.
            Map.entry("broker.session.timeout.ms", count() == 1 ? "10000" : "3000"),
            Map.entry("broker.heartbeat.interval.ms", "500"),
            Map.entry("controller.quorum.election.timeout.ms", "1000"),
            Map.entry("controller.quorum.fetch.timeout.ms", "2000"),
            Map.entry("group.initial.rebalance.delay.ms", "0"),
            Map.entry("auto.create.topics.enable", "false"),
            Map.entry("offsets.topic.num.partitions", "4"),
            Map.entry("offsets.topic.replication.factor", copies),
            Map.entry("transaction.state.log.num.partitions", "4"),
            Map.entry("transaction.state.log.replication.factor", copies),
            Map.entry("transaction.state.log.min.isr", enough),
            Map.entry("log.cleaner.dedupe.buffer.size", "16777216"),
            Map.entry("log.cleaner.backoff.ms", "500"),
            Map.entry("num.network.threads", "2"),
            Map.entry("num.io.threads", "4")));
    return properties;
  }

  private int brokerPort(int number) {
    return ports.get(number - 1);
  }

  private int controllerPort(int number) {
    return ports.get(count() + number - 1);
  }
}
