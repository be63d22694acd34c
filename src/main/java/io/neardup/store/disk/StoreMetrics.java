package io.neardup.store.disk;

import io.neardup.store.CommitCounts;
import io.neardup.store.log.RocksLog;
import io.neardup.store.rocks.ColumnFamily;
import io.neardup.store.rocks.Database;

/// Metrics of the store, read at each call. Metrics of the database fail with a
/// [io.neardup.store.StoreException] once the store is closed.
public final class StoreMetrics {

  private final Database database;
  private final RocksLog log;

  StoreMetrics(Database database, RocksLog log) {
    this.database = database;
    this.log = log;
  }

  /// The approximate size of the documents on disk, in bytes. The latest writes may not be
  /// included.
  public long fileBytes() {
    long bytes = 0;
    for (ColumnFamily family : ColumnFamily.values()) {
      bytes += database.property(family, "rocksdb.live-sst-files-size");
      bytes += database.property(family, "rocksdb.live-blob-file-size");
    }
    return bytes;
  }

  /// Bytes of memory for writes that are not in files yet; they are in the write-ahead log.
  public long bufferBytes() {
    return ofAll("rocksdb.cur-size-all-mem-tables");
  }

  /// Bytes of memory for cached blocks of files.
  public long cacheBytes() {
    return database.property(ColumnFamily.DOCUMENTS, "rocksdb.block-cache-usage");
  }

  /// Approximate bytes of files that wait for compaction. If this grows without limit, the disk is
  /// too slow for the rate of writes.
  public long backlogBytes() {
    return ofAll("rocksdb.estimate-pending-compaction-bytes");
  }

  /// The number of failed background writes of files.
  public long backgroundErrors() {
    return database.property(ColumnFamily.DOCUMENTS, "rocksdb.background-errors");
  }

  /// Whether writes are accepted: the last commit succeeded, and the database has not stopped
  /// writes to let compaction catch up.
  public boolean takesWrites() {
    return !log.counts().failing()
        && database.property(ColumnFamily.DOCUMENTS, "rocksdb.is-write-stopped") == 0;
  }

  /// Counts of commits.
  public CommitCounts commits() {
    return log.counts();
  }

  /// The number of documents left out of the feed of changes, as they could not be read.
  public long unreadable() {
    return log.unreadable();
  }

  /// The number of appends that wait for a commit.
  public int waiting() {
    return log.waiting();
  }

  /// The number of bytes that wait for a commit or are being committed.
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
