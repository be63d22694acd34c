package io.neardup.cluster.migration;

import io.neardup.cluster.kafka.LogRecord.Written;
import io.neardup.cluster.kafka.LogState;
import io.neardup.store.CollectionSettings;
import io.neardup.store.ContentHash;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Incarnation;
import io.neardup.store.Logged;
import io.neardup.store.disk.DocumentStore;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Computes the digests of collections, in a data directory and in a topic.
final class DocumentDigests {

  private static final int PAGE = 200;

  private final SortedMap<String, CollectionDigest> byCollection = new TreeMap<>();

  private DocumentDigests(Collection<CollectionSettings> collections) {
    collections.forEach(each -> byCollection.put(each.name(), CollectionDigest.of(each)));
  }

  private void add(String collection, ContentHash document) {
    CollectionDigest before = Objects.requireNonNull(byCollection.get(collection));
    byCollection.put(collection, before.plus(document));
  }

  /// The digests of a data directory. Reads all documents.
  ///
  /// @param documents about how many there are
  static SortedMap<String, CollectionDigest> of(
      DocumentStore store, long documents, MigrationSteps steps) {
    DocumentDigests digests = new DocumentDigests(store.collections().list());
    AtomicLong read = new AtomicLong();
    try (MigrationSteps.RunningStep _ =
        steps.begin(
            "verifying the data directory", () -> (double) read.get() / Math.max(1, documents))) {
      digests.addAll(store, read);
    }
    return digests.byCollection;
  }

  private void addAll(DocumentStore store, AtomicLong read) {
    for (String collection : List.copyOf(byCollection.keySet())) {
      Incarnation present = store.collections().incarnation(collection);
      List<Logged<Put>> page = store.documents().list(present, "", PAGE, true);
      while (!page.isEmpty()) {
        page.forEach(each -> add(collection, CollectionDigest.hash(each.event())));
        read.addAndGet(page.size());
        String last = page.getLast().event().id();
        page = store.documents().list(present, last, PAGE, true);
      }
    }
  }

  /// The digests of a topic, by the last valid record of each document. Reads one partition after
  /// the other; the ids of one partition at a time are in memory.
  ///
  /// @param collections of the cluster, by name
  /// @param ends of the partitions, up to which they are read
  static SortedMap<String, CollectionDigest> of(
      MigrationTopics topics,
      Map<String, CollectionSettings> collections,
      long[] ends,
      MigrationSteps steps) {
    DocumentDigests digests = new DocumentDigests(collections.values());
    long all = Math.max(1, Arrays.stream(ends).sum());
    AtomicLong read = new AtomicLong();
    try (MigrationSteps.RunningStep _ =
        steps.begin("verifying the cluster", () -> (double) read.get() / all)) {
      for (int partition = 0; partition < ends.length; partition++) {
        digests.addAll(topics, collections, ends, partition, read);
      }
    }
    return digests.byCollection;
  }

  private void addAll(
      MigrationTopics topics,
      Map<String, CollectionSettings> collections,
      long[] ends,
      int partition,
      AtomicLong read) {
    long before = read.get();
    long[] from = ends.clone();
    from[partition] = 0;
    LogState state = new LogState();
    Map<String, Map<String, ContentHash>> documents = new HashMap<>();
    topics.read(
        from,
        ends,
        (records, next) -> {
          records.forEach((_, some) ->
              state
                  .valid(some, (name, created) -> isKnown(collections.get(name), created))
                  .forEach(each -> apply(documents, each)));
          read.set(before + next[partition]);
        });
    documents.forEach(
        (collection, hashes) -> hashes.values().forEach(hash -> add(collection, hash)));
  }

  private static void apply(Map<String, Map<String, ContentHash>> documents, Written change) {
    Map<String, ContentHash> hashes =
        documents.computeIfAbsent(change.event().collection(), _ -> new HashMap<>());
    if (change.event() instanceof Put put) {
      hashes.put(put.id(), CollectionDigest.hash(put));
    } else {
      hashes.remove(change.id());
    }
  }

  /// Whether a collection is the one of a creation.
  ///
  /// @param present null if there is none of that name
  static boolean isKnown(@Nullable CollectionSettings present, long created) {
    return present != null && present.creation() == created;
  }
}
