package io.neardup.store.rocks;

import io.neardup.simhash.Fingerprint;
import io.neardup.store.Incarnation;
import io.neardup.store.Judgement;
import io.neardup.store.Judgements;
import io.neardup.store.codec.BinaryReader;
import io.neardup.store.codec.BinaryWriter;
import io.neardup.store.codec.RevisionCodec;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/// The judgements of pairs of documents, by collection, and by the two ids.
///
/// They are among the metadata of the data directory, so that earlier versions can open it.
///
/// ```
/// key    "judgement:", number of the collection (4 bytes), id a, 0x00, id b
/// value  version 1 or 2, 1 if duplicate, distance (varint), weight (8 bytes), time in ms (8 bytes);
///        version 2 in addition: bits (varint), fingerprints of the judged texts of a and b
/// ```
public final class JudgementTable implements Judgements {

  private static final byte[] PREFIX = "judgement:".getBytes(StandardCharsets.UTF_8);
  private static final int NUMBER_END = PREFIX.length + Integer.BYTES;
  private static final int VERSION = 2;

  /// The version of judgements without fingerprints.
  private static final int WITHOUT_FINGERPRINTS = 1;

  private final Database database;
  private final CollectionCatalog collections;

  public JudgementTable(Database database, CollectionCatalog collections) {
    this.database = database;
    this.collections = collections;
  }

  @Override
  public void put(Incarnation collection, List<Judgement> judgements) {
    change(
        collection,
        (batch, number) -> {
          for (Judgement judgement : judgements) {
            batch.put(
                database.handle(ColumnFamily.META),
                key(number, judgement.a(), judgement.b()),
                value(judgement));
          }
        });
  }

  @Override
  public @Nullable Judgement find(Incarnation collection, String a, String b) {
    byte[] value = database.get(ColumnFamily.META, key(number(collection), a, b));
    return value == null ? null : judgement(a, b, new BinaryReader(value));
  }

  @Override
  public List<Judgement> list(Incarnation collection, @Nullable Judgement after, int limit) {
    int number = number(collection);
    byte[] from = after == null ? start(number) : next(key(number, after.a(), after.b()));
    List<Judgement> page = new ArrayList<>();
    try (RangeScan scan = database.scan(ColumnFamily.META, from, start(number + 1))) {
      while (page.size() < limit && scan.next()) {
        page.add(judgement(scan));
      }
    }
    return page;
  }

  @Override
  public boolean remove(Incarnation collection, String a, String b) {
    boolean[] found = new boolean[1];
    change(
        collection,
        (batch, number) -> {
          byte[] key = key(number, a, b);
          found[0] = database.get(ColumnFamily.META, key) != null;
          batch.delete(database.handle(ColumnFamily.META), key);
        });
    return found[0];
  }

  @Override
  public void clear(Incarnation collection) {
    change(collection, (batch, number) -> stageRemoval(batch, database, number));
  }

  /// Adds the deletion of all judgements of a collection to a batch.
  static void stageRemoval(WriteBatch batch, Database database, int collection)
      throws RocksDBException {
    batch.deleteRange(database.handle(ColumnFamily.META), start(collection), start(collection + 1));
  }

  @FunctionalInterface
  private interface Change {
    void stage(WriteBatch batch, int number) throws RocksDBException;
  }

  /// Not while a collection is being deleted, so that none of its judgements stay.
  private void change(Incarnation collection, Change change) {
    database.inBatch(batch -> {
      synchronized (database.committing()) {
        change.stage(batch, number(collection));
        database.write(batch);
      }
    });
  }

  private int number(Incarnation collection) {
    collections.require(collection);
    return collection.number();
  }

  private static byte[] value(Judgement judgement) {
    Fingerprint a = judgement.judgedA();
    Fingerprint b = judgement.judgedB();
    BinaryWriter out =
        new BinaryWriter(96)
            .octet(a == null || b == null ? WITHOUT_FINGERPRINTS : VERSION)
            .octet(judgement.duplicate() ? 1 : 0)
            .varint(judgement.distance())
            .fixed(Double.doubleToLongBits(judgement.weight()))
            .fixed(judgement.judgedAt().toEpochMilli());
    if (a != null && b != null) {
      out.varint(a.bits());
      RevisionCodec.write(out, a);
      RevisionCodec.write(out, b);
    }
    return out.toBytes();
  }

  private static Judgement judgement(RangeScan scan) {
    int separator = NUMBER_END;
    while (separator < scan.keyLength() && scan.key()[separator] != 0) {
      separator++;
    }
    if (separator == scan.keyLength()) {
      throw BinaryReader.damaged("a judgement has one id");
    }
    String a = utf8(scan.key(), NUMBER_END, separator);
    String b = utf8(scan.key(), separator + 1, scan.keyLength());
    return judgement(a, b, new BinaryReader(scan.value(), 0, scan.valueLength()));
  }

  private static Judgement judgement(String a, String b, BinaryReader in) {
    int version = in.octet();
    RevisionCodec.requireSchema(version, VERSION);
    boolean duplicate = in.octet() == 1;
    int distance = in.varint(Integer.MAX_VALUE);
    double weight = Double.longBitsToDouble(in.fixed());
    Instant judgedAt = Instant.ofEpochMilli(in.fixed());
    if (version == WITHOUT_FINGERPRINTS) {
      return new Judgement(a, b, duplicate, distance, weight, judgedAt);
    }
    int bits = in.varint(Fingerprint.MAX_BITS);
    Fingerprint judgedA = RevisionCodec.readFingerprint(in, bits);
    Fingerprint judgedB = RevisionCodec.readFingerprint(in, bits);
    return new Judgement(a, b, duplicate, distance, weight, judgedAt, judgedA, judgedB);
  }

  private static String utf8(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  /// The first key that judgements of a collection can have.
  private static byte[] start(int number) {
    return new BinaryWriter(NUMBER_END).raw(PREFIX).fixedInt(number).toBytes();
  }

  private static byte[] key(int number, String a, String b) {
    return new BinaryWriter(NUMBER_END + a.length() + b.length() + 1)
        .raw(PREFIX)
        .fixedInt(number)
        .raw(a.getBytes(StandardCharsets.UTF_8))
        .octet(0) // ids have no control characters
        .raw(b.getBytes(StandardCharsets.UTF_8))
        .toBytes();
  }

  /// The key that follows directly.
  private static byte[] next(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }
}
