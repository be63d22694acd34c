package io.neardup.service.write;

import io.neardup.store.Revision;
import io.neardup.store.Verdict;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A change of a stored document, which keeps its fingerprint. Null values are not changed.
///
/// @param enabled whether lookups find it
/// @param allowed whether its text is allowed: no text within the distance is a duplicate
/// @param metadata the change of its metadata
/// @param expiry when it expires
/// @param job the id of the job that disables it, or enables it again; null for a client
public record DocumentChange(
    @Nullable Boolean enabled,
    @Nullable Boolean allowed,
    @Nullable MetadataPatch metadata,
    @Nullable Expiry expiry,
    @Nullable String job) {

  /// A change by a client.
  public DocumentChange(
      @Nullable Boolean enabled,
      @Nullable Boolean allowed,
      @Nullable MetadataPatch metadata,
      @Nullable Expiry expiry) {
    this(enabled, allowed, metadata, expiry, null);
  }

  /// The change by a job that disables a document.
  public static DocumentChange disabling(String job) {
    return new DocumentChange(false, null, null, null, job);
  }

  /// The change that undoes [#disabling].
  public static DocumentChange enablingAgain(String job) {
    return new DocumentChange(true, null, null, null, job);
  }

  /// Whether it changes the present revision.
  public boolean changes(Revision present) {
    Revision changed = applyTo(present);
    return !changed.verdict().equals(present.verdict())
        || !Objects.equals(changed.metadata(), present.metadata())
        || !Objects.equals(changed.expiresAt(), present.expiresAt());
  }

  /// A client that names either part judges the present text. A job does not: what was dropped
  /// stays dropped.
  private Verdict verdict(Revision present) {
    return enabled == null && allowed == null
        ? present.verdict()
        : new Verdict(
            enabled == null ? present.enabled() : enabled,
            allowed == null ? present.allowed() : allowed,
            null,
            job != null && present.verdict().dropped());
  }

  public Revision applyTo(Revision present) {
    Revision changed =
        present
            .withMetadata(
                metadata == null ? present.metadata() : metadata.applyTo(present.metadata()))
            .withVerdict(verdict(present))
            .withVersion(present.version() + 1, present.createdAt())
            .withExpiresAt(expiry == null ? present.expiresAt() : expiry.at());
    return job == null || changed.enabled() ? changed : changed.disabledBy(job);
  }
}
