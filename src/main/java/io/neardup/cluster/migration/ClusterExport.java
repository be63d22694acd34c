package io.neardup.cluster.migration;

import io.neardup.cluster.catalog.Catalog;
import io.neardup.cluster.kafka.ClusterProperties;
import io.neardup.cluster.kafka.LogRecord.Written;
import io.neardup.cluster.kafka.LogState;
import io.neardup.cluster.kafka.LogWriter;
import io.neardup.cluster.kafka.Topics;
import io.neardup.cluster.migration.MigrationTopics.DocumentTopic;
import io.neardup.store.DocumentEvent;
import io.neardup.store.StoreException;
import io.neardup.store.StoreOptions;
import io.neardup.store.disk.DocumentStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicLong;

/// Copies the topics of a cluster into a new data directory of a single process: the state at marks
/// that are written to the partitions when the copy begins.
/* Events are appended to the log of the directory, which gives them offsets in one order, as a single process
needs them for its feed of changes. The position in the topic and the state of each partition are saved after
the events are on disk; after an interruption some events are appended again, in the same order, which has the
same result. Until all is verified, other processes refuse the directory (DocumentStore.INCOMPLETE). */
public final class ClusterExport {

  private static final int UNSAVED_RECORDS = 2_000;

  private final DocumentStore store;
  private final MigrationTopics topics;
  private final MigrationMarker marker;
  private final MigrationSteps steps;
  private final long begin = System.nanoTime();

  private ClusterExport(DocumentStore store, MigrationTopics topics, MigrationSteps steps) {
    this.store = store;
    this.topics = topics;
    this.marker = MigrationMarker.read(store.path().resolve(DocumentStore.INCOMPLETE));
    this.steps = steps;
  }

  /// Copies all collections and documents, and compares them. Continues an earlier run that was
  /// interrupted. If both are the same, the directory is complete.
  ///
  /// @param directory a new one, or that of the interrupted run
  /// @throws MigrationException if it cannot be done
  /// @throws StoreException if the directory cannot be used
  public static MigrationReport run(
      ClusterProperties cluster, Path directory, MigrationSteps steps) {
    return MigrationTopics.with(
        cluster,
        topics -> {
          DocumentTopic topic = topics.find();
          if (topic == null) {
            throw new MigrationException(
                "There is no topic " + topics.documents() + ". Check --topic-prefix.");
          }
          try (DocumentStore store =
              DocumentStore.openIncomplete(directory, StoreOptions.DEFAULTS)) {
            return new ClusterExport(store, topics, steps).run(topic);
          }
        });
  }

  private MigrationReport run(DocumentTopic topic) {
    if (marker.isBegun() && !marker.isOf(topic.id())) {
      throw new MigrationException(
          store.path()
              + " has an interrupted copy of other topics. Delete it, or name a new directory.");
    }
    // The log forgets deletions after some days.
    if (marker.isBegun() && marker.isOlderThan(Topics.KEEP_DELETES.dividedBy(2))) {
      store.collections().list().stream()
          .map(each -> store.collections().incarnation(each.name()))
          .forEach(store.documents()::removeCollection);
      marker.begin(topic.id());
    }
    if (!marker.isBegun()) {
      marker.begin(topic.id());
    }
    marker.save();
    // In this order: documents before the ends are of collections that are known then.
    try (LogWriter writer = topics.writer();
        Catalog catalog = topics.catalog(store)) {
      long[] ends = topics.mark(topic, writer);
      topics.writer(catalog, writer).catchUp();
      catalog.load();
      copy(ends);
      SortedMap<String, CollectionDigest> source =
          DocumentDigests.of(topics, catalog.settings(), ends, steps);
      long documents = source.values().stream().mapToLong(CollectionDigest::documents).sum();
      MigrationReport report =
          new MigrationReport(source, DocumentDigests.of(store, documents, steps), false);
      requireUncompacted(topic, ends, writer);
      if (report.isSame()) {
        store.complete();
      }
      return report;
    }
  }

  private boolean isKnown(String collection, long created) {
    return DocumentDigests.isKnown(store.collections().find(collection).orElse(null), created);
  }

  private void copy(long[] ends) {
    long[] from = new long[ends.length];
    LogState[] states = new LogState[ends.length];
    for (int partition = 0; partition < ends.length; partition++) {
      String saved = marker.get(Integer.toString(partition));
      LogState state = new LogState();
      if (saved != null) {
        try {
          int space = saved.indexOf(' ');
          from[partition] = Long.parseLong(saved, 0, space, 10);
          state = LogState.decode(HexFormat.of().parseHex(saved, space + 1, saved.length()));
        } catch (IllegalArgumentException | IndexOutOfBoundsException | StoreException e) {
          throw marker.damaged(e);
        }
      }
      states[partition] = state;
    }
    long all = Math.max(1, Arrays.stream(ends).sum());
    AtomicLong at = new AtomicLong(Arrays.stream(from).sum());
    AtomicLong saved = new AtomicLong(at.get());
    try (MigrationSteps.RunningStep _ = steps.begin("copying", () -> (double) at.get() / all)) {
      topics.read(
          from,
          ends,
          (records, next) -> {
            List<DocumentEvent> events = new ArrayList<>();
            records.forEach((partition, some) ->
                states[partition].valid(some, this::isKnown).stream()
                    .map(Written::event)
                    .forEach(events::add));
            append(events);
            long reached = Arrays.stream(next).sum();
            if (reached - saved.get() >= UNSAVED_RECORDS || Arrays.equals(next, ends)) {
              save(next, states);
              saved.set(reached);
            }
            at.set(reached);
          });
    }
  }

  private void append(List<DocumentEvent> events) {
    if (!events.isEmpty()) {
      var _ = store.log().append(events);
    }
  }

  private void save(long[] next, LogState[] states) {
    for (int partition = 0; partition < next.length; partition++) {
      marker.set(
          Integer.toString(partition),
          next[partition] + " " + HexFormat.of().formatHex(states[partition].encode()));
    }
    marker.save();
  }

  /// Compaction keeps the last record of a document, which may be after the ends, so that a
  /// document that was written meanwhile is missing here.
  private void requireUncompacted(DocumentTopic topic, long[] ends, LogWriter writer) {
    Duration taken = Duration.ofNanos(System.nanoTime() - begin);
    long[] nextMarks = Arrays.stream(ends).map(end -> end + 1).toArray();
    if (taken.compareTo(Topics.KEEP_ALL) >= 0
        && !Arrays.equals(nextMarks, topics.mark(topic, writer))) {
      throw new MigrationException(
          "The copy took longer than "
              + Topics.KEEP_ALL.toMinutes()
              + " minutes, and documents were written meanwhile, so some may be missing. Stop the"
              + " instances and start again, which continues.");
    }
  }
}
