package io.neardup.index;

import io.neardup.rows.FingerprintRows;
import java.util.Comparator;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// The documents of those fingerprints that several have; that they do, their owner says. Writers
/// hold the lock of the fingerprint, readers none.
///
/// @param <K> a fingerprint
final class SharedOwners<K> {

  private static final int[] NONE = {};

  private final ConcurrentMap<K, Postings> shared = new ConcurrentHashMap<>();
  private final Comparator<Integer> order;

  /// @param order of documents that share a fingerprint
  SharedOwners(Comparator<Integer> order) {
    this.order = order;
  }

  /// The first `limit` documents in their order.
  int[] documents(K fingerprint, int limit) {
    Postings postings = shared.get(fingerprint);
    return postings == null ? NONE : postings.first(limit);
  }

  /// Begins to list the documents of a fingerprint that one had so far.
  void begin(K fingerprint, int document, int another) {
    Postings postings = new Postings(order);
    postings.add(document);
    postings.add(another);
    shared.put(fingerprint, postings);
  }

  /// Lists the documents of a row.
  void begin(K fingerprint, FingerprintRows rows, int row) {
    Postings postings = new Postings(order);
    for (int i = 0; i < rows.documents(row); i++) {
      postings.add(rows.document(row, i));
    }
    shared.put(fingerprint, postings);
  }

  /// Adds a document to a fingerprint that is listed.
  void add(K fingerprint, int document) {
    of(fingerprint).add(document);
  }

  /// Removes a document of a fingerprint that is listed, and tells whether it was there.
  boolean remove(K fingerprint, int document) {
    return of(fingerprint).remove(document);
  }

  /// Whether no document of a fingerprint that is listed is left.
  boolean isEmpty(K fingerprint) {
    return of(fingerprint).isEmpty();
  }

  /// Ends the list.
  void end(K fingerprint) {
    shared.remove(fingerprint);
  }

  private Postings of(K fingerprint) {
    return Objects.requireNonNull(shared.get(fingerprint));
  }
}
