package io.neardup.service.lookup;

import io.neardup.profile.Profile;
import io.neardup.store.CollectionSettings;

/// What is wanted of a lookup, defaults filled in.
///
/// @param maxDistance up to which distance, in bits
/// @param recall the probability with which a document at that distance is to be found
/// @param limit how many documents are listed
/// @param nearest whether the nearest documents are wanted, however far away
/// @param filter which documents may be listed
/// @param allowedWithin how far an allowed document may be for the text to be allowed, in bits
public record Lookup(
    int maxDistance,
    double recall,
    int limit,
    boolean nearest,
    MetadataFilter filter,
    int allowedWithin) {

  /// A lookup with defaults in place of what was not requested.
  ///
  /// @throws io.neardup.service.RequestException if a number is out of range
  public static Lookup of(LookupRequest wanted, Profile profile, CollectionSettings settings) {
    Integer own = settings.maxDistance();
    int usual = own == null ? profile.maxDistance() : own;
    if (wanted.nearest() != null) {
      return new Lookup(
          profile.bits(), 1, LookupLimits.nearest(wanted), true, wanted.filter(), usual);
    }
    return new Lookup(
        LookupLimits.maxDistance(wanted.maxDistance(), usual, profile),
        LookupLimits.recall(wanted.recall()),
        LookupLimits.limit(wanted.limit()),
        false,
        wanted.filter(),
        usual);
  }

  /// The same with a limit four times as large.
  public Lookup widened() {
    int wider = (int) Math.min(Integer.MAX_VALUE - 1, 4L * limit);
    return new Lookup(maxDistance, recall, wider, nearest, filter, allowedWithin);
  }

  /// The lookup of the allowed documents that decide about a text: a verdict holds for sure, and
  /// whatever the documents to be listed.
  public Lookup ofAllowed() {
    return new Lookup(allowedWithin, 1, limit, false, MetadataFilter.NONE, allowedWithin);
  }
}
