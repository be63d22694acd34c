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
/// @param replicationFactor The number of brokers that keep each event.
/// @param minInSync The number of brokers that have an event before its write is acknowledged.
/// @param standbys The number of further instances that index each partition.
/// @param read owner: a lookup sees every write that was answered before it. local: a lookup asks
///   this instance for the partitions that it has, and may not see writes of the last moments.
/// @param sessionTimeout How long after the last sign of life the partitions of an instance are
///   assigned to others.
/// @param hedgeAfter How long a lookup waits for an owner before it asks other instances as well.
/// @param readTimeout How long a lookup waits for partitions before it answers without them.
/// @param writeTimeout How long a write waits for the owner of its partition.
/// @param threads The number of threads that apply events.
/// @param startAnew Whether an instance whose documents were not read from these topics removes
///   them at its start, instead of refusing to start.
/// @param kafka Further properties of the Kafka clients, such as security.protocol.
@ConfigurationProperties("neardup.cluster")
public record ClusterProperties(
    @Nullable String bootstrapServers,
    @Nullable URI instanceUrl,
    @Nullable String instanceKey,
    @DefaultValue("neardup") String topicPrefix,
    @DefaultValue("24") int partitions,
    @DefaultValue("3") short replicationFactor,
    @DefaultValue("2") int minInSync,
    @DefaultValue("1") int standbys,
    @DefaultValue("owner") ReadMode read,
    @DefaultValue("6s") Duration sessionTimeout,
    @DefaultValue("500ms") Duration hedgeAfter,
    @DefaultValue("5s") Duration readTimeout,
    @DefaultValue("20s") Duration writeTimeout,
    @DefaultValue("1") int threads,
    @DefaultValue("false") boolean startAnew,
    @DefaultValue Map<String, String> kafka) {

  /// The property that switches the cluster on.
  public static final String SWITCH = "neardup.cluster.bootstrap-servers";

  private static final int MIN_KEY_CHARS = 16;

  /// Of a process that uses the topics of a cluster without being one of its instances.
  public static ClusterProperties ofTool(
      String bootstrapServers,
      String topicPrefix,
      int partitions,
      short replicationFactor,
      int minInSync,
      Map<String, String> kafka) {
    return new ClusterProperties(
        bootstrapServers,
        null,
        null,
        topicPrefix,
        partitions,
        replicationFactor,
        minInSync,
        0,
        ReadMode.OWNER,
        Duration.ofSeconds(6),
        Duration.ZERO,
        Duration.ofSeconds(5),
        Duration.ofSeconds(20),
        1,
        false,
        kafka);
  }

  /// What lookups see.
  public enum ReadMode {
    /// All writes that were answered before.
    OWNER,

    /// What this instance has applied, and the owners of its other partitions.
    LOCAL
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
