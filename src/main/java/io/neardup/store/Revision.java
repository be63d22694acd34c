package io.neardup.store;

import io.neardup.simhash.FeatureVector;
import io.neardup.simhash.Fingerprint;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// The content of a document between two writes. Times have milliseconds.
///
/// @param fingerprint made by the profile
/// @param features the number of distinct features, null if the client sent the fingerprint
/// @param profile the name of the profile, including its version
/// @param metadata as JSON text, null if there are none
/// @param text the text of the fingerprint, null if it is not stored or was not requested
/// @param contentHash null if unknown
/// @param verdict on it; unless it is the default, it has the fingerprint of the judged text
/// @param version 1 for the first document of this id, then increased by each replacement
/// @param createdAt when the id was first stored
/// @param expiresAt when it expires, null for never
/// @param vector the features of the text, stored in place of it; null if they are not stored or
///   were not requested
/// @param disabledBy the id of the job that disabled it; null for enabled documents and those that
///   a client disabled
public record Revision(
    Fingerprint fingerprint,
    @Nullable Integer features,
    String profile,
    @Nullable String metadata,
    @Nullable String text,
    @Nullable ContentHash contentHash,
    Verdict verdict,
    long version,
    Instant createdAt,
    @Nullable Instant expiresAt,
    @Nullable String disabledBy,
    @Nullable FeatureVector vector) {

  /// Rejects invalid numbers.
  public Revision {
    if (features != null && features < 0) {
      throw new IllegalArgumentException("features must be 0 or more, was " + features);
    }
    if (version < 1) {
      throw new IllegalArgumentException("version must be 1 or more, was " + version);
    }
    verdict = verdict.on(fingerprint);
    createdAt = createdAt.truncatedTo(ChronoUnit.MILLIS);
    expiresAt = expiresAt == null ? null : expiresAt.truncatedTo(ChronoUnit.MILLIS);
    disabledBy = verdict.enabled() ? null : disabledBy;
  }

  /// Whether lookups find it.
  public boolean enabled() {
    return verdict.enabled();
  }

  /// Whether its text is allowed.
  public boolean allowed() {
    return verdict.allowed();
  }

  /// A copy with other metadata, text and features.
  public Revision with(
      @Nullable String newMetadata, @Nullable String newText, @Nullable FeatureVector newVector) {
    return new Revision(
        fingerprint,
        features,
        profile,
        newMetadata,
        newText,
        contentHash,
        verdict,
        version,
        createdAt,
        expiresAt,
        disabledBy,
        newVector);
  }

  /// A copy without its text and its features, which may be large.
  public Revision withoutText() {
    return text == null && vector == null ? this : with(metadata, null, null);
  }

  /// A copy with other metadata.
  public Revision withMetadata(@Nullable String other) {
    return with(other, text, vector);
  }

  /// A copy with another verdict.
  public Revision withVerdict(Verdict other) {
    return copy(other, version, createdAt, expiresAt, disabledBy);
  }

  /// A copy that a job has disabled.
  public Revision disabledBy(String job) {
    Verdict disabled = enabled() ? new Verdict(false, allowed(), null, verdict.dropped()) : verdict;
    return copy(disabled, version, createdAt, expiresAt, job);
  }

  /// A copy as another version of a document.
  ///
  /// @param created when the id was first stored
  public Revision withVersion(long other, Instant created) {
    return copy(verdict, other, created, expiresAt, disabledBy);
  }

  /// A copy with another expiry.
  public Revision withExpiresAt(@Nullable Instant other) {
    return copy(verdict, version, createdAt, other, disabledBy);
  }

  private Revision copy(
      Verdict newVerdict,
      long newVersion,
      Instant created,
      @Nullable Instant expires,
      @Nullable String job) {
    return new Revision(
        fingerprint,
        features,
        profile,
        metadata,
        text,
        contentHash,
        newVerdict,
        newVersion,
        created,
        expires,
        job,
        vector);
  }
}
