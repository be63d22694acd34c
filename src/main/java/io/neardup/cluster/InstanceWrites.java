package io.neardup.cluster;

import io.neardup.cluster.catalog.Catalog;
import io.neardup.cluster.ownership.HostedPartitions;
import io.neardup.cluster.ownership.PartitionOwner;
import io.neardup.cluster.wire.Command;
import io.neardup.cluster.wire.Command.Decide;
import io.neardup.cluster.wire.Command.OfDocument;
import io.neardup.cluster.wire.Command.Remove;
import io.neardup.cluster.wire.Command.Revise;
import io.neardup.cluster.wire.Command.Store;
import io.neardup.cluster.wire.Result;
import io.neardup.cluster.wire.Result.Changed;
import io.neardup.cluster.wire.Result.Decided;
import io.neardup.cluster.wire.Result.Deleted;
import io.neardup.cluster.wire.Result.NotOwner;
import io.neardup.cluster.wire.Result.Refused;
import io.neardup.cluster.wire.Result.Removed;
import io.neardup.cluster.wire.Result.Revised;
import io.neardup.cluster.wire.Result.Stored;
import io.neardup.cluster.wire.Result.Unknown;
import io.neardup.index.StopSignal;
import io.neardup.service.Awaited;
import io.neardup.service.RequestException;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.write.DuplicateArbiter;
import io.neardup.service.write.IncomingDocument;
import io.neardup.service.write.WriteDecider;
import io.neardup.store.Partitions;
import io.neardup.store.StoreException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Executes the writes that this process owns or decides on.
final class InstanceWrites {

  private static final Logger log = LoggerFactory.getLogger(InstanceWrites.class);

  private final HostedPartitions hosted;
  private final Catalog catalog;
  private final ArbiterTerms terms;
  private final Partitions partitions;

  /// The last decision of each collection, by name, that is not made yet.
  private final Map<String, CompletableFuture<?>> deciding = new ConcurrentHashMap<>();

  InstanceWrites(
      HostedPartitions hosted, Catalog catalog, ArbiterTerms terms, Partitions partitions) {
    this.hosted = hosted;
    this.catalog = catalog;
    this.terms = terms;
    this.partitions = partitions;
  }

  /// Executes a write. Decisions on a collection are made in the order of the calls, which do not
  /// wait for them.
  ///
  /// @return never fails
  CompletableFuture<Result> execute(Command command) {
    try {
      return switch (command) {
        case Decide decide -> decide(decide);
        case OfDocument write -> write(write).exceptionally(InstanceWrites::failed);
      };
    } catch (RuntimeException e) {
      return CompletableFuture.completedFuture(failed(e));
    }
  }

  /// Decides on a thread of its own, as the search for near-duplicates waits for other instances,
  /// and in the order of the calls.
  private CompletableFuture<Result> decide(Decide command) {
    CompletableFuture<Result> result = new CompletableFuture<>();
    CompletableFuture<?> decision = new CompletableFuture<>();
    String collection = command.collection().name();
    CompletableFuture<?> last = deciding.put(collection, decision);
    CompletableFuture<?> previous = last == null ? CompletableFuture.completedFuture(null) : last;
    Thread.ofVirtual()
        .name("cluster-decide")
        .start(() -> {
          try {
            var _ =
                decide(command, previous)
                    .whenComplete((done, failure) ->
                        result.complete(failure == null ? done : failed(failure)));
          } catch (RuntimeException | Error e) {
            result.complete(failed(e));
          } finally {
            previous.join();
            deciding.remove(collection, decision);
            decision.complete(null);
          }
        });
    return result;
  }

  private CompletableFuture<Result> decide(Decide command, CompletableFuture<?> previous) {
    DocumentCollection collection = collection(command);
    if (collection == null) {
      return CompletableFuture.completedFuture(new Deleted());
    }
    DuplicateArbiter arbiter = terms.find(collection, (ClusterDocuments) collection.everywhere());
    if (arbiter == null) {
      return CompletableFuture.completedFuture(new NotOwner());
    }
    return arbiter
        .store(command.document().incoming(collection.profile()), previous)
        .<Result>thenApply(Decided::of)
        .whenComplete((done, failure) -> {
          if (failure != null && !(Awaited.cause(failure) instanceof RequestException)) {
            terms.renew(collection);
          }
        });
  }

  private @Nullable DocumentCollection collection(Command command) {
    return catalog.find(command.collection().name(), command.collection().number());
  }

  private CompletableFuture<Result> write(OfDocument command) {
    DocumentCollection collection = collection(command);
    if (collection == null) {
      return CompletableFuture.completedFuture(new Deleted());
    }
    PartitionOwner owner = hosted.ownerOf(partitions.of(command.id()));
    if (owner == null || !owner.accepts()) {
      return CompletableFuture.completedFuture(new NotOwner());
    }
    WriteDecider decider = owner.writes(collection);
    return owner.onBehalfOf(
        command.term(),
        () ->
            switch (command) {
              case Store store -> {
                IncomingDocument incoming = store.document().incoming(collection.profile());
                yield decider
                    .store(decider.prepare(incoming, StopSignal.NEVER))
                    .thenApply(Stored::of);
              }
              case Remove remove ->
                  remove.filter() == null
                      ? decider
                          .remove(remove.id(), remove.condition())
                          .thenApply(position -> new Removed(position.orElse(null)))
                      : decider.removeIf(remove.id(), remove.filter()).thenApply(Changed::new);
              case Revise revise ->
                  revise.filter() == null
                      ? decider
                          .revise(revise.id(), revise.condition(), revise.change())
                          .thenApply(document -> new Revised(document.orElse(null)))
                      : decider
                          .reviseIf(revise.id(), revise.filter(), revise.change())
                          .thenApply(Changed::new);
            });
  }

  private static Result failed(Throwable failure) {
    Throwable cause = Awaited.cause(failure);
    if (cause instanceof RequestException refused) {
      return Refused.of(refused);
    }
    if (cause instanceof StoreException of && of.isOfDeletedCollection()) {
      return new Deleted();
    }
    if (!(cause instanceof StoreException)) {
      log.error("A write failed", cause);
    }
    return new Unknown(String.valueOf(cause.getMessage()));
  }
}
