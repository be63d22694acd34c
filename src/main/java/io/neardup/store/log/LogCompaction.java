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

/// Removes entries from the log that no client needs any more.
///
/// A client that has not seen a delete before it is removed would keep the document forever.
/// Therefore the offset of the last removed delete is stored, and clients before it are refused.
///
/// A pass reads the whole log, in steps. After the first one, a pass begins when there may be
/// enough to remove: when as many events as a tenth of the entries have changed or deleted
/// documents, when a collection was deleted, and, for less, after an eighth of the time for which
/// deletes are kept. Otherwise a step reads nothing, so that a service that is not written to, or
/// only stores new documents, does not compact.
final class LogCompaction {

  private static final byte[] DISCARDED = "forgotten".getBytes(StandardCharsets.UTF_8);

  private final Database database;
  private final DocumentTable documents;
  private final Duration keepDeletes;
  private volatile long discardedTo;
  private volatile boolean collectionDropped = true; // as far as is known at the start
  private final AtomicLong replacing = new AtomicLong(); // events since the last pass began
  private @Nullable Pass pass; // under way
  private Completed last = new Completed(Instant.MIN, 0, Instant.MAX);

  /// The last complete pass.
  ///
  /// @param oldest time of the oldest delete that was kept
  private record Completed(Instant begin, long kept, Instant oldest) {}

  LogCompaction(Database database, DocumentTable documents, Duration keepDeletes) {
    this.database = database;
    this.documents = documents;
    this.keepDeletes = keepDeletes;
    byte[] stored = database.get(ColumnFamily.META, DISCARDED);
    this.discardedTo = stored == null ? 0 : new BinaryReader(stored).fixed();
  }

  /// The offset of the last delete that was removed, 0 if there was none.
  long discardedTo() {
    return discardedTo;
  }

  Duration keepDeletes() {
    return keepDeletes;
  }

  /// Begins a pass at the next step.
  void collectionDropped() {
    collectionDropped = true;
  }

  /// Counts events that changed or deleted documents, after they were committed.
  void replaced(long events) {
    replacing.addAndGet(events);
  }

  /// @param end the offset before which chunks are complete
  synchronized int step(Instant now, int maxEntries, long end) {
    if (pass == null && !isDue(now)) {
      return 0;
    }
    Pass current = pass == null ? new Pass(now) : pass;
    pass = current; // continued after a failure
    int removed = step(current, now, maxEntries, end);
    if (current.examined == end) {
      last = new Completed(current.begin, current.kept, current.oldest);
      pass = null;
    }
    return removed;
  }

  private boolean isDue(Instant now) {
    long removable = replacing.get();
    boolean isSome = removable > 0 || isOld(last.oldest, now);
    return collectionDropped
        || removable > last.kept / 10
        || isSome && !now.isBefore(last.begin.plus(keepDeletes.dividedBy(8)));
  }

  private boolean isOld(Instant deleted, Instant now) {
    return !deleted.isAfter(now.minus(keepDeletes));
  }

  private int step(Pass pass, Instant now, int maxEntries, long end) {
    int seen = 0;
    int removed = 0;
    long examined = pass.examined;
    try (Batch batch = database.batch();
        RangeScan scan =
            database.scan(
                ColumnFamily.LOG, LogChunk.key(examined), LogChunk.key(end), null, true)) {
      Decisions decisions = new Decisions(now);
      boolean there = scan.next();
      while (there && seen < maxEntries) {
        byte[] key = scan.key();
        List<LogEntry> entries = LogChunk.read(key, scan.value());
        List<LogEntry> kept = decisions.keep(entries);
        seen += entries.size();
        removed += entries.size() - kept.size();
        stage(batch, key, entries, kept);
        examined = new BinaryReader(key).fixed() + 1;
        there = scan.next();
      }
      if (decisions.lastDiscarded > discardedTo) {
        batch.put(ColumnFamily.META, DISCARDED, LogChunk.key(decisions.lastDiscarded));
        discardedTo = decisions.lastDiscarded; // before the entries are removed
      }
      if (removed > 0) {
        batch.writeLazily();
      }
      pass.stepped(there ? examined : end, seen - removed, decisions.oldest);
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

  private final class Pass {

    private final Instant begin;
    private long examined; // offset before which the log was read
    private long kept;
    private Instant oldest = Instant.MAX;

    Pass(Instant begin) {
      this.begin = begin;
      collectionDropped = false;
      replacing.set(0);
    }

    void stepped(long examined, int kept, Instant oldest) {
      this.examined = examined;
      this.kept += kept;
      this.oldest = oldest.isBefore(this.oldest) ? oldest : this.oldest;
    }
  }

  private final class Decisions {

    private final Instant now;
    private long lastDiscarded;
    private Instant oldest = Instant.MAX; // of the deletes that are kept

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
          Instant time = deletion.event().time();
          boolean old = isOld(time, now);
          if (old) {
            lastDiscarded = Math.max(lastDiscarded, deletion.offset());
          } else if (time.isBefore(oldest)) {
            oldest = time;
          }
          yield !old;
        }
      };
    }
  }
}
