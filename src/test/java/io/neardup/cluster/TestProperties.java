package io.neardup.cluster;

import io.neardup.cluster.kafka.ClusterProperties;
import io.neardup.cluster.kafka.ClusterProperties.ReadMode;
import java.time.Duration;
import java.util.Map;

/// The configuration of a cluster of one partition on one broker.
public final class TestProperties {

  private TestProperties() {}

  /// The configuration.
  ///
  /// @param brokers their addresses
  /// @param prefix of the topics
  public static ClusterProperties of(String brokers, String prefix) {
    return of(brokers, prefix, 1);
  }

  /// The configuration of a cluster of several partitions.
  public static ClusterProperties of(String brokers, String prefix, int partitions) {
    return new ClusterProperties(
        brokers,
        null,
        "the secret of the instances of a test",
        prefix,
        partitions,
        (short) 1,
        1,
        ReadMode.OWNER,
        Duration.ofSeconds(20),
        Map.of());
  }
}
