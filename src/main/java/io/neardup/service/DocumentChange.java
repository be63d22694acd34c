package io.neardup.service;

import io.neardup.store.Revision;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What is to be changed of a stored document; its fingerprint stays. Whatever is null stays too.
///
/// @param enabled whether lookups find it
/// @param allowed whether it was judged to be no duplicate of anything and is never reported
/// @param metadata a JSON object in its text form, in place of the present one
/// @param expiresAt from when on it is gone
public record DocumentChange(
    @Nullable Boolean enabled,
    @Nullable Boolean allowed,
    @Nullable String metadata,
    @Nullable Instant expiresAt) {

  Revision applyTo(Revision present) {
    return new Revision(
        present.fingerprint(),
        present.features(),
        present.profile(),
        metadata == null ? present.metadata() : metadata,
        present.text(),
        present.contentHash(),
        enabled == null ? present.enabled() : enabled,
        allowed == null ? present.allowed() : allowed,
        present.version() + 1,
        present.createdAt(),
        expiresAt == null ? present.expiresAt() : expiresAt);
  }
}
