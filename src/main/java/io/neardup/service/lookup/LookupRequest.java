package io.neardup.service.lookup;

import org.jspecify.annotations.Nullable;

/// Which near-duplicates a caller wants to see. Whatever is null has its default.
///
/// @param maxDistance up to which distance; the collection's own if null
/// @param recall the probability with which one at that distance is to be found, 1 for all
/// @param limit how many of them
/// @param nearest how many of the nearest, however far away, in place of all the others
/// @param filter which documents may be listed
public record LookupRequest(
    @Nullable Integer maxDistance,
    @Nullable Double recall,
    @Nullable Integer limit,
    @Nullable Integer nearest,
    MetadataFilter filter) {

  /// No lookup at all, for documents that are stored whatever is near them.
  public static final LookupRequest NOTHING =
      new LookupRequest(null, null, 0, null, MetadataFilter.NONE);

  /// The same with another limit.
  public LookupRequest withLimit(int other) {
    return new LookupRequest(maxDistance, recall, other, nearest, filter);
  }
}
