package io.neardup.cluster.broker;

import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Brokers for tests store what is sent to them, keep it over a restart, and go on when one of
/// three is killed.
class BrokersTests {

  private static final String TOPIC = "words";
  private static final long PATIENCE_SECONDS = 60;

  @TempDir private Path folder;

  @Test
  void keepsRecordsOverARestart() throws Exception {
    try (EmbeddedBrokers brokers = EmbeddedBrokers.start(folder, 1)) {
      create(brokers.bootstrapServers(), 1);
      produce(brokers.bootstrapServers(), "before");
    }
    try (EmbeddedBrokers brokers = EmbeddedBrokers.start(folder, 1)) {
      produce(brokers.bootstrapServers(), "after");

      assertThat(read(brokers.bootstrapServers(), 2)).containsExactly("before", "after");
    }
  }

  @Test
  void runsThreeBrokersInOneJvm() throws Exception {
    try (EmbeddedBrokers brokers = EmbeddedBrokers.start(folder, 3)) {
      assertThat(nodes(brokers.bootstrapServers())).isEqualTo(3);
      create(brokers.bootstrapServers(), 3);
      produce(brokers.bootstrapServers(), "copied");

      assertThat(read(brokers.bootstrapServers(), 1)).containsExactly("copied");
    }
  }

  @Test
  void topicStaysWritableWhenOneOfThreeIsKilled() throws Exception {
    try (BrokerProcesses brokers = BrokerProcesses.start(folder, 3)) {
      String servers = brokers.bootstrapServers();
      create(servers, 3);
      produce(servers, "with three");

      brokers.broker(leader(servers)).kill();
      produce(servers, "with two");
      await().until(() -> nodes(servers) == 2);

      int killed = brokers.broker(1).isRunning() ? brokers.broker(2).isRunning() ? 3 : 2 : 1;
      brokers.broker(killed).start();
      brokers.awaitReady();
      await().until(() -> nodes(servers) == 3);
      int suspended = leader(servers);
      brokers.broker(suspended).suspend();
      produce(servers, "with one suspended");
      brokers.broker(suspended).resume();
      assertThat(read(servers, 3))
          .containsExactly("with three", "with two", "with one suspended");
    }
  }

  @Test
  void rejectsPortsThatDoNotMatchTheBrokers() {
    assertThatThrownBy(() -> new BrokerLayout(folder, "127.0.0.1", List.of(9092)))
        .hasMessageContaining("1 to 3 brokers")
        .hasMessageContaining("[9092]");
    assertThatThrownBy(() -> BrokerLayout.from(folder, "127.0.0.1", 4, 9092))
        .hasMessageContaining("1 to 3 brokers");
  }

  private static void create(String servers, int copies) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
      NewTopic topic =
          new NewTopic(TOPIC, 1, (short) copies)
              .configs(Map.of("min.insync.replicas", copies == 1 ? "1" : "2"));
      admin.createTopics(List.of(topic)).all().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
  }

  private static int nodes(String servers) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
      return admin.describeCluster().nodes().get(PATIENCE_SECONDS, TimeUnit.SECONDS).size();
    }
  }

  private static int leader(String servers) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
      return admin
          .describeTopics(List.of(TOPIC))
          .allTopicNames()
          .get(PATIENCE_SECONDS, TimeUnit.SECONDS)
          .get(TOPIC)
          .partitions()
          .getFirst()
          .leader()
          .id();
    }
  }

  /// Waits until the record is acknowledged by at least two brokers of three.
  private static void produce(String servers, String value) throws Exception {
    Properties properties = new Properties();
    properties.put("bootstrap.servers", servers);
    properties.put("acks", "all");
    properties.put("request.timeout.ms", "2000");
    try (var producer =
        new KafkaProducer<>(properties, new StringSerializer(), new StringSerializer())) {
      producer
          .send(new ProducerRecord<>(TOPIC, value))
          .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
  }

  private static List<String> read(String servers, int count) {
    Properties properties = new Properties();
    properties.put("bootstrap.servers", servers);
    List<String> values = new ArrayList<>();
    try (var consumer =
        new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer())) {
      TopicPartition only = new TopicPartition(TOPIC, 0);
      consumer.assign(List.of(only));
      consumer.seekToBeginning(List.of(only));
      await()
          .until(() -> {
            for (ConsumerRecord<String, String> each : consumer.poll(Duration.ofMillis(100))) {
              values.add(each.value());
            }
            return values.size() >= count;
          });
    }
    return values;
  }
}
