package io.neardup.cluster.replica;

import io.neardup.cluster.kafka.LogWriter;
import io.neardup.cluster.kafka.Topics;
import io.neardup.files.DurableFile;
import io.neardup.service.InvalidConfigurationException;
import io.neardup.store.CollectionSettings;
import io.neardup.store.disk.DocumentStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The topics from which the documents of a data directory were applied, in a file of the
/// directory. Positions mean nothing in other topics: what is missing there would be removed here,
/// and what is before the positions would never be read. The age of the file is the time since this
/// process last followed them.
public final class AppliedTopics {

  private static final Logger logger = LoggerFactory.getLogger(AppliedTopics.class);

  private final Path file;
  private final DocumentStore store;
  private final Clock clock;

  public AppliedTopics(DocumentStore store, Clock clock) {
    this.file = store.path().resolve("TOPICS");
    this.store = store;
    this.clock = clock;
  }

  /// Creates the topics that are missing, and requires that the documents were applied from them.
  /// Removes documents that have not followed the topics for days, since compaction removes
  /// deletions from these. Waits for brokers.
  ///
  /// @param log of the topics
  /// @param startAnew whether documents of other topics are removed
  /// @throws InvalidConfigurationException if there are some, else; nothing was changed then
  public void require(Topics topics, Admin admin, LogWriter log, boolean startAnew) {
    boolean empty =
        IntStream.range(0, topics.partitions())
            .allMatch(partition -> store.documents().applied(partition) == 0);
    String known = read();
    if (!empty && known != null && !known.equals(topics.identity(admin))) {
      refuse(topics, startAnew);
    }
    topics.create(admin);
    long[] ends = topics.ends(admin);
    if (IntStream.range(0, ends.length)
        .anyMatch(partition -> {
          long applied = store.documents().applied(partition);
          return applied > ends[partition] && applied >= topics.mark(log, partition);
        })) {
      refuse(topics, startAnew);
    }
    if (isOutdated()) {
      logger.warn("This instance was stopped for days: all its partitions are read again");
      removePartitions(topics);
    }
    write(topics.identity(admin));
    renew();
  }

  private boolean isOutdated() {
    Instant oldest = clock.instant().minus(Topics.KEEP_DELETES.dividedBy(2));
    try {
      return Files.exists(file) && Files.getLastModifiedTime(file).toInstant().isBefore(oldest);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  /// Records that this process follows the topics.
  public void renew() {
    try {
      Files.setLastModifiedTime(file, FileTime.from(clock.instant()));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  private void refuse(Topics topics, boolean startAnew) {
    if (!startAnew) {
      throw new InvalidConfigurationException(
          "The documents in "
              + store.path()
              + " were not read from the topics "
              + topics.names()
              + " of these brokers, or the topics have lost records",
          "Nothing was changed. Correct neardup.cluster.bootstrap-servers and"
              + " neardup.cluster.topic-prefix, or restore the topics; or set"
              + " neardup.cluster.start-anew=true once, to remove the documents of this instance"
              + " and read those of the topics.");
    }
    logger.warn("The documents in {} are removed, as they are of other topics", store.path());
    for (CollectionSettings each : store.collections().list()) {
      store.documents().removeCollection(store.collections().incarnation(each.name()));
    }
    removePartitions(topics);
  }

  private void removePartitions(Topics topics) {
    for (int partition = 0; partition < topics.partitions(); partition++) {
      store.documents().remove(partition);
    }
  }

  private @Nullable String read() {
    try {
      return Files.exists(file) ? Files.readString(file) : null;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  private void write(String identity) {
    try {
      DurableFile.write(
          file.resolveSibling("TOPICS.new"), file, identity.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }
}
