package io.neardup.service.lookup;

import io.neardup.index.Plan;
import io.neardup.measure.Verification;
import io.neardup.service.Fingerprinted;
import io.neardup.service.lookup.NearbyDocuments.NearDocument;
import io.neardup.service.lookup.NearbyDocuments.Verified;
import io.neardup.store.ContentHash;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The result of a lookup.
///
/// @param query the fingerprint looked up
/// @param maxDistance of the lookup; null if the nearest documents were requested
/// @param plan how the index was searched
/// @param matches most similar first, then by id; empty if the text is allowed and duplicates were
///   requested
/// @param truncated whether more documents were found than the limit
/// @param candidates the number of fingerprints compared
/// @param verification of candidates, null if the distance decided
/// @param verified numbers of candidates compared by features
/// @param allowedBy the nearest allowed document within the collection's distance; it makes the
///   query no duplicate. Null if there is none
public record LookupResult(
    Fingerprinted query,
    @Nullable Integer maxDistance,
    Plan plan,
    List<NearDocument> matches,
    boolean truncated,
    long candidates,
    @Nullable Verification verification,
    Verified verified,
    @Nullable String allowedBy) {

  /// The result of a search: at most `limit` matches, none if the query is allowed and duplicates
  /// were requested. Marks matches with identical content.
  ///
  /// @param allowedBy the allowed document, null if there is none
  /// @param hash of the query's content, null if unknown
  public static LookupResult of(
      Fingerprinted query,
      Lookup lookup,
      int limit,
      NearbyDocuments found,
      @Nullable String allowedBy,
      @Nullable ContentHash hash) {
    boolean counted = lookup.nearest() || allowedBy == null;
    List<NearDocument> near = counted ? found.reported().near() : List.of();
    boolean more = near.size() > limit;
    boolean verifies = lookup.verification() != null && query.vector() != null;
    return new LookupResult(
        query,
        lookup.nearest() ? null : lookup.maxDistance(),
        found.reported().plan(),
        (more ? near.subList(0, limit) : near).stream().map(match -> match.compared(hash)).toList(),
        counted && found.reported().truncated() || more,
        found.reported().candidates(),
        verifies ? lookup.verification() : null,
        found.reported().verified(),
        allowedBy);
  }
}
