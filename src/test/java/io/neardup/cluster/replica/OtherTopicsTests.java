package io.neardup.cluster.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.Eventually;
import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.cluster.broker.EmbeddedBrokers;
import io.neardup.service.InvalidConfigurationException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.util.FileSystemUtils;

/// An instance does not mix the documents of several topics, and is not emptied by a mistake.
class OtherTopicsTests {

  @TempDir Path folder;

  private EmbeddedBrokers brokers;

  @BeforeEach
  void start() {
    brokers = EmbeddedBrokers.start(folder.resolve("brokers"), 1);
    try (FreshService service = service()) {
      for (int i = 0; i < 20; i++) {
        service
            .http()
            .put("/documents/d" + i, "{\"text\": \"text number " + i + "\"}")
            .require(201);
      }
    }
  }

  @AfterEach
  void stop() {
    brokers.close();
  }

  private FreshService service(String... further) {
    return brokers.startInstance(
        folder.resolve("data"),
        Stream.concat(Stream.of("--neardup.cluster.partitions=2"), Stream.of(further))
            .toArray(String[]::new));
  }

  private static void requireDocuments(FreshService service, int number) {
    Eventually.await()
        .untilAsserted(() ->
            assertThat(service.http().get("/collections/default").require(200).number("/documents"))
                .isEqualTo(number));
  }

  @Test
  void anotherPrefixIsRefusedAndNothingIsLost() throws Exception {
    assertThatThrownBy(() -> service("--neardup.cluster.topic-prefix=other"))
        .hasRootCauseInstanceOf(InvalidConfigurationException.class)
        .rootCause()
        .hasMessageContaining("were not read from the topics other-documents and other-collections")
        .extracting(cause -> ((InvalidConfigurationException) cause).remedy())
        .asString()
        .contains("delete that directory");
    assertThat(topics()).noneMatch(name -> name.startsWith("other-"));
    try (FreshService service = service()) {
      requireDocuments(service, 20);
    }
  }

  /// They are restored from a copy as the guide says.
  @Test
  void topicsThatWereCreatedAnewAreRefusedUntilTheDirectoryIsDeleted() throws Exception {
    String lines;
    try (FreshService service = service()) {
      Map<String, String> accept = Map.of("Accept", RunningService.NDJSON);
      lines = service.http().send("GET", "/documents", accept, "").require(200).body();
    }
    try (Admin admin = Admin.create(brokersOf())) {
      admin.deleteTopics(List.of("neardup-documents", "neardup-collections")).all().get();
    }
    Eventually.await()
        .until(() -> topics().stream().noneMatch(name -> name.startsWith("neardup-")));
    assertThatThrownBy(this::service).hasRootCauseInstanceOf(InvalidConfigurationException.class);
    FileSystemUtils.deleteRecursively(folder.resolve("data/cluster"));
    try (FreshService service = service()) {
      requireDocuments(service, 0);
      assertThat(service.http().postLines("/documents?limit=0", lines).lines()).hasSize(20);
    }
    try (FreshService service = service()) {
      requireDocuments(service, 20);
    }
  }

  /// Compaction of the log may have removed deletions since.
  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void anInstanceThatWasStoppedForDaysReadsAllPartitionsAgain(CapturedOutput output)
      throws Exception {
    String again = "all its partitions are read again";
    service().close();
    assertThat(output.getAll()).doesNotContain(again);
    Files.setLastModifiedTime(
        folder.resolve("data/cluster/TOPICS"),
        FileTime.from(Instant.now().minus(Duration.ofDays(5))));
    try (FreshService service = service()) {
      requireDocuments(service, 20);
      assertThat(output.getAll()).containsOnlyOnce(again);
    }
    service().close();
    assertThat(output.getAll()).containsOnlyOnce(again);
  }

  private List<String> topics() throws Exception {
    try (Admin admin = Admin.create(brokersOf())) {
      return List.copyOf(admin.listTopics().names().get());
    }
  }

  private Map<String, Object> brokersOf() {
    return Map.of("bootstrap.servers", brokers.bootstrapServers());
  }
}
