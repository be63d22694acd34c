package io.neardup.cluster.wire;

import io.neardup.service.lookup.NearbyDocuments.Found;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Logged;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The answer to a [Question].
public sealed interface Answer {

  /// To a [Question.Search].
  ///
  /// @param reported documents near the fingerprint
  /// @param allowing allowed documents near it
  record Near(Found reported, Found allowing) implements Answer {}

  /// To a [Question.Find].
  ///
  /// @param document null if there is none in the partitions
  record Single(@Nullable Logged<Put> document) implements Answer {}

  /// To a [Question.Page].
  ///
  /// @param next the id after which the next page begins, null on the last one
  record Documents(List<Document> page, @Nullable String next) implements Answer {}

  /// To a [Question.Count], or a [Question.ContentBytes].
  ///
  /// @param byPartition the number of documents, or the bytes
  record Counts(Map<Integer, Integer> byPartition) implements Answer {}

  /// To [Question.Positions], which the response itself has.
  record None() implements Answer {}

  /// To a question about a collection that was deleted: no answer.
  record Deleted() implements Answer {}
}
