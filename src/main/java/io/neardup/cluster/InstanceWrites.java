package io.neardup.cluster;

import io.neardup.cluster.InstanceWrite.Action;
import io.neardup.cluster.InstanceWrite.Command;
import io.neardup.cluster.InstanceWrite.DuplicatesJson;
import io.neardup.cluster.InstanceWrite.Executed;
import io.neardup.cluster.InstanceWrite.Request;
import io.neardup.cluster.InstanceWrite.Response;
import io.neardup.cluster.InstanceWrite.Status;
import io.neardup.cluster.kafka.ClusterLog;
import io.neardup.cluster.kafka.PartitionOwner;
import io.neardup.cluster.kafka.PartitionOwner.Decider;
import io.neardup.index.StopSignal;
import io.neardup.service.RequestException;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.write.DocumentChange;
import io.neardup.service.write.DuplicateDecider;
import io.neardup.service.write.IncomingDocument;
import io.neardup.service.write.WriteDecider;
import io.neardup.service.write.WriteResult;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Logged;
import io.neardup.store.Partitions;
import io.neardup.store.Position;
import io.neardup.store.StoreException;
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
  private final Deciders deciders;
  private final Partitions partitions;

  /// The last decision of each collection that is not made yet.
  private final Map<String, CompletableFuture<?>> deciding = new ConcurrentHashMap<>();

  InstanceWrites(ClusterLog cluster, Deciders deciders, Partitions partitions) {
    this.cluster = cluster;
    this.deciders = deciders;
    this.partitions = partitions;
  }

  /// Executes writes, and waits for them.
  Response execute(Request request) {
    List<CompletableFuture<Executed>> results =
        request.commands().stream().map(this::execute).toList();
    return new Response(results.stream().map(CompletableFuture::join).toList());
  }

  /// Executes a write.
  ///
  /// @return never fails
  CompletableFuture<Executed> execute(Command command) {
    try {
      return begin(command).exceptionally(InstanceWrites::failed);
    } catch (RuntimeException e) {
      return CompletableFuture.completedFuture(failed(e));
    }
  }

  private CompletableFuture<Executed> begin(Command command) {
    DocumentCollection collection = cluster.collection(command.collection(), command.created());
    if (collection == null) {
      return CompletableFuture.completedFuture(Executed.not(Status.DELETED, null));
    }
    return command.action() == Action.DECIDE
        ? decide(command, collection)
        : write(command, collection);
  }

  /// Decides on a thread of its own, as the search for near-duplicates waits for other instances,
  /// and in the order of the calls.
  private CompletableFuture<Executed> decide(Command command, DocumentCollection collection) {
    CompletableFuture<Executed> result = new CompletableFuture<>();
    CompletableFuture<?> decision = new CompletableFuture<>();
    CompletableFuture<?> last = deciding.put(collection.name(), decision);
    CompletableFuture<?> previous = last == null ? CompletableFuture.completedFuture(null) : last;
    Thread.ofVirtual()
        .name("cluster-decide")
        .start(() -> {
          try {
            DuplicateDecider decider =
                deciders.find(collection, (ClusterDocuments) collection.everywhere());
            if (decider == null) {
              result.complete(Executed.not(Status.NOT_OWNER, null));
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
        Objects.requireNonNull(command.document()), command.condition(), collection.profile());
  }

  private CompletableFuture<Executed> write(Command command, DocumentCollection collection) {
    IncomingDocument incoming =
        command.action() == Action.STORE ? incoming(command, collection) : null;
    String id = incoming == null ? Objects.requireNonNull(command.id()) : incoming.id();
    PartitionOwner owner = cluster.ownerOf(partitions.of(id));
    if (owner == null || !owner.accepts()) {
      return CompletableFuture.completedFuture(Executed.not(Status.NOT_OWNER, null));
    }
    WriteDecider decider = owner.decider(collection);
    Integer number = command.decider();
    return owner.onBehalfOf(
        number == null ? null : new Decider(number, command.deciderEpoch()),
        () ->
            incoming == null ? change(command, id, decider) : store(collection, incoming, decider));
  }

  private static CompletableFuture<Executed> store(
      DocumentCollection collection, IncomingDocument incoming, WriteDecider decider) {
    return decider
        .store(decider.prepare(incoming, StopSignal.NEVER), null)
        .thenApply(stored -> stored(collection.name(), stored));
  }

  private static CompletableFuture<Executed> change(
      Command command, String id, WriteDecider decider) {
    MetadataFilter filter = command.filter();
    if (command.action() == Action.REMOVE) {
      return filter == null
          ? decider.remove(id, command.condition()).thenApply(InstanceWrites::removed)
          : decider.removeIf(id, filter).thenApply(InstanceWrites::done);
    }
    DocumentChange change = Objects.requireNonNull(command.change());
    return filter == null
        ? decider.revise(id, command.condition(), change).thenApply(InstanceWrites::revised)
        : decider.reviseIf(id, filter, change).thenApply(InstanceWrites::done);
  }

  private static Executed stored(String collection, WriteResult stored) {
    return stored(collection, stored, null);
  }

  private static Executed decided(String collection, WriteResult stored) {
    return stored(
        collection, stored, Codec.json(collection, stored.duplicates(), stored.removed()));
  }

  private static Executed stored(
      String collection, WriteResult stored, @Nullable DuplicatesJson near) {
    Document document = stored.document();
    Put put =
        document == null
            ? null
            : new Put(collection, document.id(), document.revision(), document.updatedAt());
    return Executed.done(put != null, stored.outcome().name(), put, stored.position(), near);
  }

  private static Executed removed(Optional<Position> position) {
    return Executed.done(position.isPresent(), null, null, position.orElse(null), null);
  }

  private static Executed revised(Optional<Logged<Put>> revised) {
    return Executed.done(
        revised.isPresent(),
        null,
        revised.map(Logged::event).orElse(null),
        revised.map(Logged::position).orElse(null),
        null);
  }

  private static Executed done(boolean done) {
    return Executed.done(done, null, null, null, null);
  }

  private static @Nullable Throwable cause(Throwable failure) {
    return failure instanceof CompletionException ? failure.getCause() : failure;
  }

  private static Executed failed(Throwable failure) {
    Throwable cause = cause(failure);
    if (cause instanceof RequestException refused) {
      return Executed.refused(refused);
    }
    if (cause instanceof StoreException of && of.isOfDeletedCollection()) {
      return Executed.not(Status.DELETED, null);
    }
    if (!(cause instanceof StoreException)) {
      log.error("A write failed", cause);
    }
    return Executed.not(Status.FAILED, cause == null ? "failed" : cause.getMessage());
  }
}
