package io.neardup.store.rocks;

import io.neardup.store.CollectionRecords;
import io.neardup.store.Incarnation;
import io.neardup.store.codec.BinaryReader;
import io.neardup.store.codec.BinaryWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/// The records of collections on disk.
///
/// ```
/// key    number of the collection (4 bytes), kind (1 byte), key in UTF-8
/// value  as given
/// ```
public final class RecordTable implements CollectionRecords {

  private static final int KEY_AT = Integer.BYTES + 1;

  private final Database database;
  private final CollectionCatalog collections;

  /// By [#slot]. Collections that share one seem to have the changes of each other.
  private final AtomicLongArray versions = new AtomicLongArray(1 << 10);

  public RecordTable(Database database, CollectionCatalog collections) {
    this.database = database;
    this.collections = collections;
  }

  @Override
  public void apply(Incarnation collection, List<Change> changes) {
    database.inBatch(batch -> {
      for (Change change : changes) {
        stage(batch, collection, change);
      }
      synchronized (database.committing()) { // not while the collection is being deleted
        collections.require(collection);
        database.write(batch);
      }
    });
    changes.forEach(change -> notice(collection, change));
  }

  /// Adds a change to a batch. Once the batch is written, [#notice] is called.
  void stage(WriteBatch batch, Incarnation collection, Change change) throws RocksDBException {
    byte[] key = key(collection, change.kind(), change.key());
    if (change.value() == null) {
      batch.delete(database.handle(ColumnFamily.RECORDS), key);
    } else {
      batch.put(database.handle(ColumnFamily.RECORDS), key, change.value());
    }
  }

  void notice(Incarnation collection, Change change) {
    versions.incrementAndGet(slot(collection, change.kind()));
  }

  void noticeRemoval(Incarnation collection) {
    for (Kind kind : Kind.values()) {
      versions.incrementAndGet(slot(collection, kind));
    }
  }

  /// Adds the deletion of all records of a collection to a batch.
  static void stageRemoval(WriteBatch batch, Database database, int collection)
      throws RocksDBException {
    batch.deleteRange(
        database.handle(ColumnFamily.RECORDS),
        new BinaryWriter(Integer.BYTES).fixedInt(collection).toBytes(),
        new BinaryWriter(Integer.BYTES).fixedInt(collection + 1).toBytes());
  }

  @Override
  public byte @Nullable [] find(Incarnation collection, Kind kind, String key) {
    collections.require(collection);
    return database.get(ColumnFamily.RECORDS, key(collection, kind, key));
  }

  @Override
  public List<Stored> list(Incarnation collection, Kind kind, String after, int limit) {
    collections.require(collection);
    byte[] last = key(collection, kind, after);
    byte[] from = after.isEmpty() ? last : Arrays.copyOf(last, last.length + 1);
    byte[] to = start(collection, kind.number() + 1);
    List<Stored> page = new ArrayList<>();
    try (RangeScan scan = database.scan(ColumnFamily.RECORDS, from, to)) {
      while (page.size() < limit && scan.next()) {
        String key = new BinaryReader(scan.key(), KEY_AT, scan.keyLength()).rest();
        page.add(new Stored(key, Arrays.copyOf(scan.value(), scan.valueLength())));
      }
    }
    return page;
  }

  @Override
  public long version(Incarnation collection, Kind kind) {
    return versions.get(slot(collection, kind));
  }

  private int slot(Incarnation collection, Kind kind) {
    return Math.floorMod(collection.number() * 31 + kind.number(), versions.length());
  }

  private static byte[] key(Incarnation collection, Kind kind, String key) {
    byte[] utf8 = key.getBytes(StandardCharsets.UTF_8);
    return new BinaryWriter(KEY_AT + utf8.length)
        .raw(start(collection, kind.number()))
        .raw(utf8)
        .toBytes();
  }

  private static byte[] start(Incarnation collection, int kind) {
    return new BinaryWriter(KEY_AT).fixedInt(collection.number()).octet(kind).toBytes();
  }
}
