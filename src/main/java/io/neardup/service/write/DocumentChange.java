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
/// @param disabledBy the id of the job that disables it
public record DocumentChange(
    @Nullable Boolean enabled,
    @Nullable Boolean allowed,
    @Nullable MetadataPatch metadata,
    @Nullable Expiry expiry,
    @Nullable String disabledBy) {

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

  /// Whether it changes the present revision.
  public boolean changes(Revision present) {
    Revision changed = applyTo(present);
    return !changed.verdict().equals(present.verdict())
        || !Objects.equals(changed.metadata(), present.metadata())
        || !Objects.equals(changed.expiresAt(), present.expiresAt());
  }

  /// Naming either part judges the present text.
  private Verdict verdict(Revision present) {
    return enabled == null && allowed == null
        ? present.verdict()
        : Verdict.given(
            enabled == null ? present.enabled() : enabled,
            allowed == null ? present.allowed() : allowed);
  }

  public Revision applyTo(Revision present) {
    Revision changed =
        present
            .withMetadata(
                metadata == null ? present.metadata() : metadata.applyTo(present.metadata()))
            .withVerdict(verdict(present))
            .withVersion(present.version() + 1, present.createdAt())
            .withExpiresAt(expiry == null ? present.expiresAt() : expiry.at());
    return disabledBy == null ? changed : changed.disabledBy(disabledBy);
  }
}
