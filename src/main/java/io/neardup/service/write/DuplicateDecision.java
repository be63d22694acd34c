package io.neardup.service.write;

import io.neardup.service.lookup.LookupResult;
import io.neardup.service.lookup.LookupResult.NearDocument;
import io.neardup.service.lookup.NearbyDocuments;
import io.neardup.store.Verdict;
import java.util.List;

/// The decision on a document by its near-duplicates.
///
/// @param duplicates reported to the client
/// @param skipped whether the document is not stored
/// @param replaced the documents that are deleted because of it
public record DuplicateDecision(
    LookupResult duplicates, boolean skipped, List<NearDocument> replaced) {

  /// The decision on a document. An allowed text is not a duplicate of anything.
  ///
  /// @param found near the document, all of them if it replaces them
  /// @param verdict on the document
  public static DuplicateDecision of(
      NearbyDocuments found, IncomingDocument incoming, Verdict verdict) {
    String allowedBy = verdict.allows() ? incoming.id() : found.allowedBy();
    List<NearDocument> matches = allowedBy == null ? found.reported().near() : List.of();
    return new DuplicateDecision(
        LookupResult.of(
            incoming.made(),
            incoming.near(),
            incoming.listed(),
            found,
            allowedBy,
            incoming.draft().contentHash()),
        incoming.onDuplicate() == OnDuplicate.SKIP && !matches.isEmpty(),
        incoming.onDuplicate() == OnDuplicate.REPLACE ? matches : List.of());
  }
}
