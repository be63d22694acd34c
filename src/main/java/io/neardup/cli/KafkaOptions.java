package io.neardup.cli;

import io.neardup.cli.files.FileFailure;
import io.neardup.cluster.kafka.ClusterProperties;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The brokers and topics of a cluster.
final class KafkaOptions {

  @Option(
      names = "--bootstrap-servers",
      paramLabel = "HOST:PORT",
      required = true,
      description =
          "addresses of Kafka brokers, separated by commas, as neardup.cluster.bootstrap-servers")
  String bootstrapServers = "";

  @Option(
      names = "--topic-prefix",
      paramLabel = "NAME",
      description =
          "beginning of the names of topics, as neardup.cluster.topic-prefix; by default neardup")
  String topicPrefix = "neardup";

  @Option(
      names = "--kafka",
      paramLabel = "KEY=VALUE",
      description =
          "a property of the Kafka clients, such as security.protocol=SSL; may be repeated")
  Map<String, String> properties = new LinkedHashMap<>();

  @Option(
      names = "--kafka-config",
      paramLabel = "FILE",
      description = "a file of such properties, as the tools of Kafka read it; --kafka precedes it")
  @Nullable Path file;

  /// The cluster.
  ///
  /// @throws FileFailure if the file of properties cannot be read
  ClusterProperties cluster(int partitions, short replicationFactor, int minInSync) {
    Map<String, String> all = new LinkedHashMap<>();
    if (file != null) {
      Properties read = new Properties();
      try (Reader in = Files.newBufferedReader(file)) {
        read.load(in);
      } catch (IOException e) {
        throw FileFailure.of(file.toString(), e);
      } catch (IllegalArgumentException e) {
        throw new FileFailure(file + ": " + e.getMessage(), e);
      }
      read.stringPropertyNames().forEach(key -> all.put(key, read.getProperty(key)));
    }
    all.putAll(properties);
    return ClusterProperties.ofTool(
        bootstrapServers, topicPrefix, partitions, replicationFactor, minInSync, all);
  }
}
