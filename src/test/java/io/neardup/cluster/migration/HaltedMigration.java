package io.neardup.cluster.migration;

import io.neardup.cluster.kafka.ClusterProperties;
import java.nio.file.Path;
import java.util.Map;

/// A process that begins to copy and ends, as if it were killed, when a part has been copied.
final class HaltedMigration {

  /// The exit code of a process that was killed.
  static final int KILLED = 137;

  private static final double SHARE = 0.3;

  private HaltedMigration() {}

  /// @param arguments `to` or `from`, the data directory, the brokers, and the prefix of the topics
  public static void main(String... arguments) {
    System.setProperty("logback.configurationFile", "logback-cli.xml");
    Path directory = Path.of(arguments[1]);
    ClusterProperties cluster = cluster(arguments[2], arguments[3]);
    MigrationSteps steps =
        (step, share) -> {
          Thread.ofPlatform()
              .daemon()
              .start(() -> {
                while (share.getAsDouble() < SHARE) {
                  Thread.onSpinWait();
                }
                Runtime.getRuntime().halt(KILLED);
              });
          return () -> {};
        };
    if (arguments[0].equals("to")) {
      ClusterImport.run(directory, cluster, steps);
    } else {
      ClusterExport.run(cluster, directory, steps);
    }
  }

  /// The topics of a cluster of a test.
  static ClusterProperties cluster(String brokers, String prefix) {
    return ClusterProperties.ofTool(brokers, prefix, 24, (short) 1, 1, Map.of());
  }
}
