package io.neardup.cluster.migration;

import io.neardup.cluster.catalog.Catalog;
import io.neardup.cluster.catalog.CatalogWriter;
import io.neardup.cluster.kafka.ClusterProperties;
import io.neardup.cluster.kafka.LogRecord.Stamp;
import io.neardup.cluster.kafka.LogRecord.Written;
import io.neardup.cluster.kafka.LogWriter;
import io.neardup.cluster.migration.MigrationTopics.DocumentTopic;
import io.neardup.store.ChangeCursor;
import io.neardup.store.ChangePage;
import io.neardup.store.ChangePage.Unreadable;
import io.neardup.store.CollectionSettings;
import io.neardup.store.DocumentEvent;
import io.neardup.store.DocumentEvent.Clear;
import io.neardup.store.DocumentEvent.Delete;
import io.neardup.store.DocumentEvent.OfDocument;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Logged;
import io.neardup.store.Partitions;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import io.neardup.store.StoreOptions;
import io.neardup.store.WeightSource;
import io.neardup.store.disk.DocumentStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/// Copies the data directory of a single process into the topics of a new cluster, before its first
/// instance starts.
/* The records have no owner (Stamp.NONE): replicas admit them until an owner claims the partition, which the
first instance does after all of them. A document that is sent again after an interruption has the same key
and the same content, so replicas and compaction keep it once. */
public final class ClusterImport {

  private static final String MARKER = "to-cluster.properties";
  private static final String CURSOR = "cursor";
  private static final int PAGE = 200;

  /// Bytes that are sent before the position is saved; less than the buffer of the producer.
  private static final long UNSAVED_BYTES = 8 << 20;

  private static final int UNSAVED_RECORDS = 2_000;

  private final DocumentStore store;
  private final MigrationTopics topics;
  private final MigrationMarker marker;
  private final MigrationSteps steps;
  private Map<String, CollectionSettings> numbers = Map.of(); // by name, as in the cluster

  private ClusterImport(DocumentStore store, MigrationTopics topics, MigrationSteps steps) {
    this.store = store;
    this.topics = topics;
    this.marker = MigrationMarker.read(store.path().resolve(MARKER));
    this.steps = steps;
  }

  /// Copies all collections and documents, and compares what is in the topics then. Continues an
  /// earlier run that was interrupted.
  ///
  /// @param directory that no process has open
  /// @throws MigrationException if it cannot be done
  /// @throws StoreException if the directory cannot be opened or read
  public static MigrationReport run(
      Path directory, ClusterProperties cluster, MigrationSteps steps) {
    if (!Files.isRegularFile(directory.resolve("FORMAT"))) {
      throw new MigrationException(
          directory + " is not a data directory: it has no file FORMAT. Check --data-dir.");
    }
    try (DocumentStore store = DocumentStore.open(directory, StoreOptions.DEFAULTS)) {
      requireSingle(store);
      requireProfileWeights(store);
      store.collections().unreadable().values().stream()
          .findFirst()
          .ifPresent(failure -> {
            throw incomplete(String.valueOf(failure.getMessage()), failure);
          });
      return MigrationTopics.with(cluster, topics -> new ClusterImport(store, topics, steps).run());
    }
  }

  /// The replicas of an instance have only some partitions of a cluster.
  private static void requireSingle(DocumentStore store) {
    for (int partition = 0; partition < store.documents().partitions(); partition++) {
      if (store.documents().state(partition).length > 0) {
        throw new MigrationException(
            store.path()
                + " belongs to an instance of a cluster. Name the data directory of a single"
                + " process.");
      }
    }
  }

  /// No instance of a cluster counts the features of all documents of a collection, or indexes the
  /// passages of all.
  private static void requireProfileWeights(DocumentStore store) {
    for (CollectionSettings settings : store.collections().list()) {
      if (settings.passages()) {
        throw new MigrationException(
            "The collection '"
                + settings.name()
                + "' has passages=true, which a cluster does not have. Start the service with this"
                + " directory, set passages to false, and copy again.");
      }
      if (settings.weights() == WeightSource.COLLECTION) {
        throw new MigrationException(
            "The collection '"
                + settings.name()
                + "' has weights=collection, which a cluster does not have. Start the service with"
                + " this directory, set weights to profile, and copy again.");
      }
    }
  }

  /// A cluster has no quarantined collections.
  private static MigrationException incomplete(String sentence, StoreException failure) {
    return new MigrationException(
        sentence
            + " Restore a backup and copy that, or start the service with this directory, delete"
            + " the collection and copy again.",
        failure);
  }

  private MigrationReport run() {
    DocumentTopic topic = topics.create();
    try (Catalog catalog = topics.catalog(store);
        LogWriter writer = topics.writer()) {
      catalog.readToEnd();
      requireOwn(topic, catalog);
      copyCollections(catalog, topics.writer(catalog, writer));
      copyDocuments(writer);
      // The documents in the directory are compared, not what was sent, with those in the topic.
      long[] ends = topics.mark(topic, writer);
      return new MigrationReport(
          DocumentDigests.of(store, Arrays.stream(ends).sum(), steps),
          DocumentDigests.of(topics, catalog.settings(), ends, steps),
          hasJudgements());
    }
  }

