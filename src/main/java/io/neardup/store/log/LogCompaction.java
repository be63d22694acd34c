package io.neardup.store.log;

import io.neardup.store.codec.BinaryReader;
import io.neardup.store.codec.LogEntry;
import io.neardup.store.codec.LogEntry.Deletion;
import io.neardup.store.codec.LogEntry.Stored;
import io.neardup.store.rocks.Batch;
import io.neardup.store.rocks.ColumnFamily;
import io.neardup.store.rocks.Database;
import io.neardup.store.rocks.DocumentTable;
import io.neardup.store.rocks.RangeScan;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Removes log entries that no client needs any more.
///
/// A client that misses a delete would keep the document forever. Therefore the offset of the last
/// removed delete is stored, and clients that are behind it are refused.
///
/// A pass reads the whole log in steps. After the first pass, the next begins when there may be
/// enough to remove: when the events that changed or deleted documents reach a tenth of the
/// entries, when a collection was deleted, or after an eighth of the retention of deletes. Until
/// then a step reads nothing.
final class LogCompaction {

  private static final byte[] DISCARDED = "forgotten".getBytes(StandardCharsets.UTF_8);

  /// A number of events that always starts a pass.
  private static final long MANY = 1L << 40;

  private final Database database;
  private final DocumentTable documents;
  private final Duration keepDeletes;
  private volatile long discardedTo;
  private final AtomicLong replacing = new AtomicLong(MANY); // events since the last pass began
  private Instant begin = Instant.MIN; // of the last pass
  private boolean underWay; // whether a pass is running
  private long examined; // the log is read up to this offset
  private long kept; // entries kept by the pass

  LogCompaction(Database database, DocumentTable documents, Duration keepDeletes) {
    this.database = database;
    this.documents = documents;
    this.keepDeletes = keepDeletes;
    byte[] stored = database.get(ColumnFamily.META, DISCARDED);
    this.discardedTo = stored == null ? 0 : new BinaryReader(stored).fixed();
  }

  /// The offset of the last removed delete, 0 if there is none.
  long discardedTo() {
    return discardedTo;
  }

  Duration keepDeletes() {
    return keepDeletes;
  }

  /// Makes the next step begin a pass.
  void collectionDropped() {
    replacing.addAndGet(MANY);
  }

  /// Counts events that changed or deleted documents, after they were committed.
  void replaced(long events) {
    replacing.addAndGet(events);
  }

  /// @param end the offset before which chunks are complete
  synchronized int step(Instant now, int maxEntries, long end) {
    if (!underWay
        && replacing.get() <= kept / 10
        && now.isBefore(begin.plus(keepDeletes.dividedBy(8)))) {
      return 0;
    }
    if (!underWay) {
      underWay = true; // continued after a failure
      begin = now;
      examined = 0;
      kept = 0;
      replacing.set(0);
    }
    int seen = 0;
    int removed = 0;
    long reached = examined;
    try (Batch batch = database.batch();
        RangeScan scan =
            database.scan(
                ColumnFamily.LOG, LogChunk.key(examined), LogChunk.key(end), null, true)) {
      Decisions decisions = new Decisions(now);
      boolean there = scan.next();
      while (there && seen < maxEntries) {
        byte[] key = scan.key();
        List<LogEntry> entries = LogChunk.read(key, scan.value());
        List<LogEntry> needed = decisions.keep(entries);
        seen += entries.size();
        removed += entries.size() - needed.size();
        stage(batch, key, entries, needed);
        reached = new BinaryReader(key).fixed() + 1;
        there = scan.next();
      }
      if (decisions.lastDiscarded > discardedTo) {
        batch.put(ColumnFamily.META, DISCARDED, LogChunk.key(decisions.lastDiscarded));
        discardedTo = decisions.lastDiscarded; // before the entries are removed
      }
      if (removed > 0) {
        batch.writeLazily();
      }
      examined = there ? reached : end;
      kept += seen - removed;
      underWay = there;
    }
    return removed;
  }

  private static void stage(Batch batch, byte[] key, List<LogEntry> entries, List<LogEntry> kept) {
    if (kept.isEmpty()) {
      batch.delete(ColumnFamily.LOG, key);
    } else if (kept.size() < entries.size()) {
      LogChunk chunk = new LogChunk(new BinaryReader(key).fixed(), kept.size() * 48);
      kept.forEach(chunk::add);
      batch.put(ColumnFamily.LOG, key, chunk.toBytes());
    }
  }

  private final class Decisions {

    private final Instant now;
    private long lastDiscarded;

    Decisions(Instant now) {
      this.now = now;
    }

    List<LogEntry> keep(List<LogEntry> entries) {
      List<byte[]> keys = new ArrayList<>(entries.size());
      for (LogEntry entry : entries) {
        keys.add(documents.key(entry));
      }
      List<byte @Nullable []> values = database.getAll(ColumnFamily.DOCUMENTS, keys, null);
      List<LogEntry> kept = new ArrayList<>(entries.size());
      for (int i = 0; i < entries.size(); i++) {
        byte[] value = values.get(i);
        if (isNeeded(entries.get(i), value == null ? 0 : new BinaryReader(value).fixed())) {
          kept.add(entries.get(i));
        }
      }
      return kept;
    }

    /// @param current the offset at which the document was stored, 0 if it is not stored
    private boolean isNeeded(LogEntry entry, long current) {
      return switch (entry) {
        case Stored stored -> current == stored.offset();
        case Deletion deletion -> {
          if (current > deletion.offset()) {
            yield false; // stored again: clients receive that change
          }
          boolean old = !deletion.event().time().isAfter(now.minus(keepDeletes));
          if (old) {
            lastDiscarded = Math.max(lastDiscarded, deletion.offset());
          }
          yield !old;
        }
      };
    }
  }
}
