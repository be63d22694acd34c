package io.neardup.cluster.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;

/// A file whose age is the time since this process last read the log.
public record AgedFile(Path file, Clock clock) {

  /// Whether the log was last read before a time; false if it never was.
  public boolean isOlderThan(Duration age) {
    try {
      return Files.exists(file)
          && Files.getLastModifiedTime(file).toInstant().isBefore(clock.instant().minus(age));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  /// Records that the log is read.
  public void renew() {
    try {
      if (!Files.exists(file)) {
        Files.writeString(file, "Written every minute while this instance runs.\n");
      }
      Files.setLastModifiedTime(file, FileTime.from(clock.instant()));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }
}
