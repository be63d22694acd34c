package io.neardup.cluster;

import io.neardup.Eventually;
import io.neardup.cluster.broker.EmbeddedBrokers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.springframework.boot.SpringApplication;
import org.springframework.util.FileSystemUtils;

/// Runs the tests of the API against an instance of a cluster instead of a single process: with
/// `-Dtests.cluster=true`, each service that a test starts is a cluster of its own on one broker.
/// Services that are started with the same data directory one after the other are the same
/// instance.
public final class ClusterMode implements LauncherSessionListener {

  /// Whether tests run against a cluster.
  public static final boolean ON = Boolean.getBoolean("tests.cluster");

  private static final Map<String, String> SETTINGS =
      new TreeMap<>(
          Map.of(
              "neardup.cluster.instance-url", "http://localhost:1",
              "neardup.cluster.instance-key", "the secret of the instances of tests",
              "neardup.cluster.partitions", "3",
              "neardup.cluster.replication-factor", "1",
              "neardup.cluster.min-in-sync", "1",
              "neardup.cluster.read-timeout", Eventually.PATIENT,
              "neardup.cluster.write-timeout", Eventually.PATIENT,
              // Spring Boot configures the log of the brokers as well, which are in this process.
              "logging.level.kafka", "error",
              "logging.level.org.apache.kafka", "error",
              "logging.level.state.change.logger", "error"));

  /// Arguments of the command line that make a service an instance of a cluster; none if tests run
  /// against a single process.
  ///
  /// @param data its data directory
  /// @param configuration its other arguments: if they make it an instance, none are added
  public static Stream<String> arguments(Path data, String... configuration) {
    if (!ON || Stream.of(configuration).anyMatch(each -> each.contains(Cluster.SWITCH))) {
      return Stream.empty();
    }
    String prefix = "t-" + Integer.toHexString(data.toAbsolutePath().normalize().hashCode());
    return Stream.concat(
        Stream.of("--neardup.cluster.topic-prefix=" + prefix),
        SETTINGS.entrySet().stream().map(each -> "--" + each.getKey() + "=" + each.getValue()));
  }

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    if (!ON) {
      return;
    }
    Path folder;
    try {
      folder = Files.createTempDirectory("neardup-brokers");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    EmbeddedBrokers brokers = EmbeddedBrokers.start(folder, 1);
    // Once all services have stopped, which wait for brokers that do not answer.
    SpringApplication.getShutdownHandlers().add(() -> stop(brokers, folder));
    SETTINGS.put(Cluster.SWITCH, brokers.bootstrapServers());
    // For services that Spring's tests start.
    SETTINGS.forEach(System::setProperty);
    System.setProperty("neardup.cluster.topic-prefix", "t-${random.uuid}");
  }

  private static void stop(EmbeddedBrokers brokers, Path folder) {
    brokers.close();
    try {
      FileSystemUtils.deleteRecursively(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
