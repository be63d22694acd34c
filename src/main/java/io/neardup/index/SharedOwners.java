package io.neardup.index;

import io.neardup.hamming.FingerprintSnapshot;
import java.util.Comparator;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// The posting lists of fingerprints shared by several documents; the owner of such a fingerprint
/// is marked as shared. Writers hold the fingerprint's lock, readers none.
///
/// @param <K> a fingerprint
public final class SharedOwners<K> {

  private static final int[] NONE = {};

  private final ConcurrentMap<K, PostingLists> shared = new ConcurrentHashMap<>();
  private final Comparator<Integer> order;

  /// Owners without documents.
  ///
  /// @param order of documents that share a fingerprint
  public SharedOwners(Comparator<Integer> order) {
    this.order = order;
  }

  /// The first `limit` documents in their order.
  public int[] documents(K fingerprint, int limit) {
    PostingLists postings = shared.get(fingerprint);
    return postings == null ? NONE : postings.first(limit);
  }

  /// Begins the list of a fingerprint that had one document.
  public void begin(K fingerprint, int document, int another) {
    PostingLists postings = new PostingLists(order);
    postings.add(document);
    postings.add(another);
    shared.put(fingerprint, postings);
  }

  /// Begins the list of the documents of a row.
  public void begin(K fingerprint, FingerprintSnapshot snapshot, int row) {
    PostingLists postings = new PostingLists(order);
    for (int i = 0; i < snapshot.documents(row); i++) {
      postings.add(snapshot.document(row, i));
    }
    shared.put(fingerprint, postings);
  }

  /// Adds a document to the list of a fingerprint.
  public void add(K fingerprint, int document) {
    of(fingerprint).add(document);
  }

  /// Removes a document from the list of a fingerprint, and returns whether it was listed.
  public boolean remove(K fingerprint, int document) {
    return of(fingerprint).remove(document);
  }

  /// Whether the list of a fingerprint is empty.
  public boolean isEmpty(K fingerprint) {
    return of(fingerprint).isEmpty();
  }

  /// Deletes the list.
  public void end(K fingerprint) {
    shared.remove(fingerprint);
  }

  private PostingLists of(K fingerprint) {
    return Objects.requireNonNull(shared.get(fingerprint));
  }
}
