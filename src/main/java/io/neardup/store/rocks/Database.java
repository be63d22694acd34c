package io.neardup.store.rocks;

import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BackupEngine;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Snapshot;
import org.rocksdb.SstFileMetaData;
import org.rocksdb.WALRecoveryMode;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/// RocksDB with the column families of this store. Reports errors as sentences, and prevents use
/// after closing, which would crash the process.
public final class Database implements AutoCloseable {

  static final byte[] FIRST_KEY = {};

  /// Sorts after all keys of any family: UTF-8 and the numbers in keys have no such bytes.
  static final byte[] AFTER_ALL_KEYS = {-1, -1, -1, -1, -1, -1, -1, -1};

  private static final long MB = 1L << 20;

  private final Path directory;
  private final RocksDB rocks;
  private final Map<ColumnFamily, ColumnFamilyHandle> handles;
  private final List<AutoCloseable> options;
  private final WriteOptions synced = new WriteOptions().setSync(true);
  private final WriteOptions lazy = new WriteOptions();
  private final ReadWriteLock use = new ReentrantReadWriteLock();
  private final Object committing = new Object();
  private volatile boolean closed;

  private Database(
      Path directory,
      RocksDB rocks,
      Map<ColumnFamily, ColumnFamilyHandle> handles,
      List<AutoCloseable> options) {
    this.directory = directory;
    this.rocks = rocks;
    this.handles = handles;
    this.options = options;
  }

  public static Database open(Path directory, long cacheBytes) {
    try {
      return openOnce(directory, cacheBytes);
    } catch (RocksDBException e) {
      StoreException failure = failure(directory, "open", e);
      if (failure.kind() != StoreFault.DAMAGED) {
        throw failure;
      }
      return openWithoutTornTail(directory, cacheBytes, failure);
    }
  }

  /// An unreadable part of the log may be a last record that was never acknowledged.
  private static Database openWithoutTornTail(
      Path directory, long cacheBytes, StoreException failure) {
    TornLogTail.Unreadable record = TornLogTail.find(directory).orElseThrow(() -> failure);
    if (!record.torn()) {
      throw new StoreException(
          StoreFault.DAMAGED,
          "The log "
              + record.log()
              + " is damaged at byte "
              + record.at()
              + " and continues after that. Restore the latest backup into an empty directory.",
          failure);
    }
    try {
      TornLogTail.cut(record);
      return openOnce(directory, cacheBytes);
    } catch (RocksDBException e) {
      throw failure(directory, "open", e);
    } catch (IOException e) {
      throw DataDirectory.unusable(directory, e);
    }
  }

  private static Database openOnce(Path directory, long cacheBytes) throws RocksDBException {
    List<AutoCloseable> options = new ArrayList<>();
    Cache cache = new LRUCache(cacheBytes);
    options.add(cache);
    List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
    for (ColumnFamily family : ColumnFamily.values()) {
      ColumnFamilyOptions familyOptions = family.options(cache);
      options.add(familyOptions);
      descriptors.add(new ColumnFamilyDescriptor(family.keyBytes(), familyOptions));
    }
    DBOptions databaseOptions = databaseOptions();
    options.add(databaseOptions);
    List<ColumnFamilyHandle> opened = new ArrayList<>();
    try {
      RocksDB rocks = RocksDB.open(databaseOptions, directory.toString(), descriptors, opened);
      Map<ColumnFamily, ColumnFamilyHandle> handles = new EnumMap<>(ColumnFamily.class);
      Iterator<ColumnFamilyHandle> inTheSameOrder = opened.iterator();
      for (ColumnFamily family : ColumnFamily.values()) {
        handles.put(family, inTheSameOrder.next());
      }
      return new Database(directory, rocks, handles, options);
    } catch (RocksDBException e) {
      closeAll(options);
      throw e;
    }
  }

  private static DBOptions databaseOptions() {
    return new DBOptions()
        .setCreateIfMissing(true)
        .setCreateMissingColumnFamilies(true)
        // An incomplete last record, left by a killed process, is dropped; any other damage is an
        // error.
        .setWalRecoveryMode(WALRecoveryMode.TolerateCorruptedTailRecords)
        .setMaxTotalWalSize(128 * MB) // maximum to replay after a crash, about a second
        .setDbWriteBufferSize(128 * MB) // for all families together
        .setMaxBackgroundJobs(2)
        .setBytesPerSync(MB) // files are synced as they grow, so that the last sync is short
        .setMaxOpenFiles(512)
        .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
        .setKeepLogFileNum(3)
        .setMaxLogFileSize(4 * MB);
  }

  ColumnFamilyHandle handle(ColumnFamily family) {
    return Objects.requireNonNull(handles.get(family));
  }

  /// The lock held during commits of documents.
  public Object committing() {
    return committing;
  }

  public byte @Nullable [] get(ColumnFamily family, byte[] key) {
    return use("read", () -> rocks.get(handle(family), key));
  }

