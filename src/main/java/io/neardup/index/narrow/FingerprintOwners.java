package io.neardup.index.narrow;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.index.SharedOwners;
import java.util.Comparator;
import java.util.concurrent.atomic.LongAdder;

/// The distinct fingerprints and their documents: one slot per fingerprint, however many documents
/// share it. A slot is the owner stored beside the fingerprint in one of the tables.
///
/// Readers take no lock. A writer holds the lock of the fingerprint, see [#lockOf].
final class FingerprintOwners {

  private static final int[] NONE = {};

  private final PermutationTable ownerTable;
  private final SharedOwners<Long> shared;
  private final LongAdder size = new LongAdder();

  /// @param ownerTable a table with owners
  /// @param order of documents that share a fingerprint
  FingerprintOwners(PermutationTable ownerTable, Comparator<Integer> order) {
    this.ownerTable = ownerTable;
    this.shared = new SharedOwners<>(order);
  }

  /// The lock that writers of the fingerprint hold.
  Object lockOf(long fingerprint) {
    return ownerTable.lockOf(fingerprint);
  }

  /// Whether the fingerprint has a slot.
  boolean contains(long fingerprint) {
    return ownerTable.owner(fingerprint) != Bucket.ABSENT;
  }

  /// Adds a document and makes it visible to lookups.
  void add(long fingerprint, int document) {
    int owner = ownerTable.owner(fingerprint);
    if (owner == Bucket.ABSENT) {
      ownerTable.add(fingerprint, document);
      size.increment();
      return;
    }
    if (owner == Bucket.SHARED) {
      shared.add(fingerprint, document);
      return;
    }
    shared.begin(fingerprint, owner, document);
    ownerTable.setOwner(fingerprint, Bucket.SHARED);
  }

  /// Creates the slots of many fingerprints, which must have none yet, on the calling thread's
  /// pool.
  void fill(FingerprintSnapshot snapshot) {
    ownerTable.fill(snapshot.words(), snapshot.size(), row -> ownerOf(snapshot, row));
    size.add(snapshot.size());
  }

  private int ownerOf(FingerprintSnapshot snapshot, int row) {
    if (snapshot.documents(row) == 1) {
      return snapshot.document(row, 0);
    }
    shared.begin(snapshot.words()[row], snapshot, row);
    return Bucket.SHARED;
  }

  /// Removes a document if it has the fingerprint, and returns whether it did. Lookups no longer
  /// see it. An empty slot remains until [#drop].
  boolean remove(long fingerprint, int document) {
    int owner = ownerTable.owner(fingerprint);
    if (owner == Bucket.SHARED) {
      boolean removed = shared.remove(fingerprint, document);
      if (shared.isEmpty(fingerprint)) {
        ownerTable.setOwner(fingerprint, Bucket.ABSENT);
        shared.end(fingerprint);
      }
      return removed;
    }
    if (owner != document) {
      return false;
    }
    ownerTable.setOwner(fingerprint, Bucket.ABSENT);
    return true;
  }

  /// Deletes the slot of a fingerprint without documents.
  void drop(long fingerprint) {
    ownerTable.remove(fingerprint);
    size.decrement();
  }

  /// The first `limit` documents of the fingerprint in their order.
  int[] documents(long fingerprint, int limit) {
    int owner = ownerTable.owner(fingerprint);
    if (owner == Bucket.SHARED) {
      return shared.documents(fingerprint, limit);
    }
    return owner == Bucket.ABSENT || limit == 0 ? NONE : new int[] {owner};
  }

  /// The number of distinct fingerprints. O(1).
  long size() {
    return size.sum();
  }
}
