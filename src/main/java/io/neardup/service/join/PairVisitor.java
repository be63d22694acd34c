package io.neardup.service.join;

import java.util.List;

/// Receives the pairs of a collection, from several threads at once and in no particular order.
public interface PairVisitor {

  /// Receives a pair. Each pair is passed once.
  void pair(NearPair pair);

  /// Receives some of the documents that share one fingerprint with very many others, which are not
  /// listed pair by pair.
  ///
  /// @param first the id of the document that represents all of them in pairs with others
  /// @param documents the number of documents that share the fingerprint
  /// @param some ids of them; the others are passed in further calls
  void equal(String first, int documents, List<String> some);
}
