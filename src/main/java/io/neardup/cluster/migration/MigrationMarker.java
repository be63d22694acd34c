package io.neardup.cluster.migration;

import io.neardup.files.DurableFile;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/// How far a migration is, in a file, so that one that was interrupted continues there.
final class MigrationMarker {

  private static final String TOPIC = "topic";

  private final Path file;
  private final Properties values = new Properties();

  private MigrationMarker(Path file) {
    this.file = file;
  }

  /// Reads a marker, without values if the file does not exist.
  static MigrationMarker read(Path file) {
    MigrationMarker marker = new MigrationMarker(file);
    try {
      if (Files.exists(file)) {
        marker.values.load(new StringReader(Files.readString(file)));
      }
    } catch (IOException | IllegalArgumentException e) {
      throw marker.damaged(e);
    }
    return marker;
  }

  /// The failure to read a value.
  MigrationException damaged(Exception cause) {
    return new MigrationException(
        file
            + " is damaged: "
            + cause.getMessage()
            + ". Start anew: into a new data directory, or without this file into new topics.",
        cause);
  }

  /// Whether it was written for a topic.
  ///
  /// @param id of the topic, which another one of the same name does not have
  boolean isOf(String id) {
    return id.equals(values.getProperty(TOPIC));
  }

  /// Whether it has values.
  boolean isBegun() {
    return values.containsKey(TOPIC);
  }

  /// Whether it was written longer ago than this.
  boolean isOlderThan(Duration age) {
    try {
      return Files.getLastModifiedTime(file).toInstant().isBefore(Instant.now().minus(age));
    } catch (IOException e) {
      throw new MigrationException(file + " cannot be read: " + e + ".", e);
    }
  }

  /// Removes all values but the topic.
  void begin(String topic) {
    values.clear();
    values.setProperty(TOPIC, topic);
  }

  @Nullable String get(String key) {
    return values.getProperty(key);
  }

  void set(String key, String value) {
    values.setProperty(key, value);
  }

  /// Writes the file; it is on disk when this returns.
  void save() {
    try {
      StringWriter text = new StringWriter();
      values.store(text, "How far a copy between this directory and a cluster is. Do not edit.");
      DurableFile.write(
          file.resolveSibling(file.getFileName() + ".new"),
          file,
          text.toString().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new MigrationException(file + " cannot be written: " + e + ".", e);
    }
  }
}
