package io.neardup.service.collection;

import io.neardup.store.VerifyMode;
import io.neardup.store.WeightSource;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Requested settings of a collection.
///
/// @param profile null to keep the present one; a new collection gets the default profile
/// @param maxDistance of lookups that name none, null for that of the profile
/// @param storeText whether texts are stored
/// @param verify from what candidates are verified, null for the default
/// @param weights of the features by which candidates are verified
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

  /// Settings with the weights of the profile, without passages.
  public CollectionChange(
      @Nullable String profile,
      @Nullable Integer maxDistance,
      boolean storeText,
      @Nullable VerifyMode verify,
      @Nullable Duration ttl) {
    this(profile, maxDistance, storeText, verify, WeightSource.PROFILE, false, ttl);
  }
}
