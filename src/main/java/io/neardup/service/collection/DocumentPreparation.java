package io.neardup.service.collection;

import io.neardup.index.StopSignal;
import io.neardup.passage.PassageIndex;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.service.FingerprintService;
import io.neardup.service.Fingerprinted;
import io.neardup.service.LazyVector;
import io.neardup.service.RequestException;
import io.neardup.service.Source;
import io.neardup.service.lookup.ContentHasher;
import io.neardup.service.lookup.Lookup;
import io.neardup.service.lookup.LookupLimits;
import io.neardup.service.write.ContainerSearch;
import io.neardup.service.write.Expiry;
import io.neardup.service.write.IncomingDocument;
import io.neardup.service.write.NewDocument;
import io.neardup.service.write.OnDuplicate;
import io.neardup.service.write.PreparedDocument;
import io.neardup.store.CollectionSettings;
import io.neardup.store.Document;
import io.neardup.store.Revision;
import io.neardup.store.Verdict;
import io.neardup.store.VerifyMode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Turns new documents of a collection into revisions, and makes the lookups for their
/// near-duplicates.
///
/// Version, creation time and verdict assume a new id, or are copied from the document's previous
/// collection; [io.neardup.service.write.WriteDecider] replaces them if the id exists.
record DocumentPreparation(
    DocumentCollection collection, FingerprintService fingerprints, Clock clock) {

  /// The creation time of a new id until the decision. It is later than any decision, whose time
  /// then replaces it, so that times are in decision order.
  private static final Instant UNDECIDED = Instant.parse("9999-12-31T23:59:59.999Z");

  private static final int COPIES_IN_ANSWER = 4;

  PreparedDocument prepare(NewDocument incoming, StopSignal stop) {
    int listed = LookupLimits.storeLimit(incoming.near().limit());
    Lookup near = collection.lookup(incoming.near().withLimit(Math.max(1, listed)));
    String id = incoming.id() == null ? UUID.randomUUID().toString() : incoming.id();
    String fault = Document.faultOf(id);
    if (fault != null) {
      throw RequestException.invalid("id", fault).withRange(1, Document.MAX_ID_CHARS);
    }
    Fingerprinted made = fingerprinted(incoming);
    Revision draft = draft(incoming, made);
    return collection
        .writes()
        .prepare(
            new IncomingDocument(
                id,
                made,
                near,
                listed,
                incoming.onDuplicate(),
                incoming.condition(),
                incoming.stored() == null ? incoming.verdict() : draft.verdict(),
                draft,
                contained(incoming, draft)),
            inAnswer(stop));
  }

  /// Counts the memory of matches in the answer to a write. The answer is held as one text until it
  /// is sent: once the document is stored, the request can no longer be refused.
  private static StopSignal inAnswer(StopSignal stop) {
    return new StopSignal() {
      @Override
      public void check() {
        stop.check();
      }

      @Override
      public void hold(long bytes) {
        stop.hold(COPIES_IN_ANSWER * bytes);
      }

      @Override
      public long holdText(long textBytes) {
        return stop.holdText(textBytes) / COPIES_IN_ANSWER;
      }
    };
  }

  private static @Nullable Content content(NewDocument incoming) {
    return incoming.source() instanceof Source.OfContent(var given) ? given : null;
  }

  /// The fingerprint of a new document, computed or copied.
  private Fingerprinted fingerprinted(NewDocument incoming) {
    Profile profile = collection.profile();
    Revision state = incoming.stored();
    Content content = content(incoming);
    if (state != null && state.profile().equals(profile.name())) {
      Fingerprinted kept = fingerprints.parse(state.fingerprint().toString(), profile);
      if (content instanceof Content.Text text) {
        requireTextOf(state, text, profile);
      }
      LazyVector vector =
          new LazyVector(() -> content == null ? state.vector() : profile.vector(content));
      return new Fingerprinted(kept.fingerprint(), profile, state.features(), vector);
    }
    if (state != null && content == null) {
      throw RequestException.invalid(
          "stored.profile",
          "is '"
              + state.profile()
              + "', but the collection has "
              + profile.name()
              + ", and there is no text to compute a fingerprint from; store it in a collection"
              + " with that profile");
    }
    return collection.resolve(incoming.source(), profile);
  }

  /// Requires that a text belongs to a stored state and was not edited in its line: its hash equals
  /// the content hash, or its fingerprint equals the stored one, since the content may have been
  /// HTML.
  private static void requireTextOf(Revision state, Content.Text text, Profile profile) {
    if (!ContentHasher.hash(text).equals(state.contentHash())
        && !profile.sketch(text).fingerprint().equals(state.fingerprint())) {
      throw RequestException.invalid(
          "stored.fingerprint",
          "is not the fingerprint of the text; leave out stored to store another text");
    }
  }

  private Revision draft(NewDocument incoming, Fingerprinted made) {
    CollectionSettings settings = collection.settings();
    Content content = content(incoming);
    Instant now = clock.instant();
    String text = content == null || !settings.storeText() ? null : content.readableText();
    Revision state = incoming.stored();
    Revision kept = state != null && state.profile().equals(settings.profile()) ? state : null;
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

  private ContainerSearch.@Nullable Condition contained(NewDocument incoming, Revision draft) {
    Double share = incoming.skipContained();
    if (share == null) {
      return null;
    }
    if (!(share > 0 && share <= 1)) {
      throw RequestException.invalid(
          "skipContained", "must be a number above 0, at most 1, was " + share);
    }
    if (incoming.onDuplicate() != OnDuplicate.SKIP) {
      throw RequestException.invalid("skipContained", "goes with onDuplicate=skip");
    }
    PassageIndex _ = collection.passageIndex(); // refuses collections without one
    if (draft.text() == null) {
      throw RequestException.invalid("skipContained", "needs a text; send text or html");
    }
    return new ContainerSearch.Condition(share, collection.boilerplate().runs());
  }
}
