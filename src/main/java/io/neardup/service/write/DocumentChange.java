package io.neardup.service.write;

import io.neardup.store.Revision;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A change of a stored document, which keeps its fingerprint. Null values are not changed.
///
/// @param enabled whether lookups find it
/// @param allowed whether its text is allowed: no text within the distance is a duplicate
/// @param metadata as JSON text, replacing the present ones
/// @param expiry when it expires
public record DocumentChange(
    @Nullable Boolean enabled,
    @Nullable Boolean allowed,
    @Nullable String metadata,
    @Nullable Expiry expiry) {

  /// Whether it changes the present revision.
  public boolean changes(Revision present) {
    Revision changed = applyTo(present);
    return !Verdict.of(changed).equals(Verdict.of(present))
        || !Objects.equals(changed.metadata(), present.metadata())
        || !Objects.equals(changed.expiresAt(), present.expiresAt());
  }

  public Revision applyTo(Revision present) {
    return present
        .withMetadata(metadata == null ? present.metadata() : metadata)
        .withVerdict(
            enabled == null ? present.enabled() : enabled,
            allowed == null ? present.allowed() : allowed)
        .withVersion(present.version() + 1, present.createdAt())
        .withExpiresAt(expiry == null ? present.expiresAt() : expiry.at());
  }
}
