package io.neardup.index;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.simhash.Fingerprint;
import java.util.concurrent.ForkJoinPool;

/// Finds every document within a Hamming distance of a query.
///
/// Any thread may look up, without locks, while others add, move and remove. A lookup that begins
/// after a write has returned sees it; of a write that is under way it sees all or nothing,
/// document by document. Writes to one document must not overlap. Fingerprints are all of one
/// width.
public interface FingerprintIndex {

  /// Adds a document that is not in the index.
  ///
  /// @param document its number, 0 or more
  void add(int document, Fingerprint fingerprint);

  /// Removes a document if it has this fingerprint, and tells whether it had.
  boolean remove(int document, Fingerprint fingerprint);

  /// Gives a document another fingerprint; lookups see it with the one or with the other.
  void move(int document, Fingerprint from, Fingerprint to);

  /// Documents within `maxDistance` of `query`, nearest first, then by id: all of them if `recall`
  /// is 1, else at least those up to the plan's `exactTo`, and one at `maxDistance` with that
  /// probability or a larger one.
  ///
  /// @param maxDistance 0 or more, in bits
  /// @param recall above 0, at most 1
  /// @param limit how many to return at most, 1 or more
  /// @param stop whether it goes on while it takes long
  SearchResult search(
      Fingerprint query, int maxDistance, double recall, int limit, StopSignal stop);

  /// The same, however long it takes.
  default SearchResult search(Fingerprint query, int maxDistance, double recall, int limit) {
    return search(query, maxDistance, recall, limit, StopSignal.NEVER);
  }

  /// The `limit` documents nearest to `query`, however far away: what a search with recall 1 up to
  /// the width of the fingerprints would return, at the cost of a smaller distance where one is
  /// enough.
  ///
  /// @param limit how many to return at most, 1 or more
  /// @param stop whether it goes on while it takes long
  SearchResult nearest(Fingerprint query, int limit, StopSignal stop);

  /// The same, however long it takes.
  default SearchResult nearest(Fingerprint query, int limit) {
    return nearest(query, limit, StopSignal.NEVER);
  }

  /// Adds many documents to an empty index that nobody uses yet, several times as fast as one by
  /// one. O(documents).
  ///
  /// @param pool whose threads do it
  /// @throws IllegalStateException if the index is not empty
  void fill(FingerprintSnapshot rows, ForkJoinPool pool);

  /// Hands every document with its fingerprint to `receiver`, in no order. A document that nobody
  /// writes to meanwhile comes once; one that moves comes at least once, with a fingerprint that it
  /// has or had meanwhile. Writers wait for as long as a part of the index is gone through, so the
  /// receiver shall be quick. O(documents).
  void forEach(Receiver receiver);

  /// How a lookup up to that distance would go about it now.
  ///
  /// @param maxDistance 0 or more, in bits
  /// @param recall above 0, at most 1
  Plan plan(int maxDistance, double recall);

  /// How the index is laid out, in a clause for people.
  String description();

  /// How many distinct fingerprints there are.
  long fingerprints();

  /// The longest bucket of all tables: what the costliest probe looks at. 0 if there are no tables.
  int largestBucket();

  /// About how many bytes of memory it takes, without lists of documents that share a fingerprint.
  /// Does not depend on how many documents there are.
  long bytes();

  /// Takes a document and its fingerprint.
  @FunctionalInterface
  interface Receiver {

    /// Takes one.
    ///
    /// @param document its number
    void take(int document, Fingerprint fingerprint);
  }
}
