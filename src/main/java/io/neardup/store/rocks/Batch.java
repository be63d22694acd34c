package io.neardup.store.rocks;

import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/// Changes that are written together: all of them or none. Must be closed.
public final class Batch implements AutoCloseable {

  private final Database database;
  private final WriteBatch changes = new WriteBatch();

  Batch(Database database) {
    this.database = database;
  }

  public void put(ColumnFamily family, byte[] key, byte[] value) {
    add(() -> changes.put(database.handle(family), key, value));
  }

  public void delete(ColumnFamily family, byte[] key) {
    add(() -> changes.delete(database.handle(family), key));
  }

  /// Deletes the entries of `[from, to)`.
  void deleteRange(ColumnFamily family, byte[] from, byte[] to) {
    add(() -> changes.deleteRange(database.handle(family), from, to));
  }

  private interface Change {
    void make() throws RocksDBException;
  }

  private void add(Change change) {
    try {
      change.make();
    } catch (RocksDBException e) {
      throw database.writeFailure(e);
    }
  }

  /// Writes the changes, which are on disk when the method returns.
  public void write() {
    database.write(changes, true);
  }

  /// Writes the changes, which are on disk with the next synced write or later.
  public void writeLazily() {
    database.write(changes, false);
  }

  @Override
  public void close() {
    changes.close();
  }
}
