package io.neardup.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Eventually;
import io.neardup.FreshService;
import io.neardup.cluster.broker.EmbeddedBrokers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/// Decisions on near-duplicates while the brokers take no claims.
@ExtendWith(OutputCaptureExtension.class)
class ArbiterTermsTests {

  private static final String WAITS = "could not claim all partitions";

  @TempDir Path folder;

  /// Each decision that waits tries to claim the partitions again.
  @Test
  void claimsThatFailAreLoggedOnceUntilOneSucceeds(CapturedOutput output) throws Exception {
    try (EmbeddedBrokers brokers = EmbeddedBrokers.start(folder.resolve("brokers"), 1);
        Admin admin = Admin.create(Map.of("bootstrap.servers", brokers.bootstrapServers()));
        FreshService service =
            brokers.startInstance(
                folder.resolve("data"),
                "--neardup.cluster.partitions=1",
                "--neardup.cluster.write-timeout=2s")) {
      acceptRecordsOf(admin, 1);
      decide(service, 503);
      assertThat(output.getAll()).containsOnlyOnce(WAITS);
      acceptRecordsOf(admin, 1 << 20);
      Eventually.await().untilAsserted(() -> decide(service, 200, 201));
      assertThat(output.getAll()).containsOnlyOnce(WAITS);
    }
  }

  private static void decide(FreshService service, Integer... statuses) {
    service
        .http()
        .post(
            "/documents",
            "{\"onDuplicate\": \"skip\", \"text\": \"a few words that make a document\"}")
        .require(statuses);
  }

  private static void acceptRecordsOf(Admin admin, int bytes) throws Exception {
    ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, "neardup-documents");
    ConfigEntry entry =
        new ConfigEntry(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(bytes));
    admin
        .incrementalAlterConfigs(
            Map.of(topic, List.of(new AlterConfigOp(entry, AlterConfigOp.OpType.SET))))
        .all()
        .get();
  }
}
