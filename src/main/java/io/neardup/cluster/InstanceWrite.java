package io.neardup.cluster;

import io.neardup.cluster.InstanceRead.FoundJson;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.lookup.Lookup;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.write.DocumentChange;
import io.neardup.service.write.Precondition;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Position;
import io.neardup.store.codec.EventCodec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Writes that an instance passes to the owner of a partition, or to the decider of a collection,
/// and their results, as JSON.
final class InstanceWrite {

  private InstanceWrite() {}

  /// Writes to be executed together.
  record Request(List<Command> commands) {

    /// Rejects a request without commands, and missing ones.
    Request {
      commands = List.copyOf(commands);
    }
  }

  /// What is to be done.
  enum Action {
    /// Stores a document whatever its near-duplicates are.
    STORE,
    /// Stores a document depending on its near-duplicates.
    DECIDE,
    /// Deletes a document.
    REMOVE,
    /// Changes a document.
    REVISE
  }

  /// A write.
  ///
  /// @param created the number of the creation of the collection
  /// @param document to be stored
  /// @param id of the document to be deleted or changed
  /// @param condition on the present document
  /// @param filter that the document must pass, null for an unconditional write
  /// @param change to be made
  /// @param decider number of the decider that orders the write, null if none does
  /// @param deciderEpoch of it
  record Command(
      Action action,
      String collection,
      long created,
      @Nullable IncomingJson document,
      @Nullable String id,
      Precondition condition,
      @Nullable MetadataFilter filter,
      @Nullable DocumentChange change,
      @Nullable Integer decider,
      long deciderEpoch) {

    /// Rejects a command without what each has.
    Command {
      Objects.requireNonNull(action);
      Objects.requireNonNull(collection);
      Objects.requireNonNull(condition);
    }

    /// This write to another collection of the same name.
    ///
    /// @param creation the number of its creation
    Command to(long creation) {
      return new Command(
          action,
          collection,
          creation,
          document,
          id,
          condition,
          filter,
          change,
          decider,
          deciderEpoch);
    }
  }

  /// A document to be stored, see [io.neardup.service.write.IncomingDocument].
  ///
  /// @param draft the event that would store it, in the format of the log
  /// @param vector of its features, in the format of [io.neardup.store.codec.VectorCodec]; null if
  ///   it is not known or not needed
  /// @param hasVerdict whether the draft has the verdict; otherwise that of the id is kept
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record IncomingJson(
      byte[] draft,
      @Nullable Integer features,
      byte @Nullable [] vector,
      Lookup near,
      int listed,
      String onDuplicate,
      boolean hasVerdict) {}

  /// The results, in the order of the commands.
  record Response(List<Executed> results) {}

  /// The result of a command.
  ///
  /// @param status whether it was executed
  /// @param fault of a refused one
  /// @param field of a refused one
  /// @param message of a refused or failed one
  /// @param outcome of a stored document
  /// @param event that stored it, in the format of the log
  /// @param position in the log
  /// @param done whether a document was deleted or changed
  /// @param near near-duplicates of a document that was decided on
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Executed(
      Status status,
      @Nullable Fault fault,
      @Nullable String field,
      @Nullable String message,
      @Nullable String outcome,
      byte @Nullable [] event,
      @Nullable String position,
      boolean done,
      @Nullable DuplicatesJson near) {

    static Executed done(
        boolean done,
        @Nullable String outcome,
        @Nullable Put put,
        @Nullable Position position,
        @Nullable DuplicatesJson near) {
      return new Executed(
          Status.DONE,
          null,
          null,
          null,
          outcome,
          put == null ? null : EventCodec.encode(put),
          position == null ? null : position.toString(),
          done,
          near);
    }

    static Executed refused(RequestException refused) {
      return new Executed(
          Status.REFUSED,
          refused.kind(),
          refused.field(),
          refused.message(),
          null,
          null,
          null,
          false,
          null);
    }

    static Executed not(Status status, @Nullable String message) {
      return new Executed(status, null, null, message, null, null, null, false, null);
    }
  }

  /// Near-duplicates of a document that was decided on.
  ///
  /// @param removed the ids of those that it replaced
  record DuplicatesJson(FoundJson found, @Nullable String allowedBy, List<String> removed) {}

  /// Whether a command was executed.
  enum Status {
    /// It was.
    DONE,
    /// It was refused.
    REFUSED,
    /// Its outcome is unknown.
    FAILED,
    /// It was not: the instance does not own the partition.
    NOT_OWNER,
    /// It has no effect: the collection was deleted before.
    DELETED
  }
}
