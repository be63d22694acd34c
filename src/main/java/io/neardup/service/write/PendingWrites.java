package io.neardup.service.write;

import io.neardup.service.lookup.IndexedDocument;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The most recently decided writes, including those that are not on disk yet.
///
/// ```
///      first                settled                    next
///        │ in the index, or failed │ waiting for the disk │
/// ───────┴─────────────────────────┴──────────────────────┴──►  sequence
/// ```
///
/// The index contains the writes before `settled`; the others are searched here. An index search
/// that begins when `settled` is s, together with a search of the writes from s on, misses nothing.
///
/// Only the thread that holds the decider's lock adds writes; [#settle] is called by the committing
/// thread. Any thread may take a [View] and search it.
final class PendingWrites {

  /// Capacity; a search that overlaps more writes is repeated.
  static final int USUAL_CAPACITY = 16_384;

  private static final int RUN = 64; // writes compared together

  private final Map<String, PendingWrite> latest = new HashMap<>();
  private volatile View view;
  private volatile long settled;
  private volatile long lastFailure = -1;

  /// @param bits the width of the fingerprints
  /// @param capacity a power of two; grows while more writes are not settled
  PendingWrites(int bits, int capacity) {
    this.view = new View(new Ring(capacity, (bits + Long.SIZE - 1) / Long.SIZE), 0, 0);
  }

  /// The sequence number before which every write is settled. Read before the index is searched.
  long settled() {
    return settled;
  }

  View view() {
    return view;
  }

  /// Whether a write from that sequence number on has failed, which restores the document it
  /// replaced.
  boolean hasFailedSince(long sequence) {
    return lastFailure >= sequence;
  }

  /// A check, for later, that no write pending now has failed: then a decision begun now still
  /// holds.
  BooleanSupplier unfailing() {
    long pending = settled;
    return () -> !hasFailedSince(pending);
  }

  /// The latest write to that id, null if it has no recent one. Called under the lock.
  @Nullable PendingWrite latest(String id) {
    return latest.get(id);
  }

  /// Completes once all current writes are settled. Called under the lock.
  CompletableFuture<?> settledAll() {
    View now = view;
    return settled == now.next
        ? CompletableFuture.completedFuture(null)
        : now.ring.get(now.next - 1).durable().handle((_, _) -> null);
  }

  /// Adds a write. Called under the lock.
  void add(PendingWrite write) {
    View now = view;
    Ring ring = now.ring;
    long first = now.first;
    if (now.next - first == ring.writes.length) {
      if (settled > first) {
        PendingWrite oldest = ring.get(first);
        latest.remove(oldest.id(), oldest);
        first++;
      } else {
        ring = ring.grown(first, now.next);
      }
    }
    write.number(now.next);
    ring.set(now.next, write);
    latest.put(write.id(), write);
    view = new View(ring, first, now.next + 1);
  }

  /// Marks a write as indexed or failed. Called in decision order.
  void settle(PendingWrite write) {
    if (write.hasFailed()) {
      lastFailure = write.sequence();
    }
    settled = write.sequence() + 1;
  }

  /// The writes at one moment. Writes before `first` may have been overwritten since.
  record View(Ring ring, long first, long next) {

    PendingWrite get(long sequence) {
      return ring.get(sequence);
    }

    boolean reachesBackTo(long sequence) {
      return sequence >= first;
    }

    /// The writes `[from, to)` within `maxDistance` of a fingerprint, even if their ids have
    /// changed since. O(to - from); a thousand take less than a microsecond.
    List<PendingWrite> near(Fingerprint query, int maxDistance, long from, long to) {
      List<PendingWrite> near = new ArrayList<>();
      long[] words = ring.words(query);
      for (long at = from; at < to; ) {
        int count = ring.together(at, to);
        if (ring.nearest(at, count, words) <= maxDistance) {
          ring.addNear(at, count, words, maxDistance, near);
        }
        at += count;
      }
      return near;
    }
  }

  private static final class Ring {

    private final PendingWrite[] writes;
    private final boolean[] indexed;
    private final long[] rows;
    private final int words;

    Ring(int capacity, int words) {
      this.words = words;
      writes = new PendingWrite[capacity];
      indexed = new boolean[capacity];
      rows = new long[capacity * words];
    }

    PendingWrite get(long sequence) {
      return writes[at(sequence)];
    }

    void set(long sequence, PendingWrite write) {
      int at = at(sequence);
      IndexedDocument seen = write.indexed();
      writes[at] = write;
      indexed[at] = seen != null;
      for (int i = 0; seen != null && i < words; i++) {
        rows[at * words + i] = seen.fingerprint().word(i);
      }
    }

    long[] words(Fingerprint fingerprint) {
      return IntStream.range(0, words).mapToLong(fingerprint::word).toArray();
    }

    /// The number of writes from `from` on that lie next to each other in memory and are compared
    /// in one run.
    int together(long from, long to) {
      return (int) Math.min(Math.min(to - from, RUN), writes.length - at(from));
    }

    /// The smallest distance among contiguous writes, indexed or not.
    int nearest(long from, int count, long[] query) {
      int start = at(from);
      return words == 1
          ? nearestOfOne(start, start + count, query[0])
          : nearestOfSeveral(start, start + count, query);
    }

    /// A loop that compilers vectorise.
    private int nearestOfOne(int from, int to, long query) {
      int nearest = Integer.MAX_VALUE;
      for (int i = from; i < to; i++) {
        nearest = Math.min(nearest, Long.bitCount(rows[i] ^ query));
      }
      return nearest;
    }

    private int nearestOfSeveral(int from, int to, long[] query) {
      int nearest = Integer.MAX_VALUE;
      for (int row = from; row < to; row++) {
        nearest = Math.min(nearest, distance(row, query));
      }
      return nearest;
    }

    private int distance(int row, long[] query) {
      int distance = 0;
      for (int i = 0; i < query.length; i++) {
        distance += Long.bitCount(rows[row * query.length + i] ^ query[i]);
      }
      return distance;
    }

    void addNear(long from, int count, long[] query, int maxDistance, List<PendingWrite> near) {
      int start = at(from);
      for (int row = start; row < start + count; row++) {
        if (indexed[row] && distance(row, query) <= maxDistance) {
          near.add(writes[row]);
        }
      }
    }

    Ring grown(long first, long next) {
      Ring twice = new Ring(2 * writes.length, words);
      for (long sequence = first; sequence < next; sequence++) {
        twice.set(sequence, get(sequence));
      }
      return twice;
    }

    private int at(long sequence) {
      return (int) sequence & (writes.length - 1);
    }
  }
}
