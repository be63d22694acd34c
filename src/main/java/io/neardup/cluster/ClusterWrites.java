package io.neardup.cluster;

import io.neardup.cluster.catalog.CatalogWriter;
import io.neardup.cluster.ownership.HostedPartitions;
import io.neardup.cluster.ownership.PartitionOwner;
import io.neardup.cluster.wire.Command;
import io.neardup.cluster.wire.Command.Decide;
import io.neardup.cluster.wire.Command.OfDocument;
import io.neardup.cluster.wire.Command.Remove;
import io.neardup.cluster.wire.Command.Revise;
import io.neardup.cluster.wire.Command.Store;
import io.neardup.cluster.wire.CreatedCollection;
import io.neardup.cluster.wire.Draft;
import io.neardup.cluster.wire.Result;
import io.neardup.cluster.wire.Result.Changed;
import io.neardup.cluster.wire.Result.Decided;
import io.neardup.cluster.wire.Result.Removed;
import io.neardup.cluster.wire.Result.Revised;
import io.neardup.cluster.wire.Result.Stored;
import io.neardup.cluster.wire.Term;
import io.neardup.index.StopSignal;
import io.neardup.service.Awaited;
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
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Logged;
import io.neardup.store.Partitions;
import io.neardup.store.Position;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Writes to a collection, each passed to the owner of the partition of its document, or to the
/// arbiter of the collection.
final class ClusterWrites implements DocumentWrites {

  private static final Executor LATER = task -> Thread.ofVirtual().start(task);

  /// Maximum of writes whose outcome is not known yet. Further ones wait here, not at other
  /// instances, where their time would run out.
  private static final int MAX_IN_FLIGHT = 1_024;

  /// Maximum of those that are decided on by near-duplicates, one after the other.
  static final int MAX_DECIDED = 256;

  private final Supplier<@Nullable DocumentCollection> present;
  private final ClusterDocuments documents;
  private final WriteRouter router;
  private final HostedPartitions hosted;
  private final CatalogWriter catalog;
  private final Partitions partitions;
  private final @Nullable Term term;
  private final Semaphore room = new Semaphore(MAX_IN_FLIGHT);
  private final Semaphore decisions = new Semaphore(MAX_DECIDED);
  private volatile CollectionSettings settings; // as they were when it was last present

  /// The last document of each id that is being stored.
  private final Map<String, CompletableFuture<?>> storing = new ConcurrentHashMap<>();

  /// @param settings of the collection
  /// @param present the collection of its name, null if there is none
  /// @param term in which documents are decided on, null for clients
  ClusterWrites(
      CollectionSettings settings,
      Supplier<@Nullable DocumentCollection> present,
      ClusterDocuments documents,
      WriteRouter router,
      HostedPartitions hosted,
      CatalogWriter catalog,
      Partitions partitions,
      @Nullable Term term) {
    this.settings = settings;
    this.present = present;
    this.documents = documents;
    this.router = router;
    this.hosted = hosted;
    this.catalog = catalog;
    this.partitions = partitions;
    this.term = term;
  }

  /// Writes of what is decided on in a term.
  ClusterWrites in(Term other) {
    return new ClusterWrites(
        settings, present, documents, router, hosted, catalog, partitions, other);
  }

  @Override
  public PreparedDocument prepare(IncomingDocument incoming, StopSignal stop) {
    return new PreparedDocument(incoming);
  }

  @Override
  public CompletableFuture<WriteResult> store(PreparedDocument prepared) {
    IncomingDocument incoming = prepared.incoming();
    return incoming.onDuplicate() != OnDuplicate.ADD && incoming.made().isMatchable()
        ? within(decisions, () -> inOrder(incoming.id(), () -> decided(incoming)))
        : within(room, () -> stored(incoming));
  }

  /// Begins a write, once there is room for it.
  private static <T> CompletableFuture<T> within(
      Semaphore room, Supplier<CompletableFuture<T>> write) {
    room.acquireUninterruptibly();
    CompletableFuture<T> done;
    try {
      done = write.get();
    } catch (RuntimeException | Error e) {
      room.release();
      throw e;
    }
    return done.whenComplete((result, failure) -> room.release());
  }

