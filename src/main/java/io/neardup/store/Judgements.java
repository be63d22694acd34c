package io.neardup.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The judgements of pairs of documents, by collection. Methods that change them return once the
/// change is on disk, and fail with a [StoreException] (NO_COLLECTION or SUPERSEDED) if the
/// collection was deleted.
public interface Judgements {

  /// Stores judgements; each replaces an earlier one of the same pair.
  void put(Incarnation collection, List<Judgement> judgements);

  /// The judgement of a pair, null if there is none.
  @Nullable Judgement find(Incarnation collection, String a, String b);

  /// The next judgements, in the order of the UTF-8 of their ids.
  ///
  /// @param after the last one of the page before, null for the first page
  List<Judgement> list(Incarnation collection, @Nullable Judgement after, int limit);

  /// Deletes the judgement of a pair.
  ///
  /// @return whether there was one
  boolean remove(Incarnation collection, String a, String b);

  /// Deletes all judgements of a collection.
  void clear(Incarnation collection);
}
