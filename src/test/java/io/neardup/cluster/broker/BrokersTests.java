package io.neardup.cluster.broker;

import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Brokers for tests store what is sent to them, keep it over a restart, and go on when one of
/// three is killed.
class BrokersTests {

  @TempDir private Path folder;

  @Test
  void keepsRecordsOverARestart() throws Exception {
    try (EmbeddedBrokers brokers = EmbeddedBrokers.start(folder, 1)) {
      TopicClient.create(brokers.bootstrapServers(), 1);
      TopicClient.produce(brokers.bootstrapServers(), "before");
    }
    try (EmbeddedBrokers brokers = EmbeddedBrokers.start(folder, 1)) {
      TopicClient.produce(brokers.bootstrapServers(), "after");

      assertThat(TopicClient.read(brokers.bootstrapServers(), 2))
          .containsExactly("before", "after");
    }
  }

  @Test
  void runsThreeBrokersInOneJvm() throws Exception {
    try (EmbeddedBrokers brokers = EmbeddedBrokers.start(folder, 3)) {
      assertThat(TopicClient.nodes(brokers.bootstrapServers())).isEqualTo(3);
      TopicClient.create(brokers.bootstrapServers(), 3);
      TopicClient.produce(brokers.bootstrapServers(), "copied");

      assertThat(TopicClient.read(brokers.bootstrapServers(), 1)).containsExactly("copied");
    }
  }

  /// In processes of their own, which only failure runs and developers use.
  @Test
  @Tag("nightly")
  void topicStaysWritableWhenOneOfThreeIsKilled() throws Exception {
    try (BrokerProcesses brokers = BrokerProcesses.start(folder, 3)) {
      String servers = brokers.bootstrapServers();
      TopicClient.create(servers, 3);
      TopicClient.produce(servers, "with three");

      brokers.broker(TopicClient.leader(servers)).kill();
      TopicClient.produce(servers, "with two");
      await().until(() -> TopicClient.nodes(servers) == 2);

      int killed = brokers.broker(1).isRunning() ? brokers.broker(2).isRunning() ? 3 : 2 : 1;
      brokers.broker(killed).start();
      brokers.awaitReady();
      await().until(() -> TopicClient.nodes(servers) == 3);
      int suspended = TopicClient.leader(servers);
      brokers.broker(suspended).suspend();
      TopicClient.produce(servers, "with one suspended");
      brokers.broker(suspended).resume();
      assertThat(TopicClient.read(servers, 3))
          .containsExactly("with three", "with two", "with one suspended");
    }
  }

  @Test
  @Tag("nightly")
  void startsABrokerAgainByTheCommandThatIsPrinted() throws Exception {
    try (BrokerProcesses brokers = BrokerProcesses.start(folder, 1)) {
      String servers = brokers.bootstrapServers();
      TopicClient.create(servers, 1);
      TopicClient.produce(servers, "before");
      List<String> command = brokers.startAgain(1);
      assertThat(brokers.describe().getFirst())
          .startsWith("Broker 1: " + servers + ", process " + brokers.broker(1).pid())
          .endsWith(String.join(" ", command));
      brokers.broker(1).kill();
      Process again =
          new ProcessBuilder(command)
              .redirectInput(Path.of("/dev/null").toFile()) // as a shell script starts it
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("again.log").toFile())
              .start();
      try {
        TopicClient.produce(servers, "after");
        assertThat(TopicClient.read(servers, 2)).containsExactly("before", "after");
      } finally {
        again.destroyForcibly().onExit().join();
      }
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
}
