package io.neardup.cluster;

import io.neardup.cluster.InstanceWrite.Action;
import io.neardup.cluster.InstanceWrite.Command;
import io.neardup.cluster.InstanceWrite.Request;
import io.neardup.cluster.InstanceWrite.Response;
import io.neardup.cluster.InstanceWrite.Result;
import io.neardup.cluster.InstanceWrite.Status;
import io.neardup.cluster.kafka.ClusterLog;
import io.neardup.cluster.kafka.PartitionOwner;
import io.neardup.cluster.kafka.PartitionOwner.Decider;
import io.neardup.service.RequestException;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.write.DocumentChange;
import io.neardup.service.write.DuplicateDecider;
import io.neardup.service.write.IncomingDocument;
import io.neardup.service.write.Precondition;
import io.neardup.service.write.WriteDecider;
import io.neardup.service.write.WriteResult;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Logged;
import io.neardup.store.Partitions;
import io.neardup.store.Position;
import io.neardup.store.codec.EventCodec;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Executes the writes that this process owns or decides on.
public final class InstanceWrites {

  private static final Logger log = LoggerFactory.getLogger(InstanceWrites.class);

  private final ClusterLog cluster;
  private final DocumentCollections collections;
  private final Deciders deciders;
  private final Partitions partitions;

  /// The last decision of each collection that is not made yet.
  private final Map<String, CompletableFuture<?>> deciding = new ConcurrentHashMap<>();

  InstanceWrites(
      ClusterLog cluster,
      DocumentCollections collections,
      Deciders deciders,
      Partitions partitions) {
    this.cluster = cluster;
    this.collections = collections;
    this.deciders = deciders;
    this.partitions = partitions;
  }

  /// Executes writes, and waits for them.
  Response execute(Request request) {
    List<CompletableFuture<Result>> results =
        request.commands().stream().map(this::execute).toList();
    return new Response(results.stream().map(CompletableFuture::join).toList());
  }

  /// Executes a write.
  ///
  /// @return never fails
  CompletableFuture<Result> execute(Command command) {
    try {
      return begin(command).exceptionally(InstanceWrites::failed);
    } catch (RuntimeException e) {
      return CompletableFuture.completedFuture(failed(e));
    }
  }

  private CompletableFuture<Result> begin(Command command) {
    DocumentCollection collection = collections.find(command.collection()).orElse(null);
    if (collection == null
        || collection.settings().createdAt().toEpochMilli() != command.created()) {
      cluster.catchUp();
      collection = collections.find(command.collection()).orElse(null);
    }
    if (collection == null
        || collection.settings().createdAt().toEpochMilli() != command.created()) {
      return CompletableFuture.completedFuture(
          Result.of(Status.FAILED, "The collection '" + command.collection() + "' was deleted."));
    }
    return command.action() == Action.DECIDE
        ? decide(command, collection)
        : write(command, collection);
  }

