package io.neardup.store.log;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.neardup.store.ChangeCursor;
import io.neardup.store.ChangePage;
import io.neardup.store.DocumentEvent;
import io.neardup.store.DocumentEvent.OfDocument;
import io.neardup.store.DocumentLog;
import io.neardup.store.Incarnation;
import io.neardup.store.Position;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import io.neardup.store.StoreOptions;
import io.neardup.store.codec.EncodedEvent;
import io.neardup.store.rocks.Batch;
import io.neardup.store.rocks.CollectionCatalog;
import io.neardup.store.rocks.ColumnFamily;
import io.neardup.store.rocks.Database;
import io.neardup.store.rocks.DocumentTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;

/// The log of a single node. One thread commits: it takes all waiting events, assigns offsets, and
/// writes documents and log in one synced batch, while the next events accumulate.
///
/// This is group commit (DeWitt et al., Implementation Techniques for Main Memory Database Systems,
/// SIGMOD 1984, section 5): all waiting appends share one sync, so that under load the number of
/// syncs does not grow with the number of writes, and a single write waits for no timer. Because
/// one thread commits, the order needs no further agreement. The appending threads have already
/// encoded the events.
public final class RocksLog implements DocumentLog, AutoCloseable {

  /// The number of the log of a single process.
  static final int NUMBER = 0;

  /// Maximum number of waiting bytes; further appends block.
  static final int MAX_WAITING_BYTES = 64 << 20;

  /// Maximum number of bytes in one commit: large enough to amortise the sync, small enough that
  /// the first append does not wait for the last.
  private static final int MAX_COMMIT_BYTES = 4 << 20;

  private static final String OBSOLETE =
      "An earlier write that this one depends on has failed. Nothing of this request was stored;"
          + " send it again.";

  private final Database database;
  private final DocumentTable documents;
  private final CollectionCatalog collections;
  private final ChangeFeed feed;
  private final LogCompaction compaction;
  private final BlockingQueue<Append> queue = new LinkedBlockingQueue<>();
  private final Semaphore room = new Semaphore(MAX_WAITING_BYTES, true);
  private final Object entrance = new Object();
  private final Object committed = new Object(); // notified of commits
  private final MeterRegistry registry;
  private final Timer syncs;
  private final Counter syncFailures;
  private final Counter events;
  private final Thread committer;
  private volatile long nextOffset;
  private volatile boolean failing; // whether the last commit failed
  private boolean closed; // guarded by entrance

  public RocksLog(
      Database database,
      DocumentTable documents,
      CollectionCatalog collections,
      int history,
      StoreOptions options) {
    this.database = database;
    this.documents = documents;
    this.collections = collections;
    this.nextOffset = documents.lastApplied() + 1;
    this.compaction = new LogCompaction(database, documents, options.keepDeletes());
    this.registry = options.registry();
    this.feed = new ChangeFeed(database, documents, compaction, history, registry);
    this.syncs =
        Timer.builder("neardup.store.syncs")
            .description("Commits of the log, each with one sync")
            .register(registry);
    this.syncFailures =
        Counter.builder("neardup.store.sync.failures")
            .description("Commits of the log that failed")
            .register(registry);
    this.events =
        Counter.builder("neardup.store.events")
            .description("Events that were committed")
            .register(registry);
    Gauge.builder("neardup.store.waiting", queue, BlockingQueue::size)
        .description("Appends that wait for a commit")
        .register(registry);
    Gauge.builder("neardup.store.waiting.size", room, RocksLog::waitingBytes)
        .description("Bytes of waiting and running commits")
        .baseUnit(BaseUnits.BYTES)
        .register(registry);
    this.committer = Thread.ofPlatform().name("document-log").daemon().start(this::commitAll);
  }

  @Override
  public CompletableFuture<List<Position>> appendLater(
      Incarnation collection, List<? extends OfDocument> events, BooleanSupplier holds) {
    List<EncodedEvent> prepared = new ArrayList<>(events.size());
    for (OfDocument event : events) {
      prepared.add(documents.prepare(collection, event));
    }
    return enqueue(new Append(Set.of(collection), prepared, holds));
  }

  @Override
  public List<Position> append(List<? extends DocumentEvent> events) {
    Set<Incarnation> present = new HashSet<>();
    List<EncodedEvent> prepared = new ArrayList<>(events.size());
    for (DocumentEvent event : events) {
      Incarnation collection = collections.incarnation(event.collection());
      present.add(collection);
      prepared.add(documents.prepare(collection, event));
    }
    return await(enqueue(new Append(present, prepared)));
  }

  @Override
  public boolean drop(Incarnation collection, Instant time, boolean ifEmpty) {
    EncodedEvent clear =
        documents.prepare(collection, new DocumentEvent.Clear(collection.collection(), time));
    return !await(enqueue(new Append(List.of(clear), new Append.Drop(collection, ifEmpty))))
        .isEmpty();
  }

