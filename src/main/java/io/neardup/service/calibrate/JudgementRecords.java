package io.neardup.service.calibrate;

import io.neardup.calibrate.LabelledPair;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.CollectionRecords;
import io.neardup.store.CollectionRecords.Change;
import io.neardup.store.CollectionRecords.Kind;
import io.neardup.store.Document;
import io.neardup.store.Incarnation;
import io.neardup.store.Judgement;
import io.neardup.store.codec.BinaryReader;
import io.neardup.store.codec.BinaryWriter;
import io.neardup.store.codec.RevisionCodec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The judgements of pairs of documents of a collection. They belong to it: they are in its
/// backups, and are deleted with it. They stay when their documents are deleted or replaced, and
/// are then not evaluated.
///
/// ```
/// key    id a, 0x00, id b
/// value  version, 1 if duplicate, weight (8 bytes), time in ms (8 bytes), bits (varint),
///        fingerprints of the judged texts of a and b
/// ```
public record JudgementRecords(CollectionRecords records, Incarnation collection) {

  private static final int VERSION = 1;

  public static JudgementRecords of(DocumentCollection collection) {
    return new JudgementRecords(collection.records(), collection.incarnation());
  }

  /// Two ids, one of which names no document.
  public record MissingPair(String a, String b) {}

  /// The result of storing decisions.
  ///
  /// @param stored their number
  /// @param missing judgements of deleted documents, which were not stored
  public record StoredDecisions(int stored, List<MissingPair> missing) {}

  /// The key of the judgement of a pair, in any order.
  public static String key(String a, String b) {
    return a.compareTo(b) < 0 ? a + '\0' + b : b + '\0' + a; // ids have no control characters
  }

  /// Stores what a person decided, all of it at once. Each decision replaces an earlier one on the
  /// same pair.
  ///
  /// @param decisions on pairs of ids
  public static StoredDecisions store(
      DocumentCollection collection, List<LabelledPair> decisions, Instant now) {
    List<Judgement> judgements = new ArrayList<>();
    List<MissingPair> missing = new ArrayList<>();
    for (LabelledPair decision : decisions) {
      boolean inOrder = decision.a().compareTo(decision.b()) < 0;
      Optional<Document> a = collection.find(inOrder ? decision.a() : decision.b());
      Optional<Document> b = collection.find(inOrder ? decision.b() : decision.a());
      if (a.isEmpty() || b.isEmpty()) {
        missing.add(new MissingPair(decision.a(), decision.b()));
        continue;
      }
      judgements.add(
          new Judgement(
              a.get().id(),
              b.get().id(),
              decision.duplicate(),
              decision.weight(),
              now,
              a.get().fingerprint(),
              b.get().fingerprint()));
    }
    of(collection).put(judgements);
    return new StoredDecisions(judgements.size(), missing);
  }

  void put(List<Judgement> judgements) {
    records.apply(
        collection,
        judgements.stream()
            .map(each -> new Change(Kind.JUDGEMENT, key(each.a(), each.b()), value(each)))
            .toList());
  }

  /// The judgement of a pair, null if there is none.
  public @Nullable Judgement find(String a, String b) {
    byte[] value = records.find(collection, Kind.JUDGEMENT, key(a, b));
    return value == null ? null : judgement(key(a, b), value);
  }

  /// The next judgements, in the order of the UTF-8 of their ids.
  ///
  /// @param after the key of the last one of the page before, "" for the first page
  public List<Judgement> list(String after, int limit) {
    return records.list(collection, Kind.JUDGEMENT, after, limit).stream()
        .map(each -> judgement(each.key(), each.value()))
        .toList();
  }

  /// Deletes the judgement of a pair.
  ///
  /// @return whether there was one
  public boolean remove(String a, String b) {
    boolean found = records.find(collection, Kind.JUDGEMENT, key(a, b)) != null;
    if (found) {
      records.apply(collection, List.of(new Change(Kind.JUDGEMENT, key(a, b), null)));
    }
    return found;
  }

  public void clear() {
    records.clear(collection, Kind.JUDGEMENT);
  }

  private static byte[] value(Judgement judgement) {
    BinaryWriter out =
        new BinaryWriter(160)
            .octet(VERSION)
            .octet(judgement.duplicate() ? 1 : 0)
            .fixed(Double.doubleToLongBits(judgement.weight()))
            .fixed(judgement.judgedAt().toEpochMilli())
            .varint(judgement.judgedA().bits());
    RevisionCodec.write(out, judgement.judgedA());
    RevisionCodec.write(out, judgement.judgedB());
    return out.toBytes();
  }

  private static Judgement judgement(String key, byte[] value) {
    int separator = key.indexOf('\0');
    if (separator < 0) {
      throw BinaryReader.damaged("a judgement has one id");
    }
    BinaryReader in = new BinaryReader(value);
    RevisionCodec.requireSchema(in.octet(), VERSION);
    boolean duplicate = in.octet() == 1;
    double weight = Double.longBitsToDouble(in.fixed());
    Instant judgedAt = Instant.ofEpochMilli(in.fixed());
    int bits = in.varint(Fingerprint.MAX_BITS);
    return new Judgement(
        key.substring(0, separator),
        key.substring(separator + 1),
        duplicate,
        weight,
        judgedAt,
        RevisionCodec.readFingerprint(in, bits),
        RevisionCodec.readFingerprint(in, bits));
  }
}
