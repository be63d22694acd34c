package io.neardup.service.lookup;

import io.neardup.index.Plan;
import io.neardup.service.Fingerprinted;
import io.neardup.store.Document;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The result of a lookup.
///
/// @param query the fingerprint looked up
/// @param maxDistance of the lookup; null if the nearest documents were requested
/// @param plan how the index was searched
/// @param matches nearest first, then by id; empty if the text is allowed and duplicates were
///   requested
/// @param truncated whether more documents were found than the limit
/// @param candidates the number of fingerprints compared
/// @param allowedBy the nearest allowed document within the distance of the collection, because of
///   which the query is not a duplicate; null if there is none
/// @param missing the partitions that were not searched, see [NearbyDocuments]
public record LookupResult(
    Fingerprinted query,
    @Nullable Integer maxDistance,
    Plan plan,
    List<NearDocument> matches,
    boolean truncated,
    long candidates,
    @Nullable String allowedBy,
    @Nullable List<Integer> missing) {

  /// A match.
  ///
  /// @param distance from the query, in bits
  /// @param identical whether its content is identical to that of the query
  public record NearDocument(Document document, int distance, boolean identical) {}
}
