package io.neardup.cluster.replica;

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
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The topics from which the documents of a data directory were applied, in a file of the
/// directory. Positions mean nothing in other topics: what is missing there would be removed here,
/// and what is before the positions would never be read.
public final class AppliedTopics {

  private static final Logger log = LoggerFactory.getLogger(AppliedTopics.class);

  private final Path file;
  private final DocumentStore store;

  public AppliedTopics(DocumentStore store) {
    this.file = store.path().resolve("TOPICS");
    this.store = store;
  }

  /// Creates the topics that are missing, and requires that the documents were applied from them.
  /// Waits for brokers.
  ///
  /// @param producer to the topics
  /// @param startAnew whether documents of other topics are removed
  /// @throws InvalidConfigurationException if there are some, else; nothing was changed then
  public void require(
      Topics topics, Admin admin, Producer<byte[], byte[]> producer, boolean startAnew) {
    boolean empty =
        IntStream.range(0, store.documents().partitions())
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
          return applied > ends[partition] && applied >= topics.mark(producer, partition);
        })) {
      refuse(topics, startAnew);
    }
    write(topics.identity(admin));
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
    log.warn("The documents in {} are removed, as they are of other topics", store.path());
    for (CollectionSettings each : store.collections().list()) {
      store.documents().removeCollection(store.collections().incarnation(each.name()));
    }
    for (int partition = 0; partition < store.documents().partitions(); partition++) {
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
