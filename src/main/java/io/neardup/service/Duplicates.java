package io.neardup.service;

import io.neardup.index.Plan;
import io.neardup.store.Document;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The near-duplicates of a query.
///
/// @param query what was looked up
/// @param maxDistance up to which distance; null if the nearest were wanted, however far away
/// @param plan how, and whether there can be more
/// @param matches nearest first, then by id
/// @param truncated whether more documents were found than the limit
/// @param candidates how many fingerprints were looked at
public record Duplicates(
    Fingerprinted query,
    @Nullable Integer maxDistance,
    Plan plan,
    List<NearDocument> matches,
    boolean truncated,
    long candidates) {

  /// A document near the query.
  ///
  /// @param distance from the query, in bits
  /// @param identical whether it was made of the very same input
  public record NearDocument(Document document, int distance, boolean identical) {}
}
