package io.neardup.service;

import io.neardup.profile.Profile;
import io.neardup.store.CollectionSettings;

/// What is wanted of a lookup, defaults filled in.
///
/// @param maxDistance up to which distance, in bits
/// @param recall the probability with which a document at that distance is to be found
/// @param limit how many documents are listed
/// @param nearest whether the nearest documents are wanted, however far away
/// @param filter which documents may be listed
record Lookup(int maxDistance, double recall, int limit, boolean nearest, MetadataFilter filter) {

  /// @throws RequestException if a number is out of range
  static Lookup of(Wanted wanted, Profile profile, CollectionSettings settings) {
    if (wanted.nearest() != null) {
      return new Lookup(profile.bits(), 1, Limits.nearest(wanted), true, wanted.filter());
    }
    Integer own = settings.maxDistance();
    int usual = own == null ? profile.maxDistance() : own;
    return new Lookup(
        Limits.maxDistance(wanted.maxDistance(), usual, profile),
        Limits.recall(wanted.recall()),
        Limits.limit(wanted.limit()),
        false,
        wanted.filter());
  }
}
