package io.neardup.cluster;

import io.neardup.cluster.broker.EmbeddedBrokers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.springframework.util.FileSystemUtils;

/// Runs the tests of the API against an instance of a cluster instead of a single process: with
/// `-Dneardup.test.cluster=true`, each service that a test starts is a cluster of its own on one
/// broker.
public final class ClusterMode implements LauncherSessionListener {

  /// Whether tests run against a cluster.
  public static final boolean ON = Boolean.getBoolean("neardup.test.cluster");

  private @Nullable EmbeddedBrokers brokers;
  private @Nullable Path folder;

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    if (!ON) {
      return;
    }
    try {
      folder = Files.createTempDirectory("neardup-brokers");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    brokers = EmbeddedBrokers.start(folder, 1);
    System.setProperty("neardup.cluster.bootstrap-servers", brokers.bootstrapServers());
    System.setProperty("neardup.cluster.instance-url", "http://localhost:1");
    System.setProperty("neardup.cluster.instance-key", "the secret of the instances of tests");
    System.setProperty("neardup.cluster.topic-prefix", "t-${random.uuid}");
    System.setProperty("neardup.cluster.partitions", "3");
    System.setProperty("neardup.cluster.replication-factor", "1");
    System.setProperty("neardup.cluster.min-in-sync", "1");
  }

  @Override
  public void launcherSessionClosed(LauncherSession session) {
    if (brokers != null && folder != null) {
      brokers.close();
      try {
        FileSystemUtils.deleteRecursively(folder);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
