package io.neardup.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.security.SecureRandom;

/// A hash table from fingerprint to owner: a document number, or [#SHARED]. Readers take no lock;
/// writers hold the monitor of this object.
final class SlotShard {

  /// Nobody has the fingerprint.
  static final int ABSENT = -1;

  /// Several documents had the fingerprint; they are listed elsewhere.
  static final int SHARED = -2;

  /* Open addressing with linear probing, 12 bytes a place.

  A place is taken once its owner is not FREE; its fingerprint then never changes. So a writer
  writes the fingerprint first and the owner with release order, and a reader who gets the owner
  with acquire order sees the fingerprint. A removed fingerprint stays with owner REMOVED, and
  comes back to the same place. Growing writes new arrays without the removed ones. */

  private static final VarHandle OWNERS = MethodHandles.arrayElementVarHandle(int[].class);
  private static final int FREE = 0;
  private static final int REMOVED = -3;
  private static final int MIN_PLACES = 4;
  private static final long MULTIPLIER = new SecureRandom().nextLong() | 1;

  private volatile Places places = new Places(MIN_PLACES);
  private int taken; // places not FREE; guarded by this
  private volatile int size; // fingerprints that have an owner

  private static final class Places {
    private final long[] fingerprints;
    private final int[] owners;

    Places(int capacity) {
      fingerprints = new long[capacity];
      owners = new int[capacity];
    }

    /// Where the fingerprint is, else the place where it would go.
    int find(long fingerprint) {
      int at = (int) Math.unsignedMultiplyHigh(spread(fingerprint) << 8, owners.length);
      while (owner(at) != FREE && fingerprints[at] != fingerprint) {
        at = at + 1 == owners.length ? 0 : at + 1;
      }
      return at;
    }

    int owner(int at) {
      return (int) OWNERS.getAcquire(owners, at);
    }

    void set(int at, long fingerprint, int owner) {
      fingerprints[at] = fingerprint;
      OWNERS.setRelease(owners, at, owner);
    }
  }

  /// Spreads fingerprints evenly over 64 bits, in a way that callers cannot foresee: the top byte
  /// picks the shard, the rest the place.
  static long spread(long fingerprint) {
    long mixed = (fingerprint ^ fingerprint >>> 32) * MULTIPLIER;
    return (mixed ^ mixed >>> 29) * 0x9E3779B97F4A7C15L;
  }

  /// The owner of a fingerprint, or [#ABSENT].
  int get(long fingerprint) {
    Places current = places;
    int owner = current.owner(current.find(fingerprint));
    return decode(owner);
  }

  /// Sets the owner.
  ///
  /// @param owner a document number or [#SHARED]
  void put(long fingerprint, int owner) {
    int at = places.find(fingerprint);
    int before = places.owners[at];
    if (before == FREE && (taken + 1) * 5L > places.owners.length * 4L) {
      rebuild();
      at = places.find(fingerprint);
    }
    places.set(at, fingerprint, owner == SHARED ? SHARED : owner + 1);
    if (before == FREE) {
      taken++;
    }
    if (before == FREE || before == REMOVED) {
      setSize(size + 1);
    }
  }

  /// Removes a fingerprint that has an owner.
  void remove(long fingerprint) {
    places.set(places.find(fingerprint), fingerprint, REMOVED);
    setSize(size - 1);
    if (size * 4 + MIN_PLACES < taken) {
      rebuild();
    }
  }

  int size() {
    return size;
  }

  /// Looks at every fingerprint of this shard.
  void scan(Hits hits) {
    Places current = places;
    hits.countCandidates(size);
    hits.scan(
        current.fingerprints,
        0,
        current.owners.length,
        (fingerprint, at) -> decode(current.owner(at)) != ABSENT);
  }

  /// Makes room for a third more than there is, and drops what was removed.
  private void rebuild() {
    Places next = new Places(Math.max(MIN_PLACES, size + size / 2 + size / 8 + 2));
    Places old = places;
    for (int i = 0; i < old.owners.length; i++) {
      int owner = old.owners[i];
      if (decode(owner) != ABSENT) {
        next.set(next.find(old.fingerprints[i]), old.fingerprints[i], owner);
      }
    }
    taken = size;
    places = next;
  }

  private void setSize(int newSize) {
    size = newSize; // only ever written under the monitor
  }

  private static int decode(int owner) {
    if (owner == FREE || owner == REMOVED) {
      return ABSENT;
    }
    return owner == SHARED ? SHARED : owner - 1;
  }
}
