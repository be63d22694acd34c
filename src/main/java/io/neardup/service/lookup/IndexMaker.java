package io.neardup.service.lookup;

import io.neardup.index.DocumentIds;
import io.neardup.index.FingerprintIndex;

/// Makes the index of a collection.
@FunctionalInterface
public interface IndexMaker {

  /// An empty index.
  ///
  /// @param bits the width of the fingerprints
  /// @param distance up to which lookups go that name none
  /// @param ids what the documents are called
  FingerprintIndex make(int bits, int distance, DocumentIds ids);
}
