package io.neardup.cluster.kafka;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Configuration of a cluster of instances on Kafka.
///
/// @param bootstrapServers Addresses of Kafka brokers, such as kafka-1:9092,kafka-2:9092. If set,
///   this process is an instance of a cluster.
/// @param instanceUrl The address at which other instances reach this one, such as
///   http://neardup-1:8080; by default the name of the machine and server.port.
/// @param instanceKey The secret that all instances share, of 16 characters or more.
/// @param topicPrefix The beginning of the names of topics and of the consumer group.
/// @param partitions The number of partitions of a new cluster, 1 to 256.
/// @param replicationFactor The number of brokers that keep each event; a write is acknowledged
///   once more than half of them have it.
/// @param standbys The number of further instances that index each partition.
/// @param read which instances answer lookups and reads of documents.
/// @param writeTimeout How long a request waits for the owner of its collection.
/// @param kafka Further properties of the Kafka clients, such as security.protocol.
@ConfigurationProperties("neardup.cluster")
public record ClusterProperties(
    @Nullable String bootstrapServers,
    @Nullable URI instanceUrl,
    @Nullable String instanceKey,
    @DefaultValue("neardup") String topicPrefix,
    @DefaultValue("24") int partitions,
    @DefaultValue("3") short replicationFactor,
    @DefaultValue("1") int standbys,
    @DefaultValue("owner") ReadMode read,
    @DefaultValue("20s") Duration writeTimeout,
    @DefaultValue Map<String, String> kafka) {

  /// The property that switches the cluster on.
  public static final String SWITCH = "neardup.cluster.bootstrap-servers";

  private static final int MIN_KEY_CHARS = 16;

  /// Which instances answer lookups and reads of documents.
  public enum ReadMode {
    /// The owner of the partition; if it does not answer, a standby that has applied its whole log.
    OWNER,

    /// Each instance that hosts the partition, once it has applied the log up to the owner's
    /// position at the time of the request: a lookup sees every write that was answered before it.
    REPLICA,

    /// Each instance that hosts the partition, at once: a lookup may not see the writes of the last
    /// moments.
    STALE
  }

  /// The number of brokers that must have an event before its write is acknowledged: the majority.
  public int minInSync() {
    return replicationFactor / 2 + 1;
  }

  /// The shared secret.
  ///
  /// @throws IllegalArgumentException if it is missing or too short
  public String secret() {
    if (instanceKey == null || instanceKey.length() < MIN_KEY_CHARS) {
      throw new IllegalArgumentException(
          "must be a secret of "
              + MIN_KEY_CHARS
              + " characters or more, the same for all instances, such as the output of"
              + " 'openssl rand -hex 32'");
    }
    return instanceKey;
  }
}
