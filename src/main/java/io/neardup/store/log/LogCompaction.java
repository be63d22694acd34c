package io.neardup.store.log;

import io.neardup.store.codec.BinaryReader;
import io.neardup.store.codec.LogEntry;
import io.neardup.store.codec.LogEntry.Deletion;
import io.neardup.store.codec.LogEntry.Stored;
import io.neardup.store.rocks.ColumnFamily;
import io.neardup.store.rocks.Database;
import io.neardup.store.rocks.DocumentTable;
import io.neardup.store.rocks.RangeScan;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/// Removes entries from the log that no client needs any more.
///
/// A client that has not seen a delete before it is removed would keep the document forever.
/// Therefore the offset of the last removed delete is stored, and clients before it are refused.
final class LogCompaction {

  private static final byte[] DISCARDED = "forgotten".getBytes(StandardCharsets.UTF_8);

  private final Database database;
  private final DocumentTable documents;
  private final Duration keepDeletes;
  private volatile long discardedTo;
  private long looked;

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

  /// @param end the offset before which chunks are complete
  synchronized int step(Instant now, int maxEntries, long end) {
    int seen = 0;
    int removed = 0;
    try (WriteBatch batch = new WriteBatch();
        RangeScan scan =
            database.scan(ColumnFamily.LOG, LogChunk.key(looked), LogChunk.key(end), null, true)) {
      Pass pass = new Pass(now);
      boolean there = scan.next();
      while (there && seen < maxEntries) {
        byte[] key = scan.copyOfKey();
        List<LogEntry> entries = LogChunk.read(key, scan.value(), scan.valueLength());
        List<LogEntry> kept = pass.keep(entries);
        seen += entries.size();
        removed += entries.size() - kept.size();
        stage(batch, key, entries, kept);
        looked = new BinaryReader(key).fixed() + 1;
        there = scan.next();
      }
      looked = there ? looked : 0;
      write(batch, pass.lastDiscarded);
    } catch (RocksDBException e) {
      throw database.readFailure(e);
    }
    return removed;
  }

  private void write(WriteBatch batch, long lastDiscarded) throws RocksDBException {
    if (lastDiscarded > discardedTo) {
      batch.put(database.handle(ColumnFamily.META), DISCARDED, LogChunk.key(lastDiscarded));
      discardedTo = lastDiscarded; // before the entries are removed
    }
    if (batch.count() > 0) {
      database.writeLazily(batch);
    }
  }

  private void stage(WriteBatch batch, byte[] key, List<LogEntry> entries, List<LogEntry> kept)
      throws RocksDBException {
    if (kept.isEmpty()) {
      batch.delete(database.handle(ColumnFamily.LOG), key);
    } else if (kept.size() < entries.size()) {
      LogChunk chunk = new LogChunk(new BinaryReader(key).fixed(), kept.size() * 48);
      kept.forEach(chunk::add);
      batch.put(database.handle(ColumnFamily.LOG), key, chunk.toBytes());
    }
  }

  /// The decisions of one step.
  private final class Pass {

    private final Instant now;
    private long lastDiscarded;

    Pass(Instant now) {
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
          boolean young = deletion.event().time().plus(keepDeletes).isAfter(now);
          if (!young) {
            lastDiscarded = Math.max(lastDiscarded, deletion.offset());
          }
          yield young;
        }
      };
    }
  }
}
