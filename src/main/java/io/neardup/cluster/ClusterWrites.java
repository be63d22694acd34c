package io.neardup.cluster;

import io.neardup.cluster.InstanceWrite.Action;
import io.neardup.cluster.InstanceWrite.Command;
import io.neardup.cluster.InstanceWrite.DuplicatesJson;
import io.neardup.cluster.InstanceWrite.Executed;
import io.neardup.cluster.kafka.ClusterLog;
import io.neardup.cluster.kafka.PartitionOwner;
import io.neardup.cluster.kafka.PartitionOwner.Decider;
import io.neardup.index.StopSignal;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.lookup.LookupResult;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.lookup.NearbyDocuments;
import io.neardup.service.write.DocumentChange;
import io.neardup.service.write.DocumentWrites;
import io.neardup.service.write.DuplicateDecision;
import io.neardup.service.write.IncomingDocument;
import io.neardup.service.write.OnDuplicate;
import io.neardup.service.write.Precondition;
import io.neardup.service.write.PreparedDocument;
import io.neardup.service.write.WriteResult;
import io.neardup.service.write.WriteResult.Outcome;
import io.neardup.store.CollectionSettings;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.EventLog.Answer;
import io.neardup.store.Logged;
import io.neardup.store.Partitions;
import io.neardup.store.Position;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import io.neardup.store.codec.EventCodec;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Writes to a collection, each passed to the owner of the partition of its document, or to the
/// decider of the collection.
final class ClusterWrites implements DocumentWrites {

  private static final Executor LATER = task -> Thread.ofVirtual().start(task);

  private final Supplier<@Nullable DocumentCollection> present;
  private final ClusterDocuments documents;
  private final WriteRouter router;
  private final ClusterLog log;
  private final Partitions partitions;
  private final @Nullable Decider decider;
  private final AtomicInteger underWay = new AtomicInteger();
  private volatile CollectionSettings settings; // as they were when it was last present

  /// The last document of each id that is being stored.
  private final Map<String, CompletableFuture<?>> storing = new ConcurrentHashMap<>();

  /// @param settings of the collection
  /// @param present the collection of its name, null if there is none
  /// @param decider on whose behalf documents are written, null for clients
  ClusterWrites(
      CollectionSettings settings,
      Supplier<@Nullable DocumentCollection> present,
      ClusterDocuments documents,
      WriteRouter router,
      ClusterLog log,
      Partitions partitions,
      @Nullable Decider decider) {
    this.settings = settings;
    this.present = present;
    this.documents = documents;
    this.router = router;
    this.log = log;
    this.partitions = partitions;
    this.decider = decider;
  }

  /// Writes on behalf of a decider.
  ClusterWrites orderedBy(Decider other) {
    return new ClusterWrites(settings, present, documents, router, log, partitions, other);
  }

  @Override
  public PreparedDocument prepare(IncomingDocument incoming, StopSignal stop) {
    return new PreparedDocument(incoming);
  }

  @Override
  public CompletableFuture<WriteResult> store(
      PreparedDocument prepared, @Nullable Function<WriteResult, Answer> answer) {
    if (answer != null) {
      throw new RequestException(
          Fault.UNSUPPORTED,
          "Idempotency-Key",
          "is not available in a cluster: store under an id of your own, with If-None-Match: *, and"
              + " repeat the request as often as needed");
    }
    IncomingDocument incoming = prepared.incoming();
    if (incoming.onDuplicate() != OnDuplicate.ADD && incoming.made().isMatchable()) {
      return inOrder(incoming.id(), () -> decided(incoming));
    }
    IncomingDocument unconditional = incoming.unconditional();
    CompletableFuture<NearbyDocuments> near =
        incoming.isLookedUp()
            ? documents.nearLater(incoming.made(), incoming.near())
            : CompletableFuture.completedFuture(incoming.unsearched(documents));
    // The lookup comes first: it must not depend on what is stored meanwhile.
    return inOrder(
        incoming.id(),
        () ->
            near.thenCompose(found ->
                write(partitions.of(incoming.id()), command(Action.STORE, unconditional))
                    .thenApply(result -> added(incoming, result, found))));
  }

  /// Stores documents of one id in the order of the calls, as the lines of a stream are.
  private CompletableFuture<WriteResult> inOrder(
      String id, Supplier<CompletableFuture<WriteResult>> write) {
    CompletableFuture<WriteResult> done = new CompletableFuture<>();
    CompletableFuture<?> previous = storing.put(id, done);
    CompletableFuture<Boolean> ended =
        previous == null
            ? CompletableFuture.completedFuture(true)
            : previous.handleAsync((result, failure) -> true, LATER);
    var _ =
        ended
            .thenCompose(any -> write.get())
            .whenComplete((result, failure) -> {
              storing.remove(id, done);
              if (failure == null) {
                done.complete(result);
              } else {
                done.completeExceptionally(failure);
              }
            });
    return done;
  }

