package io.neardup.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Eventually;
import io.neardup.FreePort;
import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.cluster.broker.EmbeddedBrokers;
import io.neardup.cluster.kafka.ClusterProperties;
import io.neardup.cluster.kafka.KafkaClients;
import io.neardup.cluster.kafka.TopicReader;
import io.neardup.cluster.kafka.Topics;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Two instances that both answer reads of all collections (`neardup.cluster.read=replica`).
@Timeout(180)
class ReplicaReadTests {

  private static final int PARTITIONS = 4;
  private static final int READS = 40;

  @TempDir private Path folder;

  private static FreshService instance(Path folder, EmbeddedBrokers brokers) {
    return ThreeInstances.instance(
        folder,
        "http",
        FreePort.find(),
        brokers,
        "--neardup.cluster.read=replica",
        "--neardup.cluster.partitions=" + PARTITIONS);
  }

  @Test
  void bothShowEachWriteAndAskTheOwnerInPlaceOfAMark() throws Exception {
    try (EmbeddedBrokers brokers = EmbeddedBrokers.start(folder.resolve("brokers"), 1);
        FreshService one = instance(folder, brokers);
        FreshService two = instance(folder, brokers)) {
      List<FreshService> services = List.of(one, two);
      List<String> names = IntStream.range(0, PARTITIONS).mapToObj(i -> "c" + i).toList();
      names.forEach(name -> one.http().put("/collections/" + name, "{}").require(201));
      Eventually.await()
          .until(() ->
              services.stream()
                  .map(each -> each.context().getBean(Cluster.class).hosted())
                  .allMatch(each -> each.owned() > 0 && each.hosted() == PARTITIONS));
      ClusterProperties properties =
          TestProperties.of(brokers.bootstrapServers(), "neardup", PARTITIONS);
      KafkaClients clients = new KafkaClients(properties, URI.create("http://reader:1"));
      try (TopicReader reader =
          new TopicReader(clients.consumer(), new Topics(properties).documents())) {
        // Owners append a mark in a while, and an answer may come late.
        Eventually.await()
            .until(() -> {
              long before = Arrays.stream(reader.ends(PARTITIONS)).sum();
              long writes = readBoth(services, names);
              return Arrays.stream(reader.ends(PARTITIONS)).sum() - before - writes < READS / 4;
            });
      }
    }
  }

  /// Stores documents, and reads each at both instances at once.
  ///
  /// @return how many were stored
  private static int readBoth(List<FreshService> services, List<String> names) {
    int stored = 0;
    for (int i = 0; i < READS / 2; i++) {
      String target = "/documents/d" + i + "?collection=" + names.get(i % names.size());
      RunningService writer = services.get(i / names.size() % 2).http();
      String version =
          writer.put(target, "{\"text\": \"a text\"}").require(200, 201).text("/version");
      stored++;
      for (FreshService each : services) {
        assertThat(each.http().get(target).require(200).text("/version"))
            .as(target)
            .isEqualTo(version);
      }
    }
    return stored;
  }
}