  private CompletableFuture<WriteResult> stored(IncomingDocument incoming) {
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
                write(new Store(collection(), Draft.of(unconditional), term))
                    .thenApply(result -> added(incoming, (Stored) result, found))));
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
      IncomingDocument incoming, Stored stored, NearbyDocuments found) {
    DuplicateDecision decision = DuplicateDecision.of(found, incoming, stored.verdict());
    return written(incoming, stored, decision.duplicates(), List.of());
  }

  private CompletableFuture<WriteResult> decided(IncomingDocument incoming) {
    return write(partitions.of(settings.name()), new Decide(collection(), Draft.of(incoming)))
        .thenApply(Decided.class::cast)
        .thenApply(decided ->
            written(incoming, decided.stored(), decided.duplicates(incoming), decided.removed()));
  }

  private static WriteResult written(
      IncomingDocument incoming,
      @Nullable Stored stored,
      LookupResult duplicates,
      List<String> removed) {
    return new WriteResult(
        incoming.id(),
        stored == null ? Outcome.SKIPPED : stored.outcome(),
        stored == null ? null : stored.document(incoming),
        duplicates,
        removed,
        stored == null ? null : stored.position(),
        null);
  }

  /// The collection as it is at present, or as it was when it was last present.
  private CreatedCollection collection() {
    DocumentCollection now = present.get();
    if (now != null && now.settings().creation() == settings.creation()) {
      settings = now.settings();
    }
    return CreatedCollection.of(settings);
  }

  private CompletableFuture<Result> write(OfDocument command) {
    return write(partitions.of(command.id()), command);
  }

  private CompletableFuture<Result> write(int partition, Command command) {
    CompletableFuture<Result> sent = router.send(partition, command);
    return term != null // who decides again
        ? sent
        : sent.exceptionallyComposeAsync(failure -> again(partition, command, failure), LATER);
  }

  /// Writes to the present collection what had no effect, as the former one was deleted.
  private CompletableFuture<Result> again(int partition, Command command, Throwable failure) {
    Throwable cause = Awaited.cause(failure);
    if (!(cause instanceof StoreException of && of.isOfDeletedCollection())) {
      return CompletableFuture.failedFuture(failure);
    }
    catalog.catchUp();
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
    return router.send(partition, command.to(CreatedCollection.of(now.settings())));
  }

  @Override
  public CompletableFuture<Optional<Position>> remove(String id, Precondition condition) {
    return within(room, () -> write(new Remove(collection(), id, condition, null, term)))
        .thenApply(result -> Optional.ofNullable(((Removed) result).position()));
  }

  @Override
  public CompletableFuture<Boolean> removeIf(String id, MetadataFilter filter) {
    return within(room, () -> write(new Remove(collection(), id, Precondition.NONE, filter, term)))
        .thenApply(result -> ((Changed) result).done());
  }

  /// Owners remove the expired documents of their partitions; other instances do nothing.
  @Override
  public CompletableFuture<Boolean> expire(String id, Instant expiresAt) {
    PartitionOwner owner = hosted.ownerOf(partitions.of(id));
    DocumentCollection now = present.get();
    return owner == null
            || !owner.accepts()
            || now == null
            || now.settings().creation() != settings.creation()
        ? CompletableFuture.completedFuture(false)
        : owner.writes(now).expire(id, expiresAt).exceptionally(failure -> false);
  }

  @Override
  public CompletableFuture<Optional<Logged<Put>>> revise(
      String id, Precondition condition, DocumentChange change) {
    return within(room, () -> write(new Revise(collection(), id, condition, null, change, term)))
        .thenApply(result -> Optional.ofNullable(((Revised) result).document()));
  }

  @Override
  public CompletableFuture<Boolean> reviseIf(
      String id, MetadataFilter filter, DocumentChange change) {
    return within(
            room,
            () -> write(new Revise(collection(), id, Precondition.NONE, filter, change, term)))
        .thenApply(result -> ((Changed) result).done());
  }

  @Override
  public int underWay() {
    return MAX_IN_FLIGHT - room.availablePermits() + MAX_DECIDED - decisions.availablePermits();
  }
}
