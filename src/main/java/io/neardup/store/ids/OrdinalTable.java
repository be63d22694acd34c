package io.neardup.store.ids;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.IntPredicate;

/// A hash table from the hash of an id to ordinals: open addressing with linear probing, 8 bytes
/// per place at a load of at most 3/4.
///
/// A place holds the upper half of the hash, which also determines where the search begins, and
/// ordinal + 1. 0 is an empty place; a removed ordinal leaves a tombstone, so that searches
/// continue past it. Readers take no lock; one writer.
final class OrdinalTable {

  private static final VarHandle PLACE = MethodHandles.arrayElementVarHandle(long[].class);
  private static final long ORDINAL = 0xFFFF_FFFFL;
  private static final long REMOVED = ORDINAL; // an ordinal that does not occur

  private volatile long[] places = new long[16];
  private int used; // number of non-empty places
  private int live;

  /// The accepted ordinal with this hash, -1 if there is none.
  ///
  /// @param isRight compares ids; called for ordinals with the same upper half of the hash
  int find(long hash, IntPredicate isRight) {
    long[] table = places;
    int mask = table.length - 1;
    for (int i = start(hash) & mask; ; i = i + 1 & mask) {
      long place = (long) PLACE.getAcquire(table, i);
      if (place == 0) {
        return -1;
      }
      if ((place ^ hash) >>> 32 == 0
          && (place & ORDINAL) != REMOVED
          && isRight.test((int) place - 1)) {
        return (int) place - 1;
      }
    }
  }

  /// Adds an ordinal, which must not be present.
  void add(long hash, int ordinal) {
    if ((used + 1) * 4L > places.length * 3L) {
      rebuild();
    }
    insert(places, hash & ~ORDINAL | ordinal + 1L);
    used++;
    live++;
  }

  /// Removes an ordinal, which must be present.
  void remove(long hash, int ordinal) {
    long[] table = places;
    int mask = table.length - 1;
    long wanted = hash & ~ORDINAL | ordinal + 1L;
    int i = start(hash) & mask;
    while (table[i] != wanted) {
      if (table[i] == 0) {
        throw new IllegalStateException("ordinal " + ordinal + " is not in the table");
      }
      i = i + 1 & mask;
    }
    PLACE.setRelease(table, i, table[i] | REMOVED);
    live--;
  }

  long bytes() {
    return 8L * places.length;
  }

  /// Builds a table without tombstones, half of it free. Readers see the old or the new table.
  private void rebuild() {
    long[] old = places;
    long[] table = new long[Math.max(16, Integer.highestOneBit(live * 2 + 1) * 2)];
    for (long place : old) {
      if (place != 0 && (place & ORDINAL) != REMOVED) {
        insert(table, place);
      }
    }
    places = table;
    used = live;
  }

  private static void insert(long[] table, long place) {
    int mask = table.length - 1;
    int i = start(place) & mask;
    while (table[i] != 0) {
      i = i + 1 & mask;
    }
    PLACE.setRelease(table, i, place);
  }

  private static int start(long hash) {
    return (int) (hash >>> 32);
  }
}
