package io.neardup.service.write;

import io.neardup.service.lookup.LookupResult;
import io.neardup.service.lookup.NearbyDocuments;
import io.neardup.service.write.DocumentStates.DocumentState;
import io.neardup.service.write.PendingWrite.Earlier;
import io.neardup.service.write.WriteResult.Outcome;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent.Delete;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Revision;
import io.neardup.store.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Whether a document is stored, given its near-duplicates and the current document with its id.
///
/// @param result for the client, without the position of the write
/// @param writes to append to the log, ending with the document itself; none if it is not stored
record Decision(WriteResult result, List<PendingWrite> writes) {

  /// Decides. An allowed text is not a duplicate of anything. Called under the lock.
  ///
  /// @param found the near-duplicates, complete if they are replaced
  /// @param container the document that contains it, null if there is none
  /// @param state of the current document with its id
  /// @param states of the documents that it replaces
  static Decision of(
      IncomingDocument incoming,
      NearbyDocuments found,
      ContainerSearch.@Nullable Container container,
      DocumentState state,
      DocumentStates states,
      Instant now) {
    Document present = state.there();
    Verdict verdict =
        incoming.verdictAfter(
            present == null || present.revision().isRemoved()
                ? Verdict.NONE
                : present.revision().verdict());
    String allowedBy = verdict.allows() ? incoming.id() : found.allowedBy();
    LookupResult duplicates =
        LookupResult.of(
            incoming.made(),
            incoming.near(),
            incoming.listed(),
            found,
            allowedBy,
            incoming.draft().contentHash());
    List<Document> counted =
        allowedBy == null
            ? found.reported().near().stream().map(match -> match.document()).toList()
            : List.of();
    boolean isDuplicate = incoming.onDuplicate() == OnDuplicate.SKIP && !counted.isEmpty();
    if (isDuplicate || container != null && allowedBy == null) {
      return new Decision(
          WriteResult.skipped(incoming.id(), duplicates, isDuplicate ? null : container),
          List.of());
    }
    String collection = states.stored().incarnation().collection();
    List<Document> replaced = incoming.onDuplicate() == OnDuplicate.REPLACE ? counted : List.of();
    List<PendingWrite> writes = new ArrayList<>();
    for (Document document : replaced) {
      writes.add(
          new PendingWrite(
              new Delete(collection, document.id(), now),
              states.earlier(document.id(), document.revision())));
    }
    Earlier earlier = state.earlier();
    if (state.isExpired()) {
      PendingWrite removal = new PendingWrite(new Delete(collection, incoming.id(), now), earlier);
      writes.add(removal);
      earlier = new Earlier(removal, null);
    }
    Put put = new Put(collection, incoming.id(), complete(incoming, present, verdict, now), now);
    writes.add(new PendingWrite(put, earlier));
    return new Decision(
        new WriteResult(
            incoming.id(),
            present == null ? Outcome.ADDED : Outcome.REPLACED,
            Document.of(put),
            duplicates,
            replaced.stream().map(Document::id).toList(),
            null,
            null),
        writes);
  }

  /// The revision to store, with the next version number if the document exists.
  private static Revision complete(
      IncomingDocument incoming, @Nullable Document present, Verdict verdict, Instant now) {
    Revision draft = incoming.draft();
    Instant created = draft.createdAt().isBefore(now) ? draft.createdAt() : now;
    return draft
        .withVerdict(verdict)
        .withVersion(
            present == null ? draft.version() : present.version() + 1,
            present == null ? created : present.createdAt());
  }
}
