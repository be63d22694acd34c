package io.neardup.store.disk;

import io.neardup.store.CollectionRecords;
import io.neardup.store.DocumentLog;
import io.neardup.store.PartitionStore;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import io.neardup.store.StoreOptions;
import io.neardup.store.StoredCollections;
import io.neardup.store.log.RocksLog;
import io.neardup.store.rocks.CollectionCatalog;
import io.neardup.store.rocks.ColumnFamily;
import io.neardup.store.rocks.DataDirectory;
import io.neardup.store.rocks.Database;
import io.neardup.store.rocks.DocumentTable;
import io.neardup.store.rocks.FormatFile;
import io.neardup.store.rocks.NativeLibrary;
import io.neardup.store.rocks.RecordTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.rocksdb.BackupEngine;
import org.rocksdb.RocksDBException;

/// The durable store of documents: an open data directory.
public final class DocumentStore implements AutoCloseable {

  private final DataDirectory directory;
  private final Database database;
  private final CollectionCatalog collections;
  private final RecordTable records;
  private final DocumentTable documents;
  private final RocksLog log;

  private DocumentStore(
      DataDirectory directory, FormatFile format, Database database, StoreOptions options) {
    this.directory = directory;
    this.database = database;
    this.collections = new CollectionCatalog(database);
    this.records = new RecordTable(database, collections);
    this.documents = new DocumentTable(database, collections, records);
    this.log = new RocksLog(database, documents, collections, format.history(), options);
    new StoreGauges(this, database, options.registry()).register();
  }

  /// Opens a data directory, or creates one. Takes about a second after a crash; the caller reads
  /// the documents, see [PartitionStore#forEach].
  ///
  /// @throws StoreException if it cannot be opened; all resources are then closed
  public static DocumentStore open(Path path, StoreOptions options) {
    DataDirectory directory = DataDirectory.lock(path);
    try {
      NativeLibrary.load(directory.path());
      FormatFile known = directory.format();
      requireWhole(directory, known != null);
      FormatFile format = known == null ? FormatFile.fresh() : known;
      return open(directory, format, known == null, options);
    } catch (RuntimeException | Error e) {
      directory.close();
      throw e;
    }
  }

  private static DocumentStore open(
      DataDirectory directory, FormatFile format, boolean fresh, StoreOptions options) {
    Database database = Database.open(directory.rocksdb(), options.cacheBytes());
    try {
      if (fresh) {
        if (database.get(ColumnFamily.META, CollectionCatalog.NEXT_NUMBER) != null) {
          throw new StoreException(
              StoreFault.DAMAGED,
              directory.path().resolve("FORMAT")
                  + " is missing, but there are documents. Put it back"
                  + " from a copy, or restore the latest backup into an empty directory.");
        }
        format.write(directory.path());
      }
      return new DocumentStore(directory, format, database, options);
    } catch (RuntimeException | Error e) {
      database.close();
      throw e;
    }
  }

  private static void requireWhole(DataDirectory directory, boolean hasFormat) {
    Path rocksdb = directory.rocksdb();
    if (hasFormat && !Files.exists(rocksdb.resolve("CURRENT"))) {
      throw new StoreException(
          StoreFault.DAMAGED,
          rocksdb.resolve("CURRENT")
              + " is missing, though "
              + directory.path()
              + " is a data directory of neardup. Restore the latest backup into an empty"
              + " directory.");
    }
    try {
      DataDirectory.create(rocksdb);
    } catch (IOException e) {
      throw DataDirectory.unusable(directory.path(), e);
    }
  }

  /// Opens and reads a restored directory.
  ///
  /// @return the collections that cannot be read completely, and why
  static Map<String, StoreException> verify(DataDirectory directory) {
    StoreOptions options = StoreOptions.DEFAULTS;
    Database database = Database.open(directory.rocksdb(), options.cacheBytes());
    try {
      CollectionCatalog collections = new CollectionCatalog(database);
      Map<String, StoreException> damages = new ConcurrentSkipListMap<>();
      RecordTable records = new RecordTable(database, collections);
      new DocumentTable(database, collections, records)
          .forEach(
              Runtime.getRuntime().availableProcessors(),
              () -> row -> {},
              damages::putIfAbsent,
              (done, estimated) -> {});
      return damages;
    } finally {
      database.close();
    }
  }

  public Path path() {
    return directory.path();
  }

  /// The log that all document changes go through.
  public DocumentLog log() {
    return log;
  }

  public PartitionStore documents() {
    return documents;
  }

  public StoredCollections collections() {
    return collections;
  }

  public CollectionRecords records() {
    return records;
  }

  /// Whether writes are accepted: the last commit succeeded, and the database has not stopped
  /// writes to let compaction catch up.
  ///
  /// @throws StoreException if the store is closed
  public boolean acceptsWrites() {
    return !log.isFailing()
        && database.property(ColumnFamily.DOCUMENTS, "rocksdb.is-write-stopped") == 0;
  }

  void backUp(BackupEngine engine) throws RocksDBException {
    database.backUp(engine);
  }

  /// Commits waiting events and closes the directory. Later calls fail with a [StoreException].
  @Override
  public synchronized void close() {
    if (database.isClosed()) {
      return;
    }
    log.close();
    try {
      database.flush();
    } catch (StoreException e) {
      // Acknowledged writes are in the write-ahead log; the next start replays them.
    } finally {
      database.close();
      directory.close();
    }
  }
}
