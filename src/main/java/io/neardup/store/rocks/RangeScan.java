package io.neardup.store.rocks;

import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;

/// A scan of a key range, in order. Not thread-safe; the database stays open until the scan is
/// closed.
public final class RangeScan implements AutoCloseable {

  private static final int READ_AHEAD = 2 << 20;

  private final Database database;
  private final byte[] from;
  private final Slice upperBound;
  private final ReadOptions options;
  private final RocksIterator iterator;
  private boolean started;

  RangeScan(
      Database database,
      RocksDB rocks,
      ColumnFamilyHandle family,
      byte[] from,
      byte[] to,
      @Nullable Snapshot snapshot,
      boolean whole) {
    this.database = database;
    this.from = from;
    this.upperBound = new Slice(to);
    this.options = new ReadOptions().setIterateUpperBound(upperBound);
    if (snapshot != null) {
      options.setSnapshot(snapshot);
    }
    if (whole) {
      options.setFillCache(false).setReadaheadSize(READ_AHEAD);
    }
    this.iterator = rocks.newIterator(family, options);
  }

  /// Moves to the first or the next entry, and returns whether one exists.
  public boolean next() {
    if (started) {
      iterator.next();
    } else {
      iterator.seek(from);
      started = true;
    }
    return settle();
  }

  /// Moves to the last entry that is not after `last`, and returns whether one exists.
  public boolean seekBack(byte[] last) {
    started = true;
    iterator.seekForPrev(last);
    return settle();
  }

  /// Moves to the first entry, and returns whether one exists.
  public boolean restart() {
    started = false;
    return next();
  }

  private boolean settle() {
    if (iterator.isValid()) {
      return true;
    }
    try {
      iterator.status();
    } catch (RocksDBException e) {
      throw database.readFailure(e);
    }
    return false;
  }

  public byte[] key() {
    return iterator.key();
  }

  public byte[] value() {
    return iterator.value();
  }

  @Override
  public void close() {
    iterator.close();
    options.close();
    upperBound.close();
    database.leave();
  }
}
