package io.neardup.store;

import io.neardup.simhash.Fingerprint;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// What a document is from one PUT to the next. Times have milliseconds.
///
/// @param fingerprint made by the profile
/// @param features how many distinct features it was made of, null if the caller brought it
/// @param profile the profile's name, which holds its version
/// @param metadata a JSON object in its text form, null if there is none
/// @param text what the fingerprint was made of, null if it is not kept or was not asked for
/// @param contentHash null if it is not known
/// @param enabled whether lookups find it
/// @param allowed whether its text is allowed: neither it nor what is like it is a duplicate
/// @param version 1 for the first document of this id, then one more each time it is replaced
/// @param createdAt when the id was first stored
/// @param expiresAt from when on it is gone, null if it stays
public record Revision(
    Fingerprint fingerprint,
    @Nullable Integer features,
    String profile,
    @Nullable String metadata,
    @Nullable String text,
    @Nullable ContentHash contentHash,
    boolean enabled,
    boolean allowed,
    long version,
    Instant createdAt,
    @Nullable Instant expiresAt) {

  /// Rejects counts that cannot be.
  public Revision {
    if (features != null && features < 0) {
      throw new IllegalArgumentException("features must be 0 or more, was " + features);
    }
    if (version < 1) {
      throw new IllegalArgumentException("version must be 1 or more, was " + version);
    }
    createdAt = createdAt.truncatedTo(ChronoUnit.MILLIS);
    expiresAt = expiresAt == null ? null : expiresAt.truncatedTo(ChronoUnit.MILLIS);
  }

  /// This one with other metadata and text.
  public Revision with(@Nullable String newMetadata, @Nullable String newText) {
    return copy(newMetadata, newText, enabled, allowed, version, createdAt, expiresAt);
  }

  /// This one with another text.
  public Revision withText(@Nullable String other) {
    return with(metadata, other);
  }

  /// This one with other metadata.
  public Revision withMetadata(@Nullable String other) {
    return with(other, text);
  }

  /// This one, found by lookups or not, allowed or not.
  public Revision withVerdict(boolean nowEnabled, boolean nowAllowed) {
    return copy(metadata, text, nowEnabled, nowAllowed, version, createdAt, expiresAt);
  }

  /// This one as another version of a document.
  ///
  /// @param created when the id was first stored
  public Revision withVersion(long other, Instant created) {
    return copy(metadata, text, enabled, allowed, other, created, expiresAt);
  }

  /// This one with another end.
  public Revision withExpiresAt(@Nullable Instant other) {
    return copy(metadata, text, enabled, allowed, version, createdAt, other);
  }

  private Revision copy(
      @Nullable String newMetadata,
      @Nullable String newText,
      boolean nowEnabled,
      boolean nowAllowed,
      long newVersion,
      Instant created,
      @Nullable Instant expires) {
    return new Revision(
        fingerprint,
        features,
        profile,
        newMetadata,
        newText,
        contentHash,
        nowEnabled,
        nowAllowed,
        newVersion,
        created,
        expires);
  }
}
