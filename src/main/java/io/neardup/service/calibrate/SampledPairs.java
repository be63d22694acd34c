package io.neardup.service.calibrate;

import io.neardup.store.Document;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Pairs of documents at chosen distances, for a person to judge.
///
/// @param minDistance of the pairs, in bits
/// @param maxDistance of the pairs, in bits
/// @param lookups the number of documents that were looked up to find the pairs
/// @param documents the number of documents of the collection
/// @param pairs by distance, then by their ids
public record SampledPairs(
    int minDistance, int maxDistance, int lookups, int documents, List<SampledPair> pairs) {

  /// A pair.
  ///
  /// @param a the document whose id is first in order
  /// @param distance in bits
  /// @param weight the estimated number of pairs of the collection that it stands for: those at its
  ///   distance, divided by the pairs selected from them
  /// @param judged what was decided on it, null if nothing was
  public record SampledPair(
      Document a, Document b, int distance, double weight, @Nullable Boolean judged) {}
}
