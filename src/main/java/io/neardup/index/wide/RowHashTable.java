package io.neardup.index.wide;

import io.neardup.index.HeapBytes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.function.IntConsumer;

/// A hash table from fingerprint to row. Readers take no lock; writers hold the monitor of this
/// object.
final class RowHashTable {

  /* Open addressing with linear probing, 4 bytes per place: the place has a row number, the row has the
  fingerprint. A reader that runs during the compaction of a row may hold the row's old number and find no
  owner there; its move was recorded before that, see WideIndex. */

  private static final VarHandle PLACES = MethodHandles.arrayElementVarHandle(int[].class);
  private static final int FREE = 0; // else row + 1
  private static final int REMOVED = -1;
  private static final int MIN_PLACES = 4;
  private static final long MULTIPLIER = new SecureRandom().nextLong() | 1;

  private final RowStore rows;
  private volatile int[] places = new int[MIN_PLACES];
  private int taken; // number of places not FREE; guarded by this
  private volatile int size; // fingerprints

  RowHashTable(RowStore rows) {
    this.rows = rows;
  }

  /// Hashes fingerprints to 64 bits with a secret seed, so that clients cannot provoke collisions:
  /// the top byte selects the shard, the rest the place.
  static long spread(long[] words) {
    long mixed = 0;
    for (long word : words) {
      mixed = (mixed ^ word) * MULTIPLIER;
      mixed ^= mixed >>> 32;
    }
    return (mixed ^ mixed >>> 29) * 0x9E3779B97F4A7C15L;
  }

  int size() {
    return size;
  }

  /// The owner of the fingerprint: a document number, [RowStore#SHARED] or [RowStore#ABSENT]. Also
  /// ABSENT for a row whose move by compaction was just recorded.
  int owner(long[] words) {
    int[] current = places;
    for (int at = home(words, current); ; at = next(at, current)) {
      int place = (int) PLACES.getAcquire(current, at);
      if (place == FREE) {
        return RowStore.ABSENT;
      }
      int owner = place == REMOVED ? RowStore.ABSENT : rows.owner(place - 1, words);
      if (owner != RowStore.ABSENT) {
        return owner;
      }
    }
  }

  /// The row of the fingerprint, or -1; for writers.
  int find(long[] words) {
    int place = places[placeOf(words)];
    return place == FREE ? -1 : place - 1;
  }

  /// Passes every row to `receiver`; the caller holds the monitor.
  void forEach(IntConsumer receiver) {
    for (int place : places) {
      if (place > 0) {
        receiver.accept(place - 1);
      }
    }
  }

  /// Reserves capacity for that many fingerprints in an empty table.
  void reserve(int count) {
    places = new int[placesFor(count)];
  }

  /// Adds a row whose fingerprint is not present.
  void put(long[] words, int row) {
    if ((taken + 1) * 5L > places.length * 4L) {
      rebuild();
    }
    int at = home(words, places);
    while (places[at] > 0) {
      at = next(at, places);
    }
    taken += places[at] == FREE ? 1 : 0;
    PLACES.setRelease(places, at, row + 1);
    setSize(size + 1);
  }

  /// Removes a fingerprint, which must be present.
  void remove(long[] words) {
    PLACES.setRelease(places, placeOf(words), REMOVED);
    setSize(size - 1);
    if (size * 4L + MIN_PLACES < taken) {
      rebuild();
    }
  }

  /// Replaces the row of the fingerprint, which is stored in both rows.
  void move(long[] words, int row) {
    PLACES.setRelease(places, placeOf(words), row + 1);
  }

  /// The slot of the fingerprint, or the free slot where the search for it ends.
  private int placeOf(long[] words) {
    int at = home(words, places);
    while (places[at] != FREE && (places[at] == REMOVED || !rows.has(places[at] - 1, words))) {
      at = next(at, places);
    }
    return at;
  }

  /// Rebuilds the table without removed entries, with spare capacity of more than half its size.
  private void rebuild() {
    int[] next = new int[placesFor(size)];
    for (int place : Arrays.stream(places).filter(place -> place > 0).toArray()) {
      int at = home(rows.read(place - 1), next);
      while (next[at] != FREE) {
        at = next(at, next);
      }
      next[at] = place;
    }
    taken = size;
    places = next;
  }

  private static int placesFor(int count) {
    return Math.max(MIN_PLACES, count + count / 2 + count / 8 + 2);
  }

  private static int home(long[] words, int[] places) {
    return (int) Math.unsignedMultiplyHigh(spread(words) << 8, places.length);
  }

  private static int next(int at, int[] places) {
    return at + 1 == places.length ? 0 : at + 1;
  }

  private void setSize(int newSize) {
    size = newSize; // written only under the monitor
  }

  /// The memory in bytes.
  long bytes() {
    return HeapBytes.object(4, Integer.BYTES) + HeapBytes.array(places.length, Integer.BYTES);
  }
}
