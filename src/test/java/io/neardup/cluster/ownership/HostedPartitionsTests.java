package io.neardup.cluster.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Eventually;
import io.neardup.FreshService;
import io.neardup.cluster.Cluster;
import io.neardup.cluster.broker.EmbeddedBrokers;
import io.neardup.cluster.kafka.LogRecord;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.AlterConfigOp.OpType;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// An instance whose thread that applies events fails and is replaced.
@Timeout(180)
class HostedPartitionsTests {

  private static final String TOPIC = "neardup-documents";

  @TempDir Path folder;

  @Test
  void anInstanceThatCannotApplyEventsIsNotReadyUntilItCan() throws Exception {
    try (EmbeddedBrokers brokers = EmbeddedBrokers.start(folder.resolve("brokers"), 1);
        FreshService service =
            brokers.startInstance(folder.resolve("data"), "--neardup.cluster.partitions=1")) {
      HostedPartitions hosted = service.context().getBean(Cluster.class).hosted();
      service.http().put("/documents/a", "{\"text\": \"a text\"}").require(201);
      long damaged = appendDamaged(brokers.bootstrapServers());
      Eventually.await().until(() -> !hosted.isReady());
      deleteUpTo(brokers.bootstrapServers(), damaged + 1);
      Eventually.await().until(hosted::isReady);
      service.http().put("/documents/b", "{\"text\": \"another text\"}").require(201);
      assertThat(service.http().get("/documents/a").require(200).text("/id")).isEqualTo("a");
      // A context that is paused, as those of tests are, does not leave the cluster.
      service.context().pause();
      service.context().restart();
      service.http().put("/documents/c", "{\"text\": \"a third text\"}").require(201);
    }
  }

  /// A record of a document without a name of its collection.
  private static long appendDamaged(String brokers) throws Exception {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", brokers),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      ProducerRecord<byte[], byte[]> damaged =
          new ProducerRecord<>(TOPIC, 0, new byte[] {1, 9}, new byte[0]);
      damaged.headers().add(LogRecord.STAMP, new byte[] {0, 0});
      return producer.send(damaged).get().offset();
    }
  }

  private static void deleteUpTo(String brokers, long offset) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", brokers))) {
      AlterConfigOp deletable =
          new AlterConfigOp(
              new ConfigEntry(TopicConfig.CLEANUP_POLICY_CONFIG, "compact,delete"), OpType.SET);
      admin
          .incrementalAlterConfigs(
              Map.of(new ConfigResource(ConfigResource.Type.TOPIC, TOPIC), List.of(deletable)))
          .all()
          .get();
      admin
          .deleteRecords(Map.of(new TopicPartition(TOPIC, 0), RecordsToDelete.beforeOffset(offset)))
          .all()
          .get();
    }
  }
}
