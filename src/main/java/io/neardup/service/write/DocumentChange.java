package io.neardup.service.write;

import io.neardup.store.Revision;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What is to be changed of a stored document; its fingerprint stays. Whatever is null stays too.
///
/// @param enabled whether lookups find it
/// @param allowed whether its text is allowed: neither it nor what is like it is a duplicate
/// @param metadata a JSON object in its text form, in place of the present one
/// @param expiry when it expires
public record DocumentChange(
    @Nullable Boolean enabled,
    @Nullable Boolean allowed,
    @Nullable String metadata,
    @Nullable Expiry expiry) {

  /// Whether a document is to become another than it is.
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
