package io.neardup.service.lookup;

import io.neardup.index.DocumentIds;
import io.neardup.index.FingerprintIndex;

/// Creates the index of a collection.
@FunctionalInterface
public interface IndexMaker {

  /// An empty index.
  ///
  /// @param bits the width of the fingerprints
  /// @param distance of lookups that name none, in bits
  /// @param ids the document ids
  FingerprintIndex make(int bits, int distance, DocumentIds ids);
}
