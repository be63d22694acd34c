package io.neardup.store;

import io.neardup.store.log.RocksLog;
import io.neardup.store.rocks.ColumnFamily;
import io.neardup.store.rocks.Database;

/// How the store is, asked at each call. What the database is asked for fails with a
/// [StoreException] once the store is closed.
public final class StoreMetrics {

  private final Database database;
  private final RocksLog log;

  StoreMetrics(Database database, RocksLog log) {
    this.database = database;
    this.log = log;
  }

  /// About how many bytes the documents take on disk. What was written last may not be counted yet.
  public long fileBytes() {
    long bytes = 0;
    for (ColumnFamily family : ColumnFamily.values()) {
      bytes += database.property(family, "rocksdb.live-sst-files-size");
      bytes += database.property(family, "rocksdb.live-blob-file-size");
    }
    return bytes;
  }

  /// Bytes of memory that hold what is not in files yet; it is in the write-ahead log.
  public long bufferBytes() {
    return ofAll("rocksdb.cur-size-all-mem-tables");
  }

  /// Bytes of memory that hold blocks of files.
  public long cacheBytes() {
    return database.property(ColumnFamily.DOCUMENTS, "rocksdb.block-cache-usage");
  }

  /// About how many bytes of files wait to be merged. If that grows without end, the disk is too
  /// slow for what is written.
  public long backlogBytes() {
    return ofAll("rocksdb.estimate-pending-compaction-bytes");
  }

  /// How many times writing files has failed in the background.
  public long backgroundErrors() {
    return database.property(ColumnFamily.DOCUMENTS, "rocksdb.background-errors");
  }

  /// Whether writes are taken: the last commit succeeded, and the database has not stopped writes
  /// until the disk has caught up.
  public boolean takesWrites() {
    return !log.counts().failing()
        && database.property(ColumnFamily.DOCUMENTS, "rocksdb.is-write-stopped") == 0;
  }

  /// What was committed.
  public CommitCounts commits() {
    return log.counts();
  }

  /// How many appends wait to be committed.
  public int waiting() {
    return log.waiting();
  }

  /// How many bytes wait to be committed or are being committed.
  public long waitingBytes() {
    return log.waitingBytes();
  }

  private long ofAll(String property) {
    long sum = 0;
    for (ColumnFamily family : ColumnFamily.values()) {
      sum += database.property(family, property);
    }
    return sum;
  }
}
