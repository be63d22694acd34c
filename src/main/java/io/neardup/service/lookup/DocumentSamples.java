package io.neardup.service.lookup;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.index.StopSignal;
import io.neardup.simhash.Xxh3;
import io.neardup.store.Document;
import io.neardup.store.PartitionStore;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// Selections of a collection's reported documents: all that pass a filter, a random sample of
/// them, or their number. O(documents); a filter reads all documents from disk.
public record DocumentSamples(
    LiveDocuments documents, PartitionStore store, DocumentIndexes indexes) {

  private static final int EXAMINED_TOGETHER = 1_000;

  private record Sampled(String id, long hash) {}

  /// A random sample, in random order. Documents come without metadata, so that a sample takes
  /// little memory. The same seed selects the same documents as long as they are stored, even after
  /// a restart.
  ///
  /// @param count the maximum number of documents; a few may be missing
  /// @param stop checked periodically
  public List<Document> sample(int count, long seed, MetadataFilter filter, StopSignal stop) {
    PriorityQueue<Sampled> lowest =
        new PriorityQueue<>(Comparator.comparingLong(Sampled::hash).reversed());
    IntPredicate taken = taken(documents.reported(), passing(filter, stop));
    int ordinals = documents.directory().ordinals();
    for (int ordinal = 0; ordinal < ordinals; ordinal++) {
      String id = isTaken(ordinal, taken, stop) ? documents.id(ordinal) : null;
      if (id == null) {
        continue;
      }
      long hash = Xxh3.hash(seed + " " + id);
      if (lowest.size() < count || hash < lowest.element().hash) {
        lowest.add(new Sampled(id, hash));
        if (lowest.size() > count) {
          lowest.remove();
        }
      }
    }
    List<String> ids =
        lowest.stream().sorted(Comparator.comparingLong(Sampled::hash)).map(Sampled::id).toList();
    return documents
        .read(ids, false, stop)
        .filter(document -> IndexedDocument.of(document.revision()) != null)
        .map(Document::withoutMetadata)
        .toList();
  }

  /// The number of documents that [#sample] draws from.
  ///
  /// @param stop checked periodically
  public int count(MetadataFilter filter, StopSignal stop) {
    IntPredicate taken = taken(documents.reported(), passing(filter, stop));
    int count = 0;
    int ordinals = documents.directory().ordinals();
    for (int ordinal = 0; ordinal < ordinals; ordinal++) {
      count += isTaken(ordinal, taken, stop) ? 1 : 0;
    }
    return count;
  }

  private static boolean isTaken(int ordinal, IntPredicate taken, StopSignal stop) {
    if (ordinal % EXAMINED_TOGETHER == 0) {
      stop.check();
    }
    return taken.test(ordinal);
  }

  /// The fingerprints of all documents that can be near-duplicates, by ordinal, from memory.
  /// Excludes allowed documents and all documents within the distance of one. Writes continue
  /// meanwhile: a document that exists throughout is included once, with a fingerprint it had at
  /// some point during the call; documents added or deleted meanwhile may be included or not.
  ///
  /// @param allowedWithin the distance of allowed documents, in bits
  /// @param pool whose threads sort the fingerprints
  /// @param stop checked periodically
  public FingerprintSnapshot snapshot(
      MetadataFilter filter, int allowedWithin, ForkJoinPool pool, StopSignal stop) {
    IntPredicate isAlive = documents.unexpired();
    BitSet passing = passing(filter, stop);
    return indexes.snapshot(
        passing == null ? documents.directory().size() : passing.cardinality(),
        taken(isAlive, passing),
        allowedWithin,
        pool);
  }

  private static IntPredicate taken(IntPredicate ordinals, @Nullable BitSet passing) {
    return passing == null ? ordinals : ordinals.and(passing::get);
  }

  /// The ordinals of the documents that pass a filter; null for all. A filter reads all documents
  /// from disk.
  private @Nullable BitSet passing(MetadataFilter filter, StopSignal stop) {
    if (filter.isEmpty()) {
      return null;
    }
    BitSet passing = new BitSet();
    String after = "";
    List<Document> page;
    do {
      stop.check();
      page = store.list(documents.incarnation(), after, EXAMINED_TOGETHER);
      for (Document document : page) {
        after = document.id();
        int ordinal = filter.accepts(document.metadata()) ? documents.ordinal(after) : -1;
        if (ordinal >= 0) {
          passing.set(ordinal);
        }
      }
    } while (!page.isEmpty());
    return passing;
  }
}
