package io.neardup.cluster.wire;

import io.neardup.profile.Profile;
import io.neardup.service.Fingerprinted;
import io.neardup.service.LazyVector;
import io.neardup.service.lookup.Lookup;
import io.neardup.service.write.IncomingDocument;
import io.neardup.service.write.OnDuplicate;
import io.neardup.service.write.Precondition;
import io.neardup.store.DocumentEvent;
import io.neardup.store.Revision;
import org.jspecify.annotations.Nullable;

/// A document to be stored, see [IncomingDocument], whose profile is known from its collection.
///
/// @param revision that would be stored
/// @param features the number of distinct features, null if the client sent the fingerprint
/// @param vector of the features, null if it is not known or not needed
/// @param hasVerdict whether the revision has the verdict; otherwise that of the id is kept
public record Draft(
    String id,
    Revision revision,
    @Nullable Integer features,
    @Nullable LazyVector vector,
    Lookup near,
    int listed,
    OnDuplicate onDuplicate,
    Precondition condition,
    boolean hasVerdict) {

  /// Rejects ids that cannot be requested.
  public Draft {
    DocumentEvent.requireId(id);
  }

  /// The draft of a document.
  public static Draft of(IncomingDocument incoming) {
    boolean verified =
        incoming.near().verification() != null && incoming.onDuplicate() != OnDuplicate.ADD;
    return new Draft(
        incoming.id(),
        incoming.verdict() == null
            ? incoming.draft()
            : incoming.draft().withVerdict(incoming.verdict()),
        incoming.made().features(),
        verified ? incoming.made().vector() : null,
        incoming.near(),
        incoming.listed(),
        incoming.onDuplicate(),
        incoming.condition(),
        incoming.verdict() != null);
  }

  /// The document.
  ///
  /// @param profile of its collection
  public IncomingDocument incoming(Profile profile) {
    return new IncomingDocument(
        id,
        new Fingerprinted(revision.fingerprint(), profile, features, vector),
        near,
        listed,
        onDuplicate,
        condition,
        hasVerdict ? revision.verdict() : null,
        revision,
        null);
  }
}
