package io.neardup.service.lookup;

import io.neardup.measure.DocumentFrequencies;
import io.neardup.measure.NearLimit;
import io.neardup.measure.Verification;
import io.neardup.measure.WeightedJaccard;
import io.neardup.profile.Profile;
import io.neardup.simhash.FeatureVector;
import io.neardup.store.CollectionSettings;
import io.neardup.store.VerifyMode;
import org.jspecify.annotations.Nullable;

/// The parameters of a lookup, with defaults applied.
///
/// @param maxDistance in bits; the recall applies up to it
/// @param recall the requested probability of finding a document at that distance
/// @param limit maximum number of documents listed
/// @param nearest whether the nearest documents are requested, at any distance
/// @param filter of the documents that may be listed
/// @param allowedWithin the distance of allowed documents, in bits
/// @param verification of candidates, null if the distance decides
/// @param frequencies that scale the feature weights, null for the profile's weights
/// @param leaveOut the id of a document that is not reported
/// @param leaveOutAllowed the id of an allowed document to ignore
public record Lookup(
    int maxDistance,
    double recall,
    int limit,
    boolean nearest,
    MetadataFilter filter,
    int allowedWithin,
    @Nullable Verification verification,
    @Nullable DocumentFrequencies frequencies,
    @Nullable String leaveOut,
    @Nullable String leaveOutAllowed) {

  /// The lookup of a request, with defaults for missing parameters.
  ///
  /// @param frequencies of the collection, null if it uses the profile's weights
  /// @throws io.neardup.service.RequestException if a number is out of range
  public static Lookup of(
      LookupRequest requested,
      Profile profile,
      CollectionSettings settings,
      @Nullable DocumentFrequencies frequencies) {
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
                settings.verifies() != VerifyMode.OFF,
                frequencies);
    return new Lookup(
        near.maxDistance(),
        nearest ? 1 : LookupLimits.recall(requested.recall()),
        nearest ? LookupLimits.nearest(requested) : LookupLimits.limit(requested.limit()),
        nearest,
        requested.filter(),
        usual,
        near.verification(),
        frequencies,
        null,
        null);
  }

  /// The distance in bits up to which the lookup searches.
  public int reach() {
    return new NearLimit(maxDistance, verification).reach();
  }

  /// A copy without some documents.
  public Lookup without(@Nullable String reported, @Nullable String allowed) {
    return copy(limit, reported, allowed);
  }

  public Lookup widened() {
    return copy((int) Math.min(Integer.MAX_VALUE - 1, 4L * limit), leaveOut, leaveOutAllowed);
  }

  public Lookup narrowed() {
    return copy(limit / 4, leaveOut, leaveOutAllowed);
  }

  private Lookup copy(int most, @Nullable String reported, @Nullable String allowed) {
    return new Lookup(
        maxDistance,
        recall,
        most,
        nearest,
        filter,
        allowedWithin,
        verification,
        frequencies,
        reported,
        allowed);
  }

  public double similarity(FeatureVector a, FeatureVector b) {
    return WeightedJaccard.of(a, b, frequencies);
  }

  /// The lookup of the allowed documents within whose distance a text is: always exact, by
  /// distance, without the filter.
  Lookup ofAllowed() {
    return new Lookup(
        allowedWithin,
        1,
        limit,
        false,
        MetadataFilter.NONE,
        allowedWithin,
        null,
        null,
        leaveOutAllowed,
        leaveOutAllowed);
  }
}
