package io.neardup.index;

import io.neardup.rows.FingerprintRows;
import io.neardup.rows.Parallel;
import io.neardup.simhash.Fingerprint;
import java.util.Comparator;
import java.util.stream.Stream;

/// The distinct fingerprints of a [MultiIndex] and the documents behind each: one row a
/// fingerprint, found by its value, however many documents share it.
///
/// Readers take no lock. A writer holds the monitor of the fingerprint's shard.
final class RowSlots {

  private static final int SHARD_BITS = 8;
  private static final int[] NONE = {};

  private final int bits;
  private final Rows rows;
  private final RowShard[] shards = new RowShard[1 << SHARD_BITS];
  private final SharedOwners<Fingerprint> shared;

  /// @param order of documents that share a fingerprint
  RowSlots(int bits, Rows rows, Comparator<Integer> order) {
    this.bits = bits;
    this.rows = rows;
    this.shared = new SharedOwners<>(order);
    for (int i = 0; i < shards.length; i++) {
      shards[i] = new RowShard(rows);
    }
  }

  static long[] words(Fingerprint fingerprint) {
    long[] words = new long[FingerprintRows.wordCount(fingerprint.bits())];
    for (int i = 0; i < words.length; i++) {
      words[i] = fingerprint.word(i);
    }
    return words;
  }

  /// Where the row of a fingerprint is or would be found.
  RowShard shard(long[] words) {
    return shards[shardOf(words)];
  }

  private static int shardOf(long[] words) {
    return (int) (RowShard.spread(words) >>> (Long.SIZE - SHARD_BITS));
  }

  /// How many distinct fingerprints there are.
  long size() {
    return Stream.of(shards).mapToLong(RowShard::size).sum();
  }

  /// The first `limit` documents of the fingerprint in their order.
  int[] documents(Fingerprint fingerprint, int limit) {
    long[] words = words(fingerprint);
    int owner = shard(words).owner(words);
    if (owner == Rows.SHARED) {
      return shared.documents(fingerprint, limit);
    }
    return owner == Rows.ABSENT ? NONE : new int[] {owner};
  }

  /// Adds a document to a fingerprint that others have.
  void share(int row, Fingerprint fingerprint, int document) {
    int owner = rows.owner(row, words(fingerprint));
    if (owner == Rows.SHARED) {
      shared.add(fingerprint, document);
    } else {
      shared.begin(fingerprint, owner, document);
      rows.setOwner(row, Rows.SHARED);
    }
  }

  /// Takes a document from a row, and tells whether it was there. The row has no owner after its
  /// last document.
  boolean leave(int row, Fingerprint fingerprint, int document) {
    int owner = rows.owner(row, words(fingerprint));
    if (owner != Rows.SHARED) {
      if (owner != document) {
        return false;
      }
      rows.setOwner(row, Rows.ABSENT);
      return true;
    }
    boolean removed = shared.remove(fingerprint, document);
    if (shared.isEmpty(fingerprint)) {
      rows.setOwner(row, Rows.ABSENT);
      shared.end(fingerprint);
    }
    return removed;
  }

  /// Hands every document and its fingerprint to `receiver`, shard by shard under its monitor.
  void forEach(FingerprintIndex.Receiver receiver) {
    for (RowShard shard : shards) {
      synchronized (shard) {
        shard.forEach(row -> {
          Fingerprint fingerprint = Fingerprint.of(bits, rows.read(row));
          for (int document : documents(fingerprint, Integer.MAX_VALUE)) {
            receiver.take(document, fingerprint);
          }
        });
      }
    }
  }

  /// Takes a row for each of many fingerprints while there is none, and says who has it.
  ///
  /// @return the row numbers
  int[] take(FingerprintRows filling) {
    int[] numbers = new int[filling.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = rows.take(filling.wordsOf(i));
      rows.setOwner(numbers[i], ownerOf(filling, i));
    }
    return numbers;
  }

  private int ownerOf(FingerprintRows filling, int i) {
    if (filling.documents(i) == 1) {
      return filling.document(i, 0);
    }
    shared.begin(filling.fingerprint(i), filling, i);
    return Rows.SHARED;
  }

  /// Makes rows that were taken known by their fingerprints, on the threads of the pool that the
  /// calling thread belongs to.
  void fill(int[] numbers, FingerprintRows filling) {
    ShardOrder sharded =
        ShardOrder.of(numbers.length, shards.length, i -> shardOf(filling.wordsOf(i)));
    Parallel.each(
        shards.length,
        shard -> {
          synchronized (shards[shard]) {
            shards[shard].reserve(sharded.to(shard) - sharded.from(shard));
            for (int at = sharded.from(shard); at < sharded.to(shard); at++) {
              int i = sharded.row(at);
              shards[shard].put(filling.wordsOf(i), numbers[i]);
            }
          }
        });
  }

  /// How many bytes of memory they take, without the lists of documents that share a fingerprint.
  long bytes() {
    return Stream.of(shards).mapToLong(RowShard::bytes).sum();
  }
}
