package io.neardup.store.log;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.neardup.store.ChangeCursor;
import io.neardup.store.ChangePage;
import io.neardup.store.ChangePage.Unreadable;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent;
import io.neardup.store.Logged;
import io.neardup.store.Position;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import io.neardup.store.codec.LogEntry;
import io.neardup.store.codec.LogEntry.Deletion;
import io.neardup.store.codec.LogEntry.Stored;
import io.neardup.store.rocks.ColumnFamily;
import io.neardup.store.rocks.Database;
import io.neardup.store.rocks.DocumentTable;
import io.neardup.store.rocks.RangeScan;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.rocksdb.Snapshot;

/// Reads pages of changes. The log has the order of changes, the document tables have the current
/// documents.
final class ChangeFeed {

  /// Documents read in one batch: each may have 64 K characters of metadata.
  private static final int READ_TOGETHER = 16;

  private final Database database;
  private final DocumentTable documents;
  private final LogCompaction compaction;
  private final int history;
  private final Counter unreadable;

  ChangeFeed(
      Database database,
      DocumentTable documents,
      LogCompaction compaction,
      int history,
      MeterRegistry registry) {
    this.database = database;
    this.documents = documents;
    this.compaction = compaction;
    this.history = history;
    this.unreadable =
        Counter.builder("neardup.changes.unreadable")
            .description("Documents left out of changes because they cannot be read")
            .register(registry);
  }

  ChangeCursor cursor(long after, long floor) {
    return new ChangeCursor(history, after, floor);
  }

  /// @param last the offset of the last event
  ChangePage read(ChangeCursor cursor, int max, boolean withTexts, long last) {
    if (cursor.history() != history || cursor.after() > last || cursor.floor() > last) {
      throw new StoreException(
          StoreFault.OTHER_HISTORY,
          "The cursor "
              + cursor
              + " belongs to another data directory, or to this one before a backup was restored."
              + " Delete what was copied and start without a cursor.");
    }
    ChangePage page =
        database.withSnapshot(now -> {
          List<LogEntry> entries = entries(cursor.after(), max, now);
          int together = withTexts ? 1 : READ_TOGETHER; // a text may have millions
          List<Unreadable> damages = new ArrayList<>();
          List<Logged<DocumentEvent>> changes = new ArrayList<>();
          long chars = 0;
          int read = 0;
          while (read < entries.size() && chars < ChangePage.MAX_CHARS) {
            int end = Math.min(entries.size(), read + together);
            List<Logged<DocumentEvent>> some =
                changes(entries.subList(read, end), withTexts, now, damages::add);
            changes.addAll(some);
            chars += some.stream().mapToLong(change -> ChangePage.chars(change.event())).sum();
            read = end;
          }
          long reached = read == 0 ? last : entries.get(read - 1).offset();
          long after = Math.max(reached, cursor.after());
          return new ChangePage(
              changes, cursor(after, cursor.floor()), after < last, List.copyOf(damages));
        });
    unreadable.increment(page.unreadable().size());
    // Checked last, to notice compaction while the page was read.
    if (compaction.discardedTo() > Math.max(cursor.after(), cursor.floor())) {
      throw new StoreException(
          StoreFault.TOO_FAR_BEHIND,
          "Deletes after the cursor "
              + cursor
              + " are no longer in the log, which keeps them for "
              + compaction.keepDeletes().toHours()
              + " hours. Delete what was copied and start without a cursor.");
    }
    return page;
  }

  private List<LogEntry> entries(long after, int max, Snapshot now) {
    List<LogEntry> entries = new ArrayList<>();
    try (RangeScan scan =
        database.scan(ColumnFamily.LOG, new byte[0], LogChunk.key(Long.MAX_VALUE), now, false)) {
      // The previous chunk may extend beyond `after`.
      boolean there = scan.seekBack(LogChunk.key(after + 1)) || scan.restart();
      while (there && entries.size() < max) {
        for (LogEntry entry : LogChunk.read(scan.key(), scan.value())) {
          if (entry.offset() > after && entries.size() < max) {
            entries.add(entry);
          }
        }
        there = scan.next();
      }
    }
    return entries;
  }

  private List<Logged<DocumentEvent>> changes(
      List<LogEntry> entries, boolean withTexts, Snapshot now, Consumer<Unreadable> damages) {
    List<byte[]> keys = new ArrayList<>();
    for (LogEntry entry : entries) {
      if (entry instanceof Stored stored) {
        keys.add(documents.key(stored));
      }
    }
    Iterator<Optional<Document>> found =
        documents.reads().readable(keys, now, withTexts, damages).iterator();
    List<Logged<DocumentEvent>> changes = new ArrayList<>();
    for (LogEntry entry : entries) {
      switch (entry) {
        case Stored stored -> {
          Document document = found.next().orElse(null);
          String collection = documents.collection(stored);
          if (document != null && collection != null && document.offset() == stored.offset()) {
            changes.add(
                new Logged<>(
                    new Position(RocksLog.NUMBER, stored.offset()), document.put(collection)));
          }
        }
        case Deletion deletion -> {
          if (!documents.isOfDeleted(deletion)) {
            changes.add(
                new Logged<>(new Position(RocksLog.NUMBER, deletion.offset()), deletion.event()));
          }
        }
      }
    }
    return changes;
  }
}
