package io.neardup.service.lookup;

import org.jspecify.annotations.Nullable;

/// Parameters of a lookup as requested. Null values have defaults.
///
/// @param maxDistance in bits; null for the collection's
/// @param recall the requested probability of finding a document at that distance, 1 for all
/// @param limit maximum number of matches
/// @param nearest the number of nearest documents, at any distance, instead of the three above
/// @param filter of the documents that may be listed
/// @param minSimilarity of the features, if the collection verifies candidates; defaults to the
///   profile's, unless maxDistance is given
public record LookupRequest(
    @Nullable Integer maxDistance,
    @Nullable Double recall,
    @Nullable Integer limit,
    @Nullable Integer nearest,
    MetadataFilter filter,
    @Nullable Double minSimilarity) {

  /// No lookup, for documents that are stored regardless of near-duplicates.
  public static final LookupRequest NOTHING =
      new LookupRequest(null, null, 0, null, MetadataFilter.NONE, null);

  public LookupRequest withFilter(MetadataFilter other) {
    return new LookupRequest(maxDistance, recall, limit, nearest, other, minSimilarity);
  }

  public LookupRequest withLimit(int other) {
    return new LookupRequest(maxDistance, recall, other, nearest, filter, minSimilarity);
  }
}
