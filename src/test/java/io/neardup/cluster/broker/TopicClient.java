package io.neardup.cluster.broker;

import static io.neardup.Eventually.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/// Writes and reads a topic of one partition, to see that brokers work. Each call connects anew.
public final class TopicClient {

  private static final String TOPIC = "words";

  private TopicClient() {}

  /// Creates the topic with a copy on each of three brokers and writes a record; then reads it and
  /// prints what was read.
  ///
  /// @param arguments the addresses of the brokers; `read` if the record was written before
  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 1) {
      create(arguments[0], 3);
      produce(arguments[0], "from a container");
    }
    System.out.println(nodes(arguments[0]) + " brokers: " + read(arguments[0], 1));
  }

  /// The configuration of a client that soon tries another broker if one does not answer. It waits
  /// for acknowledgements of all copies, as is the default.
  private static Map<String, Object> client(String servers) {
    return Map.of("bootstrap.servers", servers, "request.timeout.ms", "2000");
  }

  /// Creates the topic. Of three copies, two must have a record before it is acknowledged.
  static void create(String servers, int copies) throws Exception {
    try (Admin admin = Admin.create(client(servers))) {
      NewTopic topic =
          new NewTopic(TOPIC, 1, (short) copies)
              .configs(Map.of("min.insync.replicas", copies == 1 ? "1" : "2"));
      admin.createTopics(List.of(topic)).all().get();
    }
  }

  /// The number of brokers that run.
  static int nodes(String servers) throws Exception {
    try (Admin admin = Admin.create(client(servers))) {
      return admin.describeCluster().nodes().get().size();
    }
  }

  /// The number of the broker that leads the partition.
  static int leader(String servers) throws Exception {
    try (Admin admin = Admin.create(client(servers))) {
      return admin
          .describeTopics(List.of(TOPIC))
          .allTopicNames()
          .get()
          .get(TOPIC)
          .partitions()
          .getFirst()
          .leader()
          .id();
    }
  }

  /// Waits until the record is acknowledged by at least two brokers of three.
  static void produce(String servers, String value) throws Exception {
    try (var producer =
        new KafkaProducer<>(client(servers), new StringSerializer(), new StringSerializer())) {
      producer.send(new ProducerRecord<>(TOPIC, value)).get();
    }
  }

  /// The first values of the topic.
  ///
  /// @param count waits until there are so many
  static List<String> read(String servers, int count) {
    List<String> values = new ArrayList<>();
    try (var consumer =
        new KafkaConsumer<>(client(servers), new StringDeserializer(), new StringDeserializer())) {
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
