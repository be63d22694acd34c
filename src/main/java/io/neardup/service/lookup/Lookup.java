package io.neardup.service.lookup;

import io.neardup.measure.NearLimit;
import io.neardup.measure.Verification;
import io.neardup.profile.Profile;
import io.neardup.store.CollectionSettings;
import io.neardup.store.VerifyMode;
import org.jspecify.annotations.Nullable;

/// The parameters of a lookup, with defaults applied.
///
/// @param maxDistance in bits, to which the recall applies
/// @param recall the requested probability of finding a document at that distance
/// @param limit maximum number of documents listed
/// @param nearest whether the nearest documents are requested, at any distance
/// @param filter of the documents that may be listed
/// @param allowedWithin the distance of allowed documents, in bits
/// @param verification of candidates, null if the distance decides
/// @param leaveOut the id of a document that is not reported
/// @param leaveOutAllowed the id of a document that allows nothing
public record Lookup(
    int maxDistance,
    double recall,
    int limit,
    boolean nearest,
    MetadataFilter filter,
    int allowedWithin,
    @Nullable Verification verification,
    @Nullable String leaveOut,
    @Nullable String leaveOutAllowed) {

  /// The lookup of a request, with defaults for missing parameters.
  ///
  /// @throws io.neardup.service.RequestException if a number is out of range
  public static Lookup of(LookupRequest requested, Profile profile, CollectionSettings settings) {
    Integer own = settings.maxDistance();
    int usual = own == null ? profile.maxDistance() : own;
    boolean nearest = requested.nearest() != null;
    int maxDistance =
        nearest
            ? profile.bits()
            : LookupLimits.maxDistance(requested.maxDistance(), usual, profile);
    NearLimit near =
        nearest
            ? new NearLimit(maxDistance, null)
            : NearLimit.of(
                profile,
                usual,
                requested.maxDistance(),
                LookupLimits.minSimilarity(requested, profile, settings),
                settings.verifies() != VerifyMode.OFF);
    return new Lookup(
        near.maxDistance(),
        nearest ? 1 : LookupLimits.recall(requested.recall()),
        nearest ? LookupLimits.nearest(requested) : LookupLimits.limit(requested.limit()),
        nearest,
        requested.filter(),
        usual,
        near.verification(),
        null,
        null);
  }

  /// The distance in bits up to which documents are sought.
  public int reach() {
    return new NearLimit(maxDistance, verification).reach();
  }

  /// A copy without some documents.
  public Lookup without(@Nullable String reported, @Nullable String allowed) {
    return new Lookup(
        maxDistance,
        recall,
        limit,
        nearest,
        filter,
        allowedWithin,
        verification,
        reported,
        allowed);
  }

  /// A copy with four times the limit.
  public Lookup widened() {
    int wider = (int) Math.min(Integer.MAX_VALUE - 1, 4L * limit);
    return new Lookup(
        maxDistance,
        recall,
        wider,
        nearest,
        filter,
        allowedWithin,
        verification,
        leaveOut,
        leaveOutAllowed);
  }

  /// The lookup of the allowed documents that decide on a text: always exact, by distance, and
  /// independent of the filter.
  Lookup ofAllowed() {
    return new Lookup(
        allowedWithin,
        1,
        limit,
        false,
        MetadataFilter.NONE,
        allowedWithin,
        null,
        leaveOutAllowed,
        leaveOutAllowed);
  }
}
