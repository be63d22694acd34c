package io.neardup.index;

import java.util.Comparator;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;

/// The distinct fingerprints and the documents behind each: one slot a fingerprint, however many
/// documents share it.
///
/// Readers take no lock. A writer holds the lock of the fingerprint's shard, see [#lockOf].
final class Slots {

  private static final int SHARD_BITS = 8;
  private static final int[] NONE = {};

  private final SlotShard[] shards = new SlotShard[1 << SHARD_BITS];
  private final ConcurrentMap<Long, Postings> shared = new ConcurrentHashMap<>();
  private final Comparator<Integer> order;

  /// @param order of documents that share a fingerprint
  Slots(Comparator<Integer> order) {
    this.order = order;
    for (int i = 0; i < shards.length; i++) {
      shards[i] = new SlotShard();
    }
  }

  /// What a writer synchronizes on while it changes anything about the fingerprint.
  Object lockOf(long fingerprint) {
    return shard(fingerprint);
  }

  /// Whether any document has the fingerprint.
  boolean contains(long fingerprint) {
    return shard(fingerprint).get(fingerprint) != SlotShard.ABSENT;
  }

  /// Adds a document. From here on lookups can see it.
  void add(long fingerprint, int document) {
    SlotShard shard = shard(fingerprint);
    int owner = shard.get(fingerprint);
    if (owner == SlotShard.ABSENT) {
      shard.put(fingerprint, document);
      return;
    }
    if (owner == SlotShard.SHARED) {
      Objects.requireNonNull(shared.get(fingerprint)).add(document);
      return;
    }
    Postings postings = new Postings(order);
    postings.add(owner);
    postings.add(document);
    shared.put(fingerprint, postings);
    shard.put(fingerprint, SlotShard.SHARED);
  }

  /// Removes a document if it has the fingerprint, and tells whether it had.
  boolean remove(long fingerprint, int document) {
    SlotShard shard = shard(fingerprint);
    int owner = shard.get(fingerprint);
    if (owner == SlotShard.SHARED) {
      Postings postings = Objects.requireNonNull(shared.get(fingerprint));
      boolean removed = postings.remove(document);
      if (postings.isEmpty()) {
        shard.remove(fingerprint);
        shared.remove(fingerprint);
      }
      return removed;
    }
    if (owner != document) {
      return false;
    }
    shard.remove(fingerprint);
    return true;
  }

  /// The first `limit` documents of the fingerprint in their order.
  int[] documents(long fingerprint, int limit) {
    int owner = shard(fingerprint).get(fingerprint);
    if (owner == SlotShard.SHARED) {
      Postings postings = shared.get(fingerprint);
      return postings == null ? NONE : postings.first(limit);
    }
    return owner == SlotShard.ABSENT || limit == 0 ? NONE : new int[] {owner};
  }

  /// Looks at every fingerprint.
  void scan(Hits hits) {
    for (SlotShard shard : shards) {
      shard.scan(hits);
    }
  }

  /// How many distinct fingerprints there are.
  long size() {
    return Stream.of(shards).mapToLong(SlotShard::size).sum();
  }

  private SlotShard shard(long fingerprint) {
    return shards[(int) (SlotShard.spread(fingerprint) >>> (Long.SIZE - SHARD_BITS))];
  }
}
