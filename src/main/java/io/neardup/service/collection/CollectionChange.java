package io.neardup.service.collection;

import io.neardup.measure.Verification;
import io.neardup.profile.Profile;
import io.neardup.service.RequestException;
import io.neardup.service.lookup.LookupLimits;
import io.neardup.store.CollectionSettings;
import io.neardup.store.VerifyMode;
import io.neardup.store.WeightSource;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Requested settings of a collection.
///
/// @param profile null to keep the current one; a new collection gets the default profile
/// @param maxDistance of lookups that name none, null for the profile's
/// @param storeText whether texts are stored
/// @param verify what candidates are verified from, null for the default
/// @param weights of the features in verification
/// @param passages whether passages are indexed
/// @param ttl the default lifetime of documents, null for unlimited
public record CollectionChange(
    @Nullable String profile,
    @Nullable Integer maxDistance,
    boolean storeText,
    @Nullable VerifyMode verify,
    WeightSource weights,
    boolean passages,
    @Nullable Duration ttl) {

  /// The settings of a new collection.
  ///
  /// @param chosen the profile
  /// @throws RequestException if they contradict each other or the profile
  CollectionSettings settings(String name, Profile chosen, Instant now) {
    if (maxDistance != null) {
      LookupLimits.maxDistance(maxDistance, chosen.maxDistance(), chosen);
    }
    requireVerifiable(chosen);
    requirePassages();
    return new CollectionSettings(
        name,
        chosen.name(),
        maxDistance,
        storeText,
        verify,
        weights,
        passages,
        ttl,
        now,
        now.toEpochMilli(),
        0);
  }

  private void requirePassages() {
    if (passages && !storeText) {
      throw RequestException.invalid(
          "passages", "can be true only with storeText: passages are read in stored texts");
    }
  }

  private void requireVerifiable(Profile profile) {
    if (weights == WeightSource.COLLECTION) {
      if (verify == VerifyMode.OFF
          || verify == null && !storeText
          || !Verification.isPossible(profile)) {
        throw RequestException.invalid(
            "weights",
            "can be collection only if candidates are verified; set verify to text or features,"
                + " with a profile such as simhash-256-v1, or weights to profile");
      }
    }
    if (verify == null || verify == VerifyMode.OFF) {
      return;
    }
    if (!Verification.isPossible(profile)) {
      throw RequestException.invalid(
          "verify",
          "must be off with profile "
              + profile.name()
              + ": its distance estimates a cosine, and not the similarity that is computed from"
              + " features; use a profile such as simhash-256-v1");
    }
    if (verify == VerifyMode.TEXT && !storeText) {
      throw RequestException.invalid(
          "verify", "can be text only with storeText; set that too, or verify to features");
    }
  }
}