  /// The length of a value, without a copy of it; 0 if it is missing.
  int length(ColumnFamily family, byte[] key) {
    return use(
        "read",
        () -> {
          try (ReadOptions read = new ReadOptions()) { // -1: not found
            return Math.max(0, rocks.get(handle(family), read, key, new byte[0]));
          }
        });
  }

  /// The values of many keys, null for missing ones.
  public List<byte @Nullable []> getAll(
      ColumnFamily family, List<byte[]> keys, @Nullable Snapshot snapshot) {
    if (keys.isEmpty()) {
      return List.of();
    }
    return this.<List<byte @Nullable []>>use(
        "read",
        () -> {
          try (ReadOptions read = new ReadOptions()) {
            if (snapshot != null) {
              read.setSnapshot(snapshot);
            }
            return rocks.multiGetAsList(
                read, Collections.nCopies(keys.size(), handle(family)), keys);
          }
        });
  }

  /// The entries of `[from, to)`, see [RangeScan]. Must be closed by the thread that opened it.
  RangeScan scan(ColumnFamily family, byte[] from, byte[] to) {
    return scan(family, from, to, null, false);
  }

  /// Opens a scan of a range of keys.
  ///
  /// @param whole whether the scan is large and must not evict other blocks from the cache
  public RangeScan scan(
      ColumnFamily family, byte[] from, byte[] to, @Nullable Snapshot snapshot, boolean whole) {
    enter();
    return new RangeScan(this, rocks, handle(family), from, to, snapshot, whole);
  }

  /// The first keys of a family's files, ascending: they divide its keys into ranges of similar
  /// size.
  List<byte[]> bounds(ColumnFamily family) {
    return use(
        "read",
        () ->
            rocks.getLiveFilesMetaData().stream()
                .filter(file -> Arrays.equals(file.columnFamilyName(), family.keyBytes()))
                .map(SstFileMetaData::smallestKey)
                .sorted(Arrays::compareUnsigned)
                .toList());
  }

  /// Passes a snapshot, to read several families at one point in time.
  public <T> T withSnapshot(Function<Snapshot, T> reading) {
    return use(
        "read",
        () -> {
          Snapshot snapshot = rocks.getSnapshot();
          try {
            return reading.apply(snapshot);
          } finally {
            rocks.releaseSnapshot(snapshot);
            snapshot.close();
          }
        });
  }

  public Batch batch() {
    return new Batch(this);
  }

  void write(WriteBatch batch, boolean sync) {
    use(
        "write",
        () -> {
          rocks.write(sync ? synced : lazy, batch);
          return true;
        });
  }

  /// Syncs lazy writes to disk.
  void sync() {
    use(
        "write",
        () -> {
          rocks.syncWal();
          return true;
        });
  }

  /// A RocksDB property of a family, or summed over all families.
  public long property(ColumnFamily family, String name) {
    return use("read", () -> rocks.getLongProperty(handle(family), name));
  }

  public void backUp(BackupEngine engine) throws RocksDBException {
    enter();
    try {
      engine.createNewBackup(rocks);
    } finally {
      leave();
    }
  }

  /// Flushes buffers to files, so that the next start-up has nothing to replay.
  public void flush() {
    use(
        "write",
        () -> {
          try (FlushOptions flush = new FlushOptions()) {
            rocks.flush(flush, List.copyOf(handles.values()));
            return true;
          }
        });
  }

  private interface Use<T extends @Nullable Object> {
    T run() throws RocksDBException;
  }

  private <T extends @Nullable Object> T use(String verb, Use<T> use) {
    enter();
    try {
      return use.run();
    } catch (RocksDBException e) {
      throw failure(directory, verb, e);
    } finally {
      leave();
    }
  }

  void enter() {
    use.readLock().lock();
    if (closed) {
      use.readLock().unlock();
      throw new StoreException(
          StoreFault.CLOSED, "The document store in " + directory + " was closed.");
    }
  }

  void leave() {
    use.readLock().unlock();
  }

  @Override
  public void close() {
    use.writeLock().lock();
    try {
      if (!closed) {
        closed = true;
        handles.values().forEach(ColumnFamilyHandle::close);
        rocks.close();
        synced.close();
        lazy.close();
        closeAll(options);
      }
    } finally {
      use.writeLock().unlock();
    }
  }

  public boolean isClosed() {
    return closed;
  }

  StoreException readFailure(RocksDBException e) {
    return failure(directory, "read", e);
  }

  StoreException writeFailure(RocksDBException e) {
    return failure(directory, "write", e);
  }

  private static void closeAll(List<AutoCloseable> all) {
    for (AutoCloseable one : all.reversed()) {
      try {
        one.close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static StoreException failure(Path directory, String verb, RocksDBException e) {
    return StorageFailures.sentence(directory, verb, e);
  }
}
