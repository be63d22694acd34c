package io.neardup.store.rocks;

import io.neardup.store.Incarnation;
import io.neardup.store.codec.BinaryWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/// Rows of collections among the metadata of the data directory, so that earlier versions can open
/// it. They are deleted with their collection.
///
/// Keys are a prefix, the number of the collection (4 bytes), and the key of the row.
final class CollectionRows {

  private final Database database;
  private final CollectionCatalog collections;
  private final byte[] prefix;

  CollectionRows(Database database, CollectionCatalog collections, String prefix) {
    this.database = database;
    this.collections = collections;
    this.prefix = bytes(prefix);
  }

  /// A row.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Row(byte[] key, byte[] value) {}

  /// Stores rows, all of them at once.
  void put(Incarnation collection, List<Row> rows) {
    change(
        collection,
        (batch, number) -> {
          for (Row row : rows) {
            batch.put(database.handle(ColumnFamily.META), key(number, row.key), row.value);
          }
        });
  }

  /// The value of a row, null if there is none.
  byte @Nullable [] find(Incarnation collection, byte[] key) {
    return database.get(ColumnFamily.META, key(number(collection), key));
  }

  /// Passes the next rows in the order of their keys.
  ///
  /// @param after the key of a row, null for the first ones
  /// @param rows receives keys and values
  void forEach(
      Incarnation collection, byte @Nullable [] after, int limit, BiConsumer<byte[], byte[]> rows) {
    int number = number(collection);
    byte[] from = after == null ? start(prefix, number) : next(key(number, after));
    int keyStart = prefix.length + Integer.BYTES;
    try (RangeScan scan = database.scan(ColumnFamily.META, from, start(prefix, number + 1))) {
      for (int count = 0; count < limit && scan.next(); count++) {
        rows.accept(
            Arrays.copyOfRange(scan.key(), keyStart, scan.keyLength()),
            Arrays.copyOf(scan.value(), scan.valueLength()));
      }
    }
  }

  /// Deletes a row.
  ///
  /// @return whether there was one
  boolean remove(Incarnation collection, byte[] key) {
    boolean[] found = new boolean[1];
    change(
        collection,
        (batch, number) -> {
          byte[] whole = key(number, key);
          found[0] = database.get(ColumnFamily.META, whole) != null;
          batch.delete(database.handle(ColumnFamily.META), whole);
        });
    return found[0];
  }

  /// Deletes all rows of a collection.
  void clear(Incarnation collection) {
    change(collection, (batch, number) -> stageRemoval(batch, database, prefix, number));
  }

  /// Adds the deletion of all rows of a collection to a batch.
  static void stageRemoval(WriteBatch batch, Database database, String prefix, int collection)
      throws RocksDBException {
    stageRemoval(batch, database, bytes(prefix), collection);
  }

  private static void stageRemoval(
      WriteBatch batch, Database database, byte[] prefix, int collection) throws RocksDBException {
    batch.deleteRange(
        database.handle(ColumnFamily.META),
        start(prefix, collection),
        start(prefix, collection + 1));
  }

  @FunctionalInterface
  private interface Change {
    void stage(WriteBatch batch, int number) throws RocksDBException;
  }

  /// Not while a collection is being deleted, so that none of its rows stay.
  private void change(Incarnation collection, Change change) {
    try (WriteBatch batch = new WriteBatch()) {
      synchronized (database.committing()) {
        change.stage(batch, number(collection));
        database.write(batch);
      }
    } catch (RocksDBException e) {
      throw database.writeFailure(e);
    }
  }

  private int number(Incarnation collection) {
    collections.require(collection);
    return collection.number();
  }

  private byte[] key(int number, byte[] key) {
    return new BinaryWriter(prefix.length + Integer.BYTES + key.length)
        .raw(prefix)
        .fixedInt(number)
        .raw(key)
        .toBytes();
  }

  /// The first key that rows of a collection can have.
  private static byte[] start(byte[] prefix, int number) {
    return new BinaryWriter(prefix.length + Integer.BYTES).raw(prefix).fixedInt(number).toBytes();
  }

  /// The key that follows directly.
  private static byte[] next(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }

  private static byte[] bytes(String prefix) {
    return prefix.getBytes(StandardCharsets.UTF_8);
  }
}
