package io.neardup.service.collection;

import io.neardup.profile.Content;
import io.neardup.service.Fingerprinted;
import io.neardup.service.LazyVector;
import io.neardup.service.Source;
import io.neardup.service.lookup.ContentHasher;
import io.neardup.service.write.Expiry;
import io.neardup.service.write.NewDocument;
import io.neardup.service.write.StoredState;
import io.neardup.store.CollectionSettings;
import io.neardup.store.Revision;
import io.neardup.store.Verdict;
import io.neardup.store.VerifyMode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Makes the revisions of new documents. Their version, time of creation and verdict are those of
/// an id that does not exist, or of the document where it was stored before;
/// [io.neardup.service.write.WriteDecider] replaces them for others.
record RevisionDrafts(Clock clock) {

  /// The time of creation of an id that does not exist: later than that of the decision, which
  /// counts, so that times have the order of decisions.
  private static final Instant UNDECIDED = Instant.parse("9999-12-31T23:59:59.999Z");

  /// The revision of a document.
  ///
  /// @param made the fingerprint of its source
  /// @param settings of its collection
  /// @throws io.neardup.service.RequestException if it would have expired already
  Revision of(NewDocument incoming, Fingerprinted made, CollectionSettings settings) {
    Content content = incoming.source() instanceof Source.OfContent(var given) ? given : null;
    Instant now = clock.instant();
    String text = content == null || !settings.storeText() ? null : content.readableText();
    StoredState state = incoming.stored();
    StoredState kept = state != null && state.profile().equals(settings.profile()) ? state : null;
    LazyVector features =
        text == null && settings.verifies() == VerifyMode.FEATURES ? made.vector() : null;
    return new Revision(
        made.fingerprint(),
        made.features(),
        settings.profile(),
        incoming.metadata(),
        text,
        kept != null ? kept.contentHash() : content == null ? null : ContentHasher.hash(content),
        state == null ? Verdict.NONE : kept == null ? state.verdict().onCopy() : kept.verdict(),
        state == null ? 1 : state.version(),
        state == null || state.createdAt().isAfter(now) ? UNDECIDED : state.createdAt(),
        expiresAt(incoming.expiry(), state == null ? settings.ttl() : null, now),
        state == null ? null : state.disabledBy(),
        state == null ? null : state.formerExpiresAt(),
        features == null ? null : features.get());
  }

  private static @Nullable Instant expiresAt(
      @Nullable Expiry requested, @Nullable Duration ttl, Instant now) {
    if (requested != null) {
      requested.require(now);
      return requested.at();
    }
    return ttl == null ? null : now.plus(ttl);
  }
}
