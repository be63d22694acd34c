package io.neardup.service.lookup;

import io.neardup.profile.Profile;
import io.neardup.store.CollectionSettings;

/// The parameters of a lookup, with defaults applied.
///
/// @param maxDistance in bits
/// @param recall the requested probability of finding a document at that distance
/// @param limit maximum number of documents listed
/// @param nearest whether the nearest documents are requested, at any distance
/// @param filter of the documents that may be listed
/// @param allowedWithin the distance of allowed documents, in bits
public record Lookup(
    int maxDistance,
    double recall,
    int limit,
    boolean nearest,
    MetadataFilter filter,
    int allowedWithin) {

  /// The lookup of a request, with defaults for missing parameters.
  ///
  /// @throws io.neardup.service.RequestException if a number is out of range
  public static Lookup of(LookupRequest requested, Profile profile, CollectionSettings settings) {
    Integer own = settings.maxDistance();
    int usual = own == null ? profile.maxDistance() : own;
    if (requested.nearest() != null) {
      return new Lookup(
          profile.bits(), 1, LookupLimits.nearest(requested), true, requested.filter(), usual);
    }
    return new Lookup(
        LookupLimits.maxDistance(requested.maxDistance(), usual, profile),
        LookupLimits.recall(requested.recall()),
        LookupLimits.limit(requested.limit()),
        false,
        requested.filter(),
        usual);
  }

  /// The same with four times the limit.
  public Lookup widened() {
    int wider = (int) Math.min(Integer.MAX_VALUE - 1, 4L * limit);
    return new Lookup(maxDistance, recall, wider, nearest, filter, allowedWithin);
  }

  /// The lookup of the allowed documents that decide on a text: always exact, and independent of
  /// the filter.
  public Lookup ofAllowed() {
    return new Lookup(allowedWithin, 1, limit, false, MetadataFilter.NONE, allowedWithin);
  }
}