  /// Refuses topics that something else has written to.
  private void requireOwn(DocumentTopic topic, Catalog catalog) {
    if (marker.isOf(topic.id())) {
      if (topics.isInUse()) {
        throw new MigrationException(
            "Instances have used the topics "
                + topics.names()
                + " since they were copied to; they were not changed now. To copy again, stop the"
                + " instances and delete the topics, or name another --topic-prefix.");
      }
      return;
    }
    if (!catalog.settings().isEmpty() || Arrays.stream(topics.ends(topic)).sum() > 0) {
      throw new MigrationException(
          "The topics "
              + topics.names()
              + " have records that were not copied from "
              + store.path()
              + "; they were not changed. Name another --topic-prefix, or delete the topics if no"
              + " cluster uses them.");
    }
    marker.begin(topic.id());
    marker.set(CURSOR, store.log().start().toString());
    marker.save();
  }

  /// The settings come first: instances leave out documents of collections that they do not know.
  private void copyCollections(Catalog catalog, CatalogWriter writer) {
    Map<String, CollectionSettings> others = catalog.settings();
    for (CollectionSettings settings : store.collections().list()) {
      writer.change(settings.name(), known -> numbered(settings, known));
      others.remove(settings.name());
    }
    others.keySet().forEach(name -> writer.change(name, known -> null));
    numbers = catalog.settings();
  }

  /// The settings with the number of the collection in the cluster, if it is there.
  private static CollectionSettings numbered(
      CollectionSettings settings, @Nullable CollectionSettings known) {
    return known != null && known.createdAt().equals(settings.createdAt())
        ? settings.createdAs(known)
        : settings;
  }

  private void copyDocuments(LogWriter writer) {
    AtomicLong at = new AtomicLong();
    long end = Math.max(1, store.log().end().after());
    try (MigrationSteps.RunningStep _ = steps.begin("copying", () -> (double) at.get() / end)) {
      Sender sender = new Sender(writer);
      ChangeCursor cursor = saved();
      ChangePage page;
      do {
        page = store.log().read(cursor, PAGE, true);
        if (!page.unreadable().isEmpty()) {
          Unreadable first = page.unreadable().getFirst();
          throw incomplete(first.sentence(), first.failure());
        }
        for (Logged<DocumentEvent> change : page.changes()) {
          sender.send(change, cursor.floor());
        }
        cursor = page.next();
        if (sender.isFull() || !page.more()) {
          sender.flush();
          marker.set(CURSOR, cursor.toString());
          marker.save();
        }
        at.set(cursor.after());
      } while (page.more());
    } catch (StoreException e) {
      if (e.kind() == StoreFault.TOO_FAR_BEHIND || e.kind() == StoreFault.OTHER_HISTORY) {
        throw new MigrationException(
            store.path()
                + " has changed since the copy was interrupted, and is to be copied from the"
                + " beginning: delete the topics "
                + topics.names()
                + ", then start again.",
            e);
      }
      throw e;
    }
  }

  private ChangeCursor saved() {
    try {
      return ChangeCursor.parse(String.valueOf(marker.get(CURSOR)));
    } catch (IllegalArgumentException e) {
      throw marker.damaged(e);
    }
  }

  /// Sends events to the topic of documents.
  private final class Sender {

    private final LogWriter writer;
    private final Partitions partitions;
    private final AtomicReference<@Nullable MigrationException> failure = new AtomicReference<>();
    private long bytes;
    private int records;

    Sender(LogWriter writer) {
      this.writer = writer;
      this.partitions = new Partitions(writer.partitions());
    }

    /// @param floor the offset up to which deleted documents were never sent
    void send(Logged<DocumentEvent> change, long floor) {
      switch (change.event()) {
        case Put put -> send(put);
        case Delete delete -> {
          if (change.position().offset() > floor) {
            send(delete);
          }
        }
        case Clear _ -> {
          // The collection has been created anew or deleted; its settings show that.
        }
      }
    }

    private void send(OfDocument event) {
      CollectionSettings settings = numbers.get(event.collection());
      if (settings == null) {
        return;
      }
      ProducerRecord<byte[], byte[]> made =
          new Written(settings.creation(), event, Stamp.NONE)
              .in(topics.documents(), partitions.of(event.id()));
      bytes += made.key().length + (made.value() == null ? 0 : made.value().length);
      records++;
      var _ =
          writer
              .append(made)
              .whenComplete((_, refused) -> {
                if (refused != null) {
                  failure.compareAndSet(null, failed(event, refused));
                }
              });
    }

    private MigrationException failed(OfDocument event, Throwable cause) {
      return new MigrationException(
          "Document '"
              + event.id()
              + "' of collection '"
              + event.collection()
              + "' could not be written to the topic "
              + topics.documents()
              + ": "
              + cause.getMessage()
              + " Start again, which continues.",
          cause);
    }

    boolean isFull() {
      return bytes >= UNSAVED_BYTES || records >= UNSAVED_RECORDS;
    }

    void flush() {
      writer.flush();
      MigrationException refused = failure.get();
      if (refused != null) {
        throw refused;
      }
      bytes = 0;
      records = 0;
    }
  }

  private boolean hasJudgements() {
    return store.collections().list().stream()
        .map(each -> store.collections().incarnation(each.name()))
        .anyMatch(each -> !store.judgements().list(each, null, 1).isEmpty());
  }
}
