package io.neardup.service.collection;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;

/// A long read of all documents of a collection, valid only while this process answers for the
/// collection throughout.
///
/// @param epoch when it began, see [CollectionBackend#epoch]
public record WholeRead(DocumentCollection collection, CollectionBackend backend, long epoch) {

  /// Refuses to go on if another process has answered for the collection since the read began, or
  /// may do so now. Called after each read, before its result is used.
  ///
  /// @throws RequestException UNAVAILABLE if so
  public void check() {
    backend.requireCurrent(collection.settings());
    if (backend.epoch(collection.settings()) != epoch) {
      throw new RequestException(
          Fault.UNAVAILABLE,
          "collection",
          "'"
              + collection.name()
              + "' was reassigned within the cluster while it was being read; begin again");
    }
  }
}
