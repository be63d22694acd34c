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
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The judgements of pairs of documents, by collection, and by the two ids.
///
/// ```
/// key    "judgement:", number of the collection (4 bytes), id a, 0x00, id b
/// value  version 1 or 2, 1 if duplicate, distance (varint), weight (8 bytes), time in ms (8 bytes);
///        version 2 in addition: bits (varint), fingerprints of the judged texts of a and b
/// ```
public final class JudgementTable implements Judgements {

  static final String PREFIX = "judgement:";

  private static final int VERSION = 2;

  /// The version of judgements without fingerprints.
  private static final int WITHOUT_FINGERPRINTS = 1;

  private final CollectionRows rows;

  public JudgementTable(Database database, CollectionCatalog collections) {
    this.rows = new CollectionRows(database, collections, PREFIX);
  }

  @Override
  public void put(Incarnation collection, List<Judgement> judgements) {
    rows.put(
        collection,
        judgements.stream()
            .map(each -> new CollectionRows.Row(key(each.a(), each.b()), value(each)))
            .toList());
  }

  @Override
  public @Nullable Judgement find(Incarnation collection, String a, String b) {
    byte[] value = rows.find(collection, key(a, b));
    return value == null ? null : judgement(a, b, new BinaryReader(value));
  }

  @Override
  public List<Judgement> list(Incarnation collection, @Nullable Judgement after, int limit) {
    List<Judgement> page = new ArrayList<>();
    rows.forEach(
        collection,
        after == null ? null : key(after.a(), after.b()),
        limit,
        (key, value) -> page.add(judgement(key, value)));
    return page;
  }

  @Override
  public boolean remove(Incarnation collection, String a, String b) {
    return rows.remove(collection, key(a, b));
  }

  @Override
  public void clear(Incarnation collection) {
    rows.clear(collection);
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

  private static Judgement judgement(byte[] key, byte[] value) {
    int separator = 0;
    while (separator < key.length && key[separator] != 0) {
      separator++;
    }
    if (separator == key.length) {
      throw BinaryReader.damaged("a judgement has one id");
    }
    String a = utf8(key, 0, separator);
    String b = utf8(key, separator + 1, key.length);
    return judgement(a, b, new BinaryReader(value));
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

  private static byte[] key(String a, String b) {
    return new BinaryWriter(a.length() + b.length() + 1)
        .raw(a.getBytes(StandardCharsets.UTF_8))
        .octet(0) // ids have no control characters
        .raw(b.getBytes(StandardCharsets.UTF_8))
        .toBytes();
  }
}
