package io.neardup.service.write;

import io.neardup.index.Plan;
import io.neardup.service.Fingerprinted;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.service.lookup.Lookup;
import io.neardup.service.lookup.NearbyDocuments;
import io.neardup.store.Revision;
import io.neardup.store.Verdict;
import org.jspecify.annotations.Nullable;

/// A document that is about to be stored, before the decision.
///
/// @param near the lookup of its near-duplicates
/// @param listed the number of near-duplicates in the answer, 0 or more
/// @param verdict on it, null to keep the id's verdict if that applies to this text
/// @param draft the revision to store; version, createdAt and verdict assume a new id
/// @param contained when a document that contains it makes it a duplicate, null for never
public record IncomingDocument(
    String id,
    Fingerprinted made,
    Lookup near,
    int listed,
    OnDuplicate onDuplicate,
    Precondition condition,
    @Nullable Verdict verdict,
    Revision draft,
    ContainerSearch.@Nullable Condition contained) {

  /// Excludes the document with its own id from the near-duplicates.
  public IncomingDocument {
    near = near.without(id, id);
  }

  /// The verdict on it.
  ///
  /// @param present on the document that it replaces
  Verdict verdictAfter(Verdict present) {
    return verdict == null ? present.keptFor(draft.fingerprint(), near.allowedWithin()) : verdict;
  }

  /// Whether the decision or the answer depends on near-duplicates.
  public boolean isLookedUp() {
    return made.isMatchable() && (listed > 0 || onDuplicate != OnDuplicate.ADD);
  }

  /// The result when no search is needed; it has a plan if near-duplicates are requested.
  NearbyDocuments unsearched(LiveDocuments documents) {
    return NearbyDocuments.none(listed > 0 ? documents.plan(near) : Plan.none(near.maxDistance()));
  }
}
