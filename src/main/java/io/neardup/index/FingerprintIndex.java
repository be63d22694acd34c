package io.neardup.index;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.simhash.Fingerprint;
import java.util.concurrent.ForkJoinPool;

/// An index of fingerprints that finds every document within a Hamming distance of a query.
///
/// Any thread may look up, without locks, while others add, move and remove documents. A lookup
/// that begins after a write has returned sees it; a concurrent write is seen, per document,
/// completely or not at all. Writes to one document must not overlap. All fingerprints have the
/// same width.
public interface FingerprintIndex {

  /// Adds a document that is not in the index.
  ///
  /// @param document its number, 0 or more
  void add(int document, Fingerprint fingerprint);

  /// Removes a document if it has this fingerprint, and returns whether it did.
  boolean remove(int document, Fingerprint fingerprint);

  /// Changes the fingerprint of a document; lookups see it with the old or the new one.
  void move(int document, Fingerprint from, Fingerprint to);

  /// The documents within `maxDistance` of `query`, nearest first, then by id: all of them if
  /// `recall` is 1, else at least those up to the plan's `exactTo`, and one at `maxDistance` with
  /// at least that probability.
  ///
  /// @param maxDistance 0 or more, in bits
  /// @param recall above 0, at most 1
  /// @param limit maximum number of matches, 1 or more
  /// @param stop checked periodically
  default SearchResult search(
      Fingerprint query, int maxDistance, double recall, int limit, StopSignal stop) {
    return search(query, maxDistance, maxDistance, recall, limit, stop);
  }

  /// The documents that a search within `maxDistance` finds, and further ones within `reach` that
  /// it finds at little extra cost: candidates for an exact comparison.
  ///
  /// @param reach `maxDistance` or more, in bits
  /// @return its plan is for `maxDistance`, which its recall applies to
  SearchResult search(
      Fingerprint query, int maxDistance, int reach, double recall, int limit, StopSignal stop);

  /// A search that runs to its end.
  default SearchResult search(Fingerprint query, int maxDistance, double recall, int limit) {
    return search(query, maxDistance, recall, limit, StopSignal.NEVER);
  }

  /// The `limit` documents nearest to `query`, at any distance: the result of a search with recall
  /// 1 up to the width of the fingerprints, at the cost of a smaller distance if that suffices.
  ///
  /// @param limit maximum number of matches, 1 or more
  /// @param stop checked periodically
  SearchResult nearest(Fingerprint query, int limit, StopSignal stop);

  /// Adds many documents to an empty index that is not yet in use, several times as fast as one by
  /// one. O(documents).
  ///
  /// @param pool whose threads do the work
  /// @throws IllegalStateException if the index is not empty
  void fill(FingerprintSnapshot snapshot, ForkJoinPool pool);

  /// Passes every document with its fingerprint to `receiver`, in no particular order. A document
  /// without concurrent writes is passed once; one that moves is passed at least once, with a
  /// fingerprint that it has or had during the call. Writers to a shard wait while it is read, so
  /// the receiver should be fast. O(documents).
  void forEach(Receiver receiver);

  /// The plan of a lookup up to that distance, with the current contents.
  ///
  /// @param maxDistance 0 or more, in bits
  /// @param recall above 0, at most 1
  Plan plan(int maxDistance, double recall);

  /// The layout of the index, as a readable phrase.
  String description();

  /// The number of distinct fingerprints.
  long fingerprints();

  /// The bucket lengths in all tables; a probe costs as much as its bucket is long. Takes a
  /// fraction of a second at ten million documents.
  BucketSizes bucketSizes();

  /// The length of the longest bucket in any table; 0 without tables. As expensive as
  /// [#bucketSizes].
  default int largestBucket() {
    return bucketSizes().largest();
  }

  /// The approximate memory in bytes, without posting lists. O(1) in the number of documents.
  long bytes();

  /// Receives documents and their fingerprints.
  @FunctionalInterface
  interface Receiver {

    /// Receives one document.
    ///
    /// @param document its number
    void take(int document, Fingerprint fingerprint);
  }
}
