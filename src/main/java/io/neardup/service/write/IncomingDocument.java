package io.neardup.service.write;

import io.neardup.index.Plan;
import io.neardup.service.Fingerprinted;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.service.lookup.Lookup;
import io.neardup.service.lookup.NearbyDocuments;
import io.neardup.store.Revision;
import io.neardup.store.Verdict;
import org.jspecify.annotations.Nullable;

/// A document to be decided on.
///
/// @param near the lookup of its near-duplicates
/// @param listed the number of near-duplicates in its answer, 0 or more
/// @param verdict on it, null to keep that of the id, if it applies to this text
/// @param draft the revision to be stored; version, createdAt and verdict are those of a new id
/// @param contained whether it is a duplicate of a document that contains it, null if it is not
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

  /// Leaves the document of that id out of its near-duplicates.
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

  /// The result in place of a search that is not required; it has the plan if near-duplicates are
  /// requested.
  NearbyDocuments unsearched(LiveDocuments documents) {
    return NearbyDocuments.none(listed > 0 ? documents.plan(near) : Plan.none(near.maxDistance()));
  }
}