  private static WriteResult added(
      IncomingDocument incoming, Executed result, NearbyDocuments found) {
    Document document = Objects.requireNonNull(document(result));
    DuplicateDecision decision =
        DuplicateDecision.of(found, incoming, document.revision().verdict());
    return written(incoming, result, document, decision.duplicates(), List.of());
  }

  private CompletableFuture<WriteResult> decided(IncomingDocument incoming) {
    return write(partitions.of(settings.name()), command(Action.DECIDE, incoming))
        .thenApply(result -> {
          DuplicatesJson near = Objects.requireNonNull(result.near());
          LookupResult duplicates = Codec.duplicates(near, incoming);
          return written(incoming, result, document(result), duplicates, near.removed());
        });
  }

  private static WriteResult written(
      IncomingDocument incoming,
      Executed result,
      @Nullable Document document,
      LookupResult duplicates,
      List<String> removed) {
    return new WriteResult(
        incoming.id(),
        Outcome.valueOf(Objects.requireNonNull(result.outcome())),
        document,
        duplicates,
        removed,
        result.position() == null ? null : Position.parse(result.position()),
        null);
  }

  private static @Nullable Document document(Executed result) {
    return result.event() == null
        ? null
        : Document.of((Put) EventCodec.decode(result.event()))
            .at(result.position() == null ? null : Position.parse(result.position()));
  }

  private Command command(Action action, IncomingDocument incoming) {
    return command(action, incoming, null, incoming.condition(), null, null);
  }

  private Command command(
      Action action,
      @Nullable IncomingDocument incoming,
      @Nullable String id,
      Precondition condition,
      @Nullable MetadataFilter filter,
      @Nullable DocumentChange change) {
    DocumentCollection now = present.get();
    if (now != null && now.settings().creation() == settings.creation()) {
      settings = now.settings();
    }
    return new Command(
        action,
        settings.name(),
        settings.creation(),
        incoming == null ? null : Codec.json(settings.name(), incoming),
        id,
        condition,
        filter,
        change,
        decider == null ? null : decider.number(),
        decider == null ? 0 : decider.epoch());
  }

  private CompletableFuture<Executed> write(int partition, Command command) {
    underWay.incrementAndGet();
    CompletableFuture<Executed> sent = router.send(partition, command);
    CompletableFuture<Executed> result =
        decider != null // who decides again
            ? sent
            : sent.exceptionallyComposeAsync(failure -> again(partition, command, failure), LATER);
    var _ = result.whenComplete((done, failure) -> underWay.decrementAndGet());
    return result;
  }

  /// Writes to the present collection what had no effect, as the former one was deleted.
  private CompletableFuture<Executed> again(int partition, Command command, Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (!(cause instanceof StoreException of && of.isOfDeletedCollection())) {
      return CompletableFuture.failedFuture(failure);
    }
    log.catchUp();
    DocumentCollection now = present.get();
    if (now == null) {
      return CompletableFuture.failedFuture(of);
    }
    // The document was prepared with them.
    if (!now.settings().hasSameRules(settings)) {
      return CompletableFuture.failedFuture(
          new StoreException(
              StoreFault.SUPERSEDED,
              "The collection '"
                  + settings.name()
                  + "' was deleted and created again with other settings. Send the request again"
                  + " for the present one."));
    }
    return router.send(partition, command.to(now.settings().creation()));
  }

  @Override
  public CompletableFuture<Optional<Position>> remove(String id, Precondition condition) {
    return write(partitions.of(id), command(Action.REMOVE, null, id, condition, null, null))
        .thenApply(result -> Optional.ofNullable(result.position()).map(Position::parse));
  }

  @Override
  public CompletableFuture<Boolean> removeIf(String id, MetadataFilter filter) {
    return write(
            partitions.of(id), command(Action.REMOVE, null, id, Precondition.NONE, filter, null))
        .thenApply(Executed::done);
  }

  /// Owners remove the expired documents of their partitions; other instances do nothing.
  @Override
  public CompletableFuture<Boolean> expire(String id, Instant expiresAt) {
    PartitionOwner owner = log.ownerOf(partitions.of(id));
    DocumentCollection now = present.get();
    return owner == null
            || !owner.accepts()
            || now == null
            || now.settings().creation() != settings.creation()
        ? CompletableFuture.completedFuture(false)
        : owner.decider(now).expire(id, expiresAt).exceptionally(failure -> false);
  }

  @Override
  public CompletableFuture<Optional<Logged<Put>>> revise(
      String id, Precondition condition, DocumentChange change) {
    return write(partitions.of(id), command(Action.REVISE, null, id, condition, null, change))
        .thenApply(result ->
            result.event() == null
                ? Optional.empty()
                : Optional.of(
                    new Logged<>(
                        Position.parse(Objects.requireNonNull(result.position())),
                        (Put) EventCodec.decode(result.event()))));
  }

  @Override
  public CompletableFuture<Boolean> reviseIf(
      String id, MetadataFilter filter, DocumentChange change) {
    return write(
            partitions.of(id), command(Action.REVISE, null, id, Precondition.NONE, filter, change))
        .thenApply(Executed::done);
  }

  @Override
  public int underWay() {
    return underWay.get();
  }
}
