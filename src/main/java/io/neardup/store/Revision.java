package io.neardup.store;

import io.neardup.simhash.FeatureVector;
import io.neardup.simhash.Fingerprint;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The content of a document between two writes. Times are in milliseconds.
///
/// @param fingerprint computed by the profile
/// @param features the number of distinct features, null if the client sent the fingerprint
/// @param profile the name of the profile, including its version
/// @param metadata as JSON text, null for none
/// @param text the fingerprinted text, null if not stored or not requested
/// @param contentHash null if unknown
/// @param verdict on it; has the fingerprint of the judged text, unless it is the default
/// @param version 1 for the first document with this id, then increased by each replacement
/// @param createdAt when the id was first stored
/// @param expiresAt when it expires, null for never
/// @param vector the features, stored instead of the text; null if not stored or not requested
/// @param disabledBy the id of the job that disabled it; null if enabled or disabled by a client
/// @param formerExpiresAt the expiry to restore when it is enabled again; null for never, and
///   unless a job disabled it
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
    @Nullable Instant formerExpiresAt,
    @Nullable FeatureVector vector) {

  public Revision {
    if (features != null && features < 0) {
      throw new IllegalArgumentException("features must be 0 or more, was " + features);
    }
    if (version < 1) {
      throw new IllegalArgumentException("version must be 1 or more, was " + version);
    }
    verdict = verdict.on(fingerprint);
    createdAt = createdAt.truncatedTo(ChronoUnit.MILLIS);
    expiresAt = millis(expiresAt);
    disabledBy = verdict.enabled() ? null : disabledBy;
    formerExpiresAt = disabledBy == null ? null : millis(formerExpiresAt);
  }

  private static @Nullable Instant millis(@Nullable Instant time) {
    return time == null ? null : time.truncatedTo(ChronoUnit.MILLIS);
  }

  public boolean enabled() {
    return verdict.enabled();
  }

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
        formerExpiresAt,
        newVector);
  }

  /// A copy without text and features, which may be large.
  public Revision withoutText() {
    return text == null && vector == null ? this : with(metadata, null, null);
  }

  public Revision withMetadata(@Nullable String other) {
    return with(other, text, vector);
  }

  public Revision withVerdict(Verdict other) {
    return copy(other, version, createdAt, expiresAt, disabledBy, formerExpiresAt);
  }

  /// A copy disabled by a job.
  ///
  /// @param removeAt when it is deleted, unless it expires earlier; null to keep its expiry
  public Revision disabledBy(String job, @Nullable Instant removeAt) {
    Verdict disabled = enabled() ? new Verdict(false, allowed(), null, verdict.dropped()) : verdict;
    boolean isEarlier = removeAt != null && (expiresAt == null || removeAt.isBefore(expiresAt));
    return copy(disabled, version, createdAt, isEarlier ? removeAt : expiresAt, job, expiresAt);
  }

  /// Whether a job disabled it for deletion.
  public boolean isRemoved() {
    return disabledBy != null && !Objects.equals(expiresAt, formerExpiresAt);
  }

  /// A copy with another verdict, not disabled by a job, with its former expiry.
  public Revision judged(Verdict other) {
    Instant expires = disabledBy == null ? expiresAt : formerExpiresAt;
    return copy(other, version, createdAt, expires, null, null);
  }

  /// A copy as another version of a document.
  ///
  /// @param created when the id was first stored
  public Revision withVersion(long other, Instant created) {
    return copy(verdict, other, created, expiresAt, disabledBy, formerExpiresAt);
  }

  /// A copy with another expiry, kept when it is enabled again.
  public Revision withExpiresAt(@Nullable Instant other) {
    return copy(verdict, version, createdAt, other, disabledBy, other);
  }

  private Revision copy(
      Verdict newVerdict,
      long newVersion,
      Instant created,
      @Nullable Instant expires,
      @Nullable String job,
      @Nullable Instant formerExpires) {
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
        formerExpires,
        vector);
  }
}
