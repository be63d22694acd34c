package io.neardup.cluster.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.cluster.TestProperties;
import io.neardup.cluster.broker.EmbeddedBrokers;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What identifies the topics of a cluster, and which records they take.
class TopicsTests {

  private static EmbeddedBrokers brokers;
  private static Admin admin;

  @BeforeAll
  static void start(@TempDir Path folder) {
    brokers = EmbeddedBrokers.start(folder, 1);
    admin = Admin.create(Map.of("bootstrap.servers", brokers.bootstrapServers()));
  }

  @AfterAll
  static void stop() {
    admin.close();
    brokers.close();
  }

  private static Topics topics(String prefix) {
    return new Topics(TestProperties.of(brokers.bootstrapServers(), prefix));
  }

  @Test
  void aTopicThatDoesNotExistHasNoIdAndIsAskedForOnce() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    Admin counted =
        with(name -> {
          if (name.equals("describeTopics")) {
            asked.incrementAndGet();
          }
          return false;
        });
    assertThat(topics("absent").identity(counted))
        .contains("absent-documents none\n", "absent-collections none\n");
    assertThat(asked).hasValue(2);
    assertThat(admin.listTopics().names().get()).noneMatch(name -> name.startsWith("absent"));
  }

  /// A client that knows no topics in some of its calls.
  ///
  /// @param lacks whether it knows none in a call, by the name of the method
  private static Admin with(Predicate<String> lacks) {
    return (Admin)
        Proxy.newProxyInstance(
            TopicsTests.class.getClassLoader(),
            new Class<?>[] {Admin.class},
            (_, method, arguments) -> {
              if (lacks.test(method.getName())) {
                return admin.describeTopics(List.of("unknown"));
              }
              try {
                return method.invoke(admin, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void recordsOfAnInstanceWhoseClockIsHoursAheadAreTaken() throws Exception {
    topics("ahead").createOnce(admin);
    ClusterProperties properties = TestProperties.of(brokers.bootstrapServers(), "ahead");
    long ahead = System.currentTimeMillis() + Duration.ofHours(2).toMillis();
    try (Producer<byte[], byte[]> producer =
        new KafkaClients(properties, URI.create("http://ahead:1")).producer()) {
      for (String topic : List.of("ahead-documents", "ahead-collections")) {
        RecordMetadata written =
            producer.send(new ProducerRecord<>(topic, 0, ahead, new byte[] {9}, new byte[0])).get();
        assertThat(written.timestamp()).isEqualTo(ahead);
      }
    }
  }

  /// As long as its metadata is behind that of the controller.
  @Test
  void aBrokerThatDoesNotKnowATopicYetIsAskedAgain() throws Exception {
    Topics topics = topics("new");
    topics.createOnce(admin);
    AtomicInteger behind = new AtomicInteger(2);
    Admin stale = with(name -> name.equals("describeTopics") && behind.getAndDecrement() > 0);

    String identity = topics.identity(stale);

    Uuid id =
        admin
            .describeTopics(List.of("new-documents"))
            .allTopicNames()
            .get()
            .get("new-documents")
            .topicId();
    assertThat(identity).contains("new-documents " + id + "\n").doesNotContain("none");
    assertThat(identity).isEqualTo(topics.identity(admin));
    assertThat(behind).hasNegativeValue();
  }
}
