package io.neardup.service.write;

import io.neardup.store.Revision;
import io.neardup.store.Verdict;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A change to a stored document that keeps its fingerprint. Null leaves a value as it is.
///
/// @param enabled whether lookups find it
/// @param allowed whether its text is allowed: no text within the distance is a duplicate
/// @param metadata the change to its metadata
/// @param expiry when it expires; a job that disables it never moves an expiry to a later time
/// @param job the id of the job that disables it or enables it again; null for a client
public record DocumentChange(
    @Nullable Boolean enabled,
    @Nullable Boolean allowed,
    @Nullable MetadataPatch metadata,
    @Nullable Expiry expiry,
    @Nullable String job) {

  /// The change that a job makes to disable a document.
  ///
  /// @param removeAt when it is deleted, unless it expires earlier; null to keep its expiry
  public static DocumentChange disabling(String job, @Nullable Instant removeAt) {
    return new DocumentChange(
        false, null, null, removeAt == null ? null : new Expiry(removeAt), job);
  }

  /// The change that undoes [#disabling].
  public static DocumentChange enablingAgain(String job) {
    return new DocumentChange(true, null, null, null, job);
  }

  public boolean changes(Revision present) {
    Revision changed = applyTo(present);
    return !changed.verdict().equals(present.verdict())
        || !Objects.equals(changed.metadata(), present.metadata())
        || !Objects.equals(changed.expiresAt(), present.expiresAt());
  }

  /// The current revision with this change applied, as the next version.
  public Revision applyTo(Revision present) {
    Revision next = present.withVersion(present.version() + 1, present.createdAt());
    if (job != null && Boolean.FALSE.equals(enabled)) {
      return next.disabledBy(job, expiry == null ? null : expiry.at());
    }
    Revision judged = enabled == null && allowed == null ? next : next.judged(verdict(present));
    Revision described =
        metadata == null ? judged : judged.withMetadata(metadata.applyTo(present.metadata()));
    return expiry == null ? described : described.withExpiresAt(expiry.at());
  }

  /// A client that sets either part judges the current text. A job does not: a verdict that no
  /// longer applied stays dropped.
  private Verdict verdict(Revision present) {
    return new Verdict(
        enabled == null ? present.enabled() : enabled,
        allowed == null ? present.allowed() : allowed,
        null,
        job != null && present.verdict().dropped());
  }
}
