package io.neardup.cluster.replica;

import io.neardup.cluster.kafka.LogWriter;
import io.neardup.cluster.kafka.Topics;
import io.neardup.files.DurableFile;
import io.neardup.service.InvalidConfigurationException;
import io.neardup.store.disk.DocumentStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The topics that a data directory's documents were applied from, in a file of the directory.
/// Positions mean nothing in other topics: documents missing there would be removed here, and
/// records before the positions would never be read. The file's age is the time since this process
/// last followed the topics.
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

  /// Creates missing topics, and requires that the documents were applied from these topics.
  /// Removes the documents if they have not followed the topics for days, since compaction removes
  /// deletions. Waits for brokers.
  ///
  /// @param log of the topics
  /// @throws InvalidConfigurationException if there are documents from other topics; then nothing
  ///   was changed
  public void require(Topics topics, Admin admin, LogWriter log) {
    int[] known =
        IntStream.range(0, topics.partitions())
            .filter(partition -> applied(partition) > 0)
            .toArray();
    try {
      String identity = Files.exists(file) ? Files.readString(file) : null;
      if (known.length > 0 && identity != null && !identity.equals(topics.identity(admin))) {
        throw refusal(topics);
      }
      topics.create(admin);
      if (Arrays.stream(known)
          .anyMatch(partition -> applied(partition) >= topics.mark(log, partition))) {
        throw refusal(topics);
      }
      Instant oldest = clock.instant().minus(Topics.KEEP_DELETES.dividedBy(2));
      if (identity != null && Files.getLastModifiedTime(file).toInstant().isBefore(oldest)) {
        logger.warn("This instance was stopped for days: all its partitions are read again");
        Arrays.stream(known).forEach(store.documents()::remove);
      }
      DurableFile.write(
          file.resolveSibling("TOPICS.new"),
          file,
          topics.identity(admin).getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read or write " + file, e);
    }
    renew();
  }

  private long applied(int partition) {
    return store.documents().applied(partition);
  }

  private InvalidConfigurationException refusal(Topics topics) {
    return new InvalidConfigurationException(
        "The documents in "
            + store.path()
            + " were not read from the topics "
            + topics.documents()
            + " and "
            + topics.collections()
            + " of these brokers, or the topics have lost records",
        "Nothing was changed. Correct neardup.cluster.bootstrap-servers and"
            + " neardup.cluster.topic-prefix, or restore the topics; or delete that directory,"
            + " which is a copy, to read the documents of these topics.");
  }

  /// Records that this process follows the topics.
  public void renew() {
    try {
      Files.setLastModifiedTime(file, FileTime.from(clock.instant()));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }
}
