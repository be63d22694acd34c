package io.neardup.service.lookup;

import io.neardup.index.Plan;
import io.neardup.service.Fingerprinted;
import io.neardup.store.Document;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The near-duplicates of a query.
///
/// @param query what was looked up
/// @param maxDistance up to which distance; null if the nearest were wanted, however far away
/// @param plan how, and whether there can be more
/// @param matches nearest first, then by id; none if the text is allowed and duplicates were asked
///   for
/// @param truncated whether more documents were found than the limit
/// @param candidates how many fingerprints were looked at
/// @param allowedBy the nearest allowed document within the distance of the collection, by which
///   the query is no duplicate of anything; null if there is none
public record LookupResult(
    Fingerprinted query,
    @Nullable Integer maxDistance,
    Plan plan,
    List<NearDocument> matches,
    boolean truncated,
    long candidates,
    @Nullable String allowedBy) {

  /// A document near the query.
  ///
  /// @param distance from the query, in bits
  /// @param identical whether it was made of the very same input
  public record NearDocument(Document document, int distance, boolean identical) {}
}
