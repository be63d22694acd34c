package io.neardup.service;

import io.neardup.store.Revision;
import org.jspecify.annotations.Nullable;

/// Revisions that differ from others in a part.
final class Revisions {

  private Revisions() {}

  static Revision withText(Revision revision, @Nullable String text) {
    return new Revision(
        revision.fingerprint(),
        revision.features(),
        revision.profile(),
        revision.metadata(),
        text,
        revision.contentHash(),
        revision.enabled(),
        revision.allowed(),
        revision.version(),
        revision.createdAt(),
        revision.expiresAt());
  }
}
