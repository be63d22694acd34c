package io.neardup.cluster.wire;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.RequestException.Range;
import io.neardup.service.lookup.LookupResult;
import io.neardup.service.lookup.NearbyDocuments;
import io.neardup.service.lookup.NearbyDocuments.Found;
import io.neardup.service.write.IncomingDocument;
import io.neardup.service.write.WriteResult;
import io.neardup.service.write.WriteResult.Outcome;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Logged;
import io.neardup.store.Position;
import io.neardup.store.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The result of a [Command].
public sealed interface Result {

  /// A document was stored. What the sender does not know of it is here.
  ///
  /// @param outcome whether it is new
  /// @param createdAt when the id was first stored
  /// @param time when this version was stored
  /// @param position in the log
  record Stored(
      Outcome outcome,
      long version,
      Instant createdAt,
      Instant time,
      Verdict verdict,
      Position position)
      implements Result {

    /// What was stored.
    public static Stored of(WriteResult written) {
      Document document = Objects.requireNonNull(written.document());
      return new Stored(
          written.outcome(),
          document.version(),
          document.createdAt(),
          document.updatedAt(),
          document.revision().verdict(),
          Objects.requireNonNull(written.position()));
    }

    /// The document that was stored.
    public Document document(IncomingDocument incoming) {
      return new Document(
          incoming.id(),
          incoming.draft().withVerdict(verdict).withVersion(version, createdAt),
          time,
          position);
    }
  }

  /// To a [Command.Decide].
  ///
  /// @param stored null if the document was skipped
  /// @param near the near-duplicates to be reported
  /// @param allowedBy the allowed document because of which there are none, null without one
  /// @param removed the ids of those that it replaced
  record Decided(
      @Nullable Stored stored, Found near, @Nullable String allowedBy, List<String> removed)
      implements Result {

    /// What was decided.
    public static Decided of(WriteResult decided) {
      LookupResult duplicates = decided.duplicates();
      return new Decided(
          decided.document() == null ? null : Stored.of(decided),
          new Found(
              duplicates.matches(),
              duplicates.truncated(),
              duplicates.plan(),
              duplicates.candidates(),
              duplicates.verified()),
          duplicates.allowedBy(),
          decided.removed());
    }

    /// The near-duplicates to be reported.
    public LookupResult duplicates(IncomingDocument incoming) {
      return LookupResult.of(
          incoming.made(),
          incoming.near(),
          incoming.listed(),
          new NearbyDocuments(near, near, List.of()),
          allowedBy,
          incoming.draft().contentHash());
    }
  }

  /// To a [Command.Remove] without a filter.
  ///
  /// @param position of the deletion, null if there was no document
  record Removed(@Nullable Position position) implements Result {}

  /// To a [Command.Revise] without a filter.
  ///
  /// @param document as changed, null if there was none
  record Revised(@Nullable Logged<Put> document) implements Result {}

  /// To a command with a filter.
  ///
  /// @param done whether a document was deleted or changed
  record Changed(boolean done) implements Result {}

  /// The command was refused.
  ///
  /// @param range the allowed values of the field, null if they are no range
  /// @param retryAfterSeconds 0 if the same command will be refused again
  record Refused(
      Fault fault, String field, String message, @Nullable Range range, int retryAfterSeconds)
      implements Result {

    /// The refusal of a request.
    public static Refused of(RequestException refused) {
      return new Refused(
          refused.kind(),
          refused.field(),
          refused.message(),
          refused.range(),
          refused.retryAfterSeconds());
    }

    /// The refusal, for the client.
    public RequestException toException() {
      return new RequestException(fault, field, message, range, retryAfterSeconds);
    }
  }

  /// The outcome is not known.
  record Unknown(String message) implements Result {}

  /// The command was not executed: the instance does not own the partition.
  record NotOwner() implements Result {}

  /// The command has no effect: the collection was deleted before.
  record Deleted() implements Result {}
}