  private static List<Position> await(CompletableFuture<List<Position>> appended) {
    try {
      return appended.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof StoreException cause) {
        throw cause;
      }
      throw e;
    }
  }

  private CompletableFuture<List<Position>> enqueue(Append append) {
    if (append.events.isEmpty()) {
      return CompletableFuture.completedFuture(List.of());
    }
    room.acquireUninterruptibly(append.size);
    synchronized (entrance) {
      if (closed || !append.holds.getAsBoolean()) {
        room.release(append.size);
        throw closed
            ? new StoreException(StoreFault.CLOSED, "The document log was closed.")
            : obsolete(append);
      }
      queue.add(append);
    }
    return append.done;
  }

  /// The refusal of an append whose decision relied on a write that has failed since, for example
  /// because its collection was deleted.
  private StoreException obsolete(Append append) {
    try {
      append.collections.forEach(collections::require);
      return new StoreException(StoreFault.IO, OBSOLETE);
    } catch (StoreException deleted) {
      return deleted;
    }
  }

  private void commitAll() {
    for (Append first = take(); first != Append.END; first = take()) {
      List<Append> together = new ArrayList<>(List.of(first));
      int bytes = first.size;
      Append next = queue.peek();
      while (next != null && next.joins(together.getLast()) && bytes < MAX_COMMIT_BYTES) {
        together.add(queue.remove());
        bytes += next.size;
        next = queue.peek();
      }
      commit(together);
      room.release(together.stream().mapToInt(append -> append.size).sum());
    }
  }

  private Append take() {
    while (true) {
      try {
        return queue.take();
      } catch (InterruptedException e) {
        // Unreachable in regular operation: the thread ends when the log is closed.
      }
    }
  }

  private void commit(List<Append> waiting) {
    List<Append> appends = waiting.stream().filter(this::isPossible).toList();
    if (appends.isEmpty()) {
      return;
    }
    long first = Math.max(nextOffset, documents.lastApplied() + 1);
    Timer.Sample duration;
    try {
      duration = Timer.start(registry);
      long next;
      synchronized (database.committing()) {
        next = write(appends, first);
      }
      nextOffset = next;
    } catch (RuntimeException | Error e) {
      // Unacknowledged events may yet be on disk, so their offsets are never assigned again.
      nextOffset = first + appends.stream().mapToInt(append -> append.events.size()).sum();
      StoreException why =
          e instanceof StoreException known
              ? known
              : new StoreException(StoreFault.IO, "The log cannot be written: " + e, e);
      failing = true;
      syncFailures.increment();
      fail(appends, why);
      return;
    }
    synchronized (committed) {
      committed.notifyAll();
    }
    failing = false;
    duration.stop(syncs);
    events.increment((double) (nextOffset - first));
    compaction.replaced(appends.stream().mapToInt(append -> append.replaced).sum());
    long offset = first;
    for (Append append : appends) {
      append.complete(offset);
      offset += append.events.size();
    }
  }

  /// Fails appends, and the waiting appends whose decision assumed that these are stored. None
  /// enters meanwhile, so that later appends are decided with the failures known, or refused.
  private void fail(List<Append> appends, StoreException why) {
    synchronized (entrance) {
      appends.forEach(append -> append.done.completeExceptionally(why));
      for (Append append : List.copyOf(queue)) { // in their order: one failure leads to the next
        if (!append.holds.getAsBoolean()) {
          queue.remove(append);
          append.done.completeExceptionally(why);
          room.release(append.size);
        }
      }
    }
  }

  private long write(List<Append> appends, long first) {
    int capacity = appends.stream().mapToInt(append -> append.events.size()).sum() * 48;
    LogChunk chunk = new LogChunk(first, capacity);
    long offset = first;
    try (Batch batch = database.batch()) {
      for (Append append : appends) {
        for (EncodedEvent event : append.events) {
          documents.stage(batch, event, offset);
          chunk.add(event, offset);
          offset++;
        }
      }
      batch.put(ColumnFamily.LOG, LogChunk.key(first), chunk.toBytes());
      documents.stageApplied(batch, NUMBER, offset - 1);
      Append.Drop drop = appends.getFirst().drops; // committed alone
      if (drop == null) {
        batch.write();
      } else {
        collections.remove(drop.collection(), batch);
        compaction.collectionDropped();
      }
    }
    documents.setApplied(NUMBER, offset - 1);
    return offset;
  }

  /// Whether the collections still exist; they may have been deleted since the events were encoded.
  /// Completes the append if not, and also if it is to delete a collection only if empty, and that
  /// has documents.
  private boolean isPossible(Append append) {
    try {
      append.collections.forEach(collections::require);
      Append.Drop drop = append.drops;
      if (drop == null || !drop.ifEmpty() || documents.isEmpty(drop.collection())) {
        return true;
      }
      append.done.complete(List.of());
    } catch (StoreException e) {
      append.done.completeExceptionally(e);
    }
    return false;
  }

  @Override
  public ChangeCursor start() {
    return feed.cursor(0, nextOffset - 1);
  }

  @Override
  public ChangeCursor end() {
    return feed.cursor(nextOffset - 1, nextOffset - 1);
  }

  @Override
  public ChangePage read(ChangeCursor cursor, int max, boolean withTexts) {
    return feed.read(cursor, max, withTexts, nextOffset - 1);
  }

  @Override
  public void await(ChangeCursor cursor, long millis) throws InterruptedException {
    long end = System.nanoTime() + millis * 1_000_000;
    synchronized (committed) {
      long left = millis;
      while (nextOffset <= cursor.after() + 1 && left > 0) {
        committed.wait(left);
        left = (end - System.nanoTime()) / 1_000_000;
      }
    }
  }

  @Override
  public int compact(Instant now, int maxEntries) {
    return compaction.step(now, maxEntries, nextOffset);
  }

  public boolean isFailing() {
    return failing;
  }

  private static long waitingBytes(Semaphore room) {
    return (long) MAX_WAITING_BYTES - room.availablePermits();
  }

  /// Commits the waiting events, then accepts no more.
  @Override
  public void close() {
    synchronized (entrance) {
      if (!closed) {
        closed = true;
        queue.add(Append.END);
      }
    }
    try {
      committer.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