  /// Decides on a thread of its own, as the search for near-duplicates waits for other instances,
  /// and in the order of the calls.
  private CompletableFuture<Result> decide(Command command, DocumentCollection collection) {
    CompletableFuture<Result> result = new CompletableFuture<>();
    CompletableFuture<?> decision = new CompletableFuture<>();
    CompletableFuture<?> last = deciding.put(collection.name(), decision);
    CompletableFuture<?> previous = last == null ? CompletableFuture.completedFuture(null) : last;
    Thread.ofVirtual()
        .name("cluster-decide")
        .start(() -> {
          try {
            DuplicateDecider decider = deciders.find(collection, collection.everywhere());
            if (decider == null) {
              result.complete(Result.of(Status.NOT_OWNER, null));
              return;
            }
            var _ =
                decider
                    .store(incoming(command, collection), previous)
                    .thenApply(stored -> decided(collection.name(), stored))
                    .whenComplete((done, failure) -> {
                      if (failure == null) {
                        result.complete(done);
                      } else {
                        if (!(cause(failure) instanceof RequestException)) {
                          deciders.renew(collection);
                        }
                        result.completeExceptionally(failure);
                      }
                    });
          } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
          } finally {
            previous.join();
            deciding.remove(collection.name(), decision);
            decision.complete(null);
          }
        });
    return result;
  }

  private static IncomingDocument incoming(Command command, DocumentCollection collection) {
    return Codec.incoming(
        Objects.requireNonNull(command.document()), condition(command), collection.profile());
  }

  private static Precondition condition(Command command) {
    return Codec.condition(command.ifMatch(), command.ifNoneMatch());
  }

  private CompletableFuture<Result> write(Command command, DocumentCollection collection) {
    IncomingDocument incoming =
        command.action() == Action.STORE ? incoming(command, collection) : null;
    String id = incoming == null ? Objects.requireNonNull(command.id()) : incoming.id();
    PartitionOwner owner = cluster.ownerOf(partitions.of(id));
    if (owner == null || !owner.isReady()) {
      return CompletableFuture.completedFuture(Result.of(Status.NOT_OWNER, null));
    }
    WriteDecider decider = owner.decider(collection);
    Integer number = command.decider();
    return owner.onBehalfOf(
        number == null ? null : new Decider(number, command.deciderEpoch()),
        () ->
            incoming == null ? change(command, id, decider) : store(collection, incoming, decider));
  }

  private static CompletableFuture<Result> store(
      DocumentCollection collection, IncomingDocument incoming, WriteDecider decider) {
    return decider
        .store(decider.prepare(incoming, io.neardup.index.StopSignal.NEVER), null)
        .thenApply(stored -> stored(collection.name(), stored));
  }

  private static CompletableFuture<Result> change(
      Command command, String id, WriteDecider decider) {
    MetadataFilter filter = command.filter() == null ? null : MetadataFilter.of(command.filter());
    if (command.action() == Action.REMOVE) {
      return filter == null
          ? decider.remove(id, condition(command)).thenApply(InstanceWrites::removed)
          : decider.removeIf(id, filter).thenApply(InstanceWrites::done);
    }
    DocumentChange change = Codec.change(Objects.requireNonNull(command.change()));
    return filter == null
        ? decider.revise(id, condition(command), change).thenApply(InstanceWrites::revised)
        : decider.reviseIf(id, filter, change).thenApply(InstanceWrites::done);
  }

  private static Result stored(String collection, WriteResult stored) {
    Document document = Objects.requireNonNull(stored.document());
    Put put = new Put(collection, document.id(), document.revision(), document.updatedAt(), null);
    return new Result(
        Status.DONE,
        null,
        null,
        null,
        stored.outcome().name(),
        EventCodec.encode(put),
        String.valueOf(stored.position()),
        true,
        null);
  }

  private static Result decided(String collection, WriteResult stored) {
    Document document = stored.document();
    return new Result(
        Status.DONE,
        null,
        null,
        null,
        stored.outcome().name(),
        document == null
            ? null
            : EventCodec.encode(
                new Put(
                    collection, document.id(), document.revision(), document.updatedAt(), null)),
        stored.position() == null ? null : stored.position().toString(),
        document != null,
        Codec.json(collection, stored.duplicates(), stored.removed()));
  }

  private static Result removed(Optional<Position> position) {
    return new Result(
        Status.DONE,
        null,
        null,
        null,
        null,
        null,
        position.map(Position::toString).orElse(null),
        position.isPresent(),
        null);
  }

  private static Result revised(Optional<Logged<Put>> revised) {
    return new Result(
        Status.DONE,
        null,
        null,
        null,
        null,
        revised.map(each -> EventCodec.encode(each.event())).orElse(null),
        revised.map(each -> each.position().toString()).orElse(null),
        revised.isPresent(),
        null);
  }

  private static Result done(boolean done) {
    return new Result(Status.DONE, null, null, null, null, null, null, done, null);
  }

  private static @Nullable Throwable cause(Throwable failure) {
    return failure instanceof CompletionException ? failure.getCause() : failure;
  }

  private static Result failed(Throwable failure) {
    Throwable cause = cause(failure);
    if (cause instanceof RequestException refused) {
      return new Result(
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
    if (!(cause instanceof io.neardup.store.StoreException)) {
      log.error("A write failed", cause);
    }
    return Result.of(Status.FAILED, cause == null ? "failed" : cause.getMessage());
  }
}
