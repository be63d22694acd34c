package io.neardup.service.join;

import io.neardup.store.Document;
import java.util.List;

/// Takes the pairs of a collection, from several threads at once and in no order.
public interface PairVisitor {

  /// Takes a pair. Each comes once.
  void pair(NearPair pair);

  /// Takes some of the documents that share one fingerprint with very many others: those are not
  /// listed pair by pair.
  ///
  /// @param first stands for all of them in pairs with others
  /// @param documents how many share the fingerprint
  /// @param some of them; the rest come in further calls
  void equal(Document first, int documents, List<Document> some);
}
