package io.neardup.service.write;

import io.neardup.service.lookup.IndexedDocument;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The writes that were decided last, those that are not on disk yet among them.
///
/// ```
///      first                settled                    next
///        │ in the index, or failed │ waiting for the disk │
/// ───────┴─────────────────────────┴──────────────────────┴──►  sequence
/// ```
///
/// The index has what is before `settled`; what is near a text among the rest is seen here. So a
/// search of the index that began when `settled` was s, and a look at what was decided from s on,
/// miss nothing between them.
///
/// Writes are added by one thread at a time, the one that holds the decider's lock; [#settle] is
/// the committing thread's. Anyone may take a [View] and search it.
final class PendingWrites {

  private static final int CAPACITY = 16_384;
  private static final int RUN = 64; // writes compared together

  private final Map<String, PendingWrite> latest = new HashMap<>();
  private volatile View view;
  private volatile long settled;
  private volatile long lastFailure = -1;

  /// @param bits the width of the fingerprints
  PendingWrites(int bits) {
    this.view = new View(new Ring(CAPACITY, (bits + Long.SIZE - 1) / Long.SIZE), 0, 0);
  }

  /// The sequence number before which every write is settled. Read before the index is searched.
  long settled() {
    return settled;
  }

  /// The writes of now.
  View view() {
    return view;
  }

  /// Whether a write from that number on has failed: then what it stood for is in the index again.
  boolean hasFailedSince(long sequence) {
    return lastFailure >= sequence;
  }

  /// The latest write of that id, null if there is none among the recent ones. Under the lock.
  @Nullable PendingWrite latest(String id) {
    return latest.get(id);
  }

  /// Adds a write. Under the lock.
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

  /// Notes that a write is in the index, or has failed. In the order of decisions.
  void settle(PendingWrite write) {
    if (write.hasFailed()) {
      lastFailure = write.sequence();
    }
    settled = write.sequence() + 1;
  }

  /// The writes of one moment. What is before `first` may have been overwritten since.
  static final class View {

    private final Ring ring;
    private final long first;
    private final long next;

    private View(Ring ring, long first, long next) {
      this.ring = ring;
      this.first = first;
      this.next = next;
    }

    /// The number of the next write.
    long next() {
      return next;
    }

    /// Whether all writes from that number on are there.
    boolean reachesBackTo(long sequence) {
      return sequence >= first;
    }

    /// The writes `[from, to)` within `maxDistance` of a fingerprint, whatever became of their ids
    /// since. O(to - from), of which a thousand take less than a microsecond.
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

    /// How many writes from a number on lie side by side and are compared together.
    int together(long from, long to) {
      return (int) Math.min(Math.min(to - from, RUN), writes.length - at(from));
    }

    /// The smallest distance among some writes side by side, indexed or not.
    int nearest(long from, int count, long[] query) {
      int start = at(from);
      return words == 1
          ? nearestOfOne(start, start + count, query[0])
          : nearestOfSeveral(start, start + count, query);
    }

    /// A loop that compilers turn into vector instructions.
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
