package io.neardup.cluster.migration;

import io.neardup.cluster.kafka.LogRecord.Written;
import io.neardup.cluster.kafka.LogState;
import io.neardup.cluster.migration.TopicReader.ValidChanges;
import io.neardup.store.CollectionSettings;
import io.neardup.store.ContentHash;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Incarnation;
import io.neardup.store.Logged;
import io.neardup.store.disk.DocumentStore;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;
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
  /// @param progress receives the number of documents read
  static SortedMap<String, CollectionDigest> of(DocumentStore store, LongConsumer progress) {
    DocumentDigests digests = new DocumentDigests(store.collections().list());
    long read = 0;
    for (String collection : List.copyOf(digests.byCollection.keySet())) {
      Incarnation present = store.collections().incarnation(collection);
      List<Logged<Put>> page = store.documents().list(present, "", PAGE, true);
      while (!page.isEmpty()) {
        page.forEach(each -> digests.add(collection, CollectionDigest.hash(each.event())));
        read += page.size();
        progress.accept(read);
        String last = page.getLast().event().id();
        page = store.documents().list(present, last, PAGE, true);
      }
    }
    return digests.byCollection;
  }

  /// The digests of a topic, by the last valid record of each document. Reads one partition after
  /// the other; the ids of one partition at a time are in memory.
  ///
  /// @param collections of the cluster, by name
  /// @param ends of the partitions, up to which they are read
  /// @param progress receives the number of records read
  static SortedMap<String, CollectionDigest> of(
      TopicReader reader,
      Map<String, CollectionSettings> collections,
      long[] ends,
      LongConsumer progress) {
    DocumentDigests digests = new DocumentDigests(collections.values());
    long before = 0;
    for (int partition = 0; partition < ends.length; partition++) {
      int number = partition;
      long read = before;
      long[] from = ends.clone();
      from[partition] = 0;
      ValidChanges valid =
          new ValidChanges(
              new LogState(), (name, created) -> isKnown(collections.get(name), created));
      Map<String, Map<String, ContentHash>> documents = new HashMap<>();
      reader.read(
          from,
          ends,
          (records, next) -> {
            records.forEach((_, some) -> valid.of(some).forEach(each -> apply(documents, each)));
            progress.accept(read + next[number]);
          });
      documents.forEach(
          (collection, hashes) -> hashes.values().forEach(hash -> digests.add(collection, hash)));
      before += ends[partition];
    }
    return digests.byCollection;
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
