package io.neardup.store.rocks;

import io.neardup.store.CollectionRecords;
import io.neardup.store.Incarnation;
import io.neardup.store.codec.BinaryWriter;
import io.neardup.store.codec.DocumentKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

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

  /// By [#slot]. Collections that share a slot see each other's changes.
  private final AtomicLongArray versions = new AtomicLongArray(1 << 10);

  public RecordTable(Database database, CollectionCatalog collections) {
    this.database = database;
    this.collections = collections;
  }

  @Override
  public void apply(Incarnation collection, List<Change> changes) {
    try (Batch batch = database.batch()) {
      for (Change change : changes) {
        stage(batch, collection, change);
      }
      synchronized (database.committing()) { // not while the collection is being deleted
        collections.require(collection);
        batch.write();
      }
    }
    changes.forEach(change -> notice(collection, change));
  }

  /// Adds a change to a batch. Once the batch is written, [#notice] is called.
  void stage(Batch batch, Incarnation collection, Change change) {
    byte[] key = key(collection, change.kind(), change.key());
    if (change.value() == null) {
      batch.delete(ColumnFamily.RECORDS, key);
    } else {
      batch.put(ColumnFamily.RECORDS, key, change.value());
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
  static void stageRemoval(Batch batch, int collection) {
    batch.deleteRange(
        ColumnFamily.RECORDS, DocumentKey.first(collection), DocumentKey.first(collection + 1));
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
        byte[] key = scan.key();
        String name = new String(key, KEY_AT, key.length - KEY_AT, StandardCharsets.UTF_8);
        page.add(new Stored(name, scan.value()));
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
