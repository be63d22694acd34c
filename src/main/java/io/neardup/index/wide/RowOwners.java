package io.neardup.index.wide;

import io.neardup.hamming.CountingSort;
import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.hamming.Parallel;
import io.neardup.index.FingerprintIndex;
import io.neardup.index.SharedOwners;
import io.neardup.simhash.Fingerprint;
import java.util.Comparator;
import java.util.stream.Stream;

/// The distinct fingerprints of a [WideIndex] and their documents: one row per fingerprint, found
/// by value, however many documents share it.
///
/// Readers take no lock. A writer holds the monitor of the fingerprint's shard.
final class RowOwners {

  private static final int SHARD_BITS = 8;
  private static final int[] NONE = {};

  private final int bits;
  private final RowStore rows;
  private final RowHashTable[] hashTables = new RowHashTable[1 << SHARD_BITS];
  private final SharedOwners<Fingerprint> shared;

  /// @param order of documents that share a fingerprint
  RowOwners(int bits, RowStore rows, Comparator<Integer> order) {
    this.bits = bits;
    this.rows = rows;
    this.shared = new SharedOwners<>(order);
    for (int i = 0; i < hashTables.length; i++) {
      hashTables[i] = new RowHashTable(rows);
    }
  }

  static long[] words(Fingerprint fingerprint) {
    long[] words = new long[FingerprintSnapshot.wordCount(fingerprint.bits())];
    for (int i = 0; i < words.length; i++) {
      words[i] = fingerprint.word(i);
    }
    return words;
  }

  /// The shard of the hash table for a fingerprint.
  RowHashTable hashTable(long[] words) {
    return hashTables[shardOf(words)];
  }

  private static int shardOf(long[] words) {
    return (int) (RowHashTable.spread(words) >>> (Long.SIZE - SHARD_BITS));
  }

  /// The number of distinct fingerprints.
  long size() {
    return Stream.of(hashTables).mapToLong(RowHashTable::size).sum();
  }

  /// The first `limit` documents of the fingerprint in their order.
  int[] documents(Fingerprint fingerprint, int limit) {
    long[] words = words(fingerprint);
    int owner = hashTable(words).owner(words);
    if (owner == RowStore.SHARED) {
      return shared.documents(fingerprint, limit);
    }
    return owner == RowStore.ABSENT ? NONE : new int[] {owner};
  }

  /// Adds a document to a fingerprint that already has others.
  void share(int row, Fingerprint fingerprint, int document) {
    int owner = rows.owner(row, words(fingerprint));
    if (owner == RowStore.SHARED) {
      shared.add(fingerprint, document);
    } else {
      shared.begin(fingerprint, owner, document);
      rows.setOwner(row, RowStore.SHARED);
    }
  }

  /// Removes a document from a row, and returns whether it was there. The row has no owner after
  /// its last document.
  boolean leave(int row, Fingerprint fingerprint, int document) {
    int owner = rows.owner(row, words(fingerprint));
    if (owner != RowStore.SHARED) {
      if (owner != document) {
        return false;
      }
      rows.setOwner(row, RowStore.ABSENT);
      return true;
    }
    boolean removed = shared.remove(fingerprint, document);
    if (shared.isEmpty(fingerprint)) {
      rows.setOwner(row, RowStore.ABSENT);
      shared.end(fingerprint);
    }
    return removed;
  }

  /// Passes every document and its fingerprint to `receiver`, shard by shard under its monitor.
  void forEach(FingerprintIndex.Receiver receiver) {
    for (RowHashTable hashTable : hashTables) {
      synchronized (hashTable) {
        hashTable.forEach(row -> {
          Fingerprint fingerprint = Fingerprint.of(bits, rows.read(row));
          for (int document : documents(fingerprint, Integer.MAX_VALUE)) {
            receiver.take(document, fingerprint);
          }
        });
      }
    }
  }

  /// Allocates a row for each of many fingerprints in an empty store, and sets their owners.
  ///
  /// @return the row numbers
  int[] take(FingerprintSnapshot snapshot) {
    int[] numbers = new int[snapshot.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = rows.take(snapshot.wordsOf(i));
      rows.setOwner(numbers[i], ownerOf(snapshot, i));
    }
    return numbers;
  }

  private int ownerOf(FingerprintSnapshot snapshot, int i) {
    if (snapshot.documents(i) == 1) {
      return snapshot.document(i, 0);
    }
    shared.begin(snapshot.fingerprint(i), snapshot, i);
    return RowStore.SHARED;
  }

  /// Adds allocated rows to the hash tables, on the calling thread's pool.
  void fill(int[] numbers, FingerprintSnapshot snapshot) {
    CountingSort sort =
        CountingSort.of(numbers.length, hashTables.length, i -> shardOf(snapshot.wordsOf(i)));
    Parallel.each(
        hashTables.length,
        shard -> {
          synchronized (hashTables[shard]) {
            hashTables[shard].reserve(sort.to(shard) - sort.from(shard));
            for (int at = sort.from(shard); at < sort.to(shard); at++) {
              int i = sort.row(at);
              hashTables[shard].put(snapshot.wordsOf(i), numbers[i]);
            }
          }
        });
  }

  /// The memory in bytes, without posting lists.
  long bytes() {
    return Stream.of(hashTables).mapToLong(RowHashTable::bytes).sum();
  }
}
