package io.neardup.cluster.wire;

import io.neardup.index.LookupPath;
import io.neardup.index.Plan;
import io.neardup.measure.Verification;
import io.neardup.service.LazyVector;
import io.neardup.service.RequestException;
import io.neardup.service.lookup.Lookup;
import io.neardup.service.lookup.LookupResult.NearDocument;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.lookup.NearbyDocuments.Found;
import io.neardup.service.lookup.NearbyDocuments.Verified;
import io.neardup.simhash.FeatureVector;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Logged;
import io.neardup.store.Position;
import io.neardup.store.codec.BinaryReader;
import io.neardup.store.codec.BinaryWriter;
import io.neardup.store.codec.EventCodec;
import io.neardup.store.codec.RevisionCodec;
import io.neardup.store.codec.VectorCodec;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The binary format of what several messages have. Documents are in the format of the log; enums
/// are their names; a list is its length and its elements; what may be absent follows a byte 1, or
/// is a byte 0.
final class MessageParts {

  /// Matches of other instances are not explained by tables and probes.
  private static final LookupPath ELSEWHERE = (query, match) -> null;

  private MessageParts() {}

  static void write(BinaryWriter out, boolean value) {
    out.octet(value ? 1 : 0);
  }

  static boolean readBoolean(BinaryReader in) {
    int value = in.octet();
    if (value > 1) {
      throw BinaryReader.damaged("a flag is neither 0 nor 1");
    }
    return value == 1;
  }

  /// Writes whether there is a value, and the value.
  static <T> void optional(BinaryWriter out, @Nullable T value, BiConsumer<BinaryWriter, T> write) {
    write(out, value != null);
    if (value != null) {
      write.accept(out, value);
    }
  }

  static <T> @Nullable T optional(BinaryReader in, Function<BinaryReader, T> read) {
    return readBoolean(in) ? read.apply(in) : null;
  }

  static <T> void list(BinaryWriter out, List<T> values, BiConsumer<BinaryWriter, T> write) {
    out.varint(values.size());
    values.forEach(each -> write.accept(out, each));
  }

  static <T> List<T> list(BinaryReader in, Function<BinaryReader, T> read) {
    int size = in.varint(Integer.MAX_VALUE);
    List<T> values = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      values.add(read.apply(in));
    }
    return values;
  }

  static int readInt(BinaryReader in) {
    return Math.toIntExact(in.signed());
  }

  static void write(BinaryWriter out, double value) {
    out.fixed(Double.doubleToLongBits(value));
  }

  static double readDouble(BinaryReader in) {
    return Double.longBitsToDouble(in.fixed());
  }

  static void write(BinaryWriter out, CreatedCollection collection) {
    out.string(collection.name()).varint(collection.number());
  }

  static CreatedCollection readCollection(BinaryReader in) {
    return new CreatedCollection(in.string(), in.varint());
  }

  static void write(BinaryWriter out, Fingerprint fingerprint) {
    out.varint(fingerprint.bits());
    RevisionCodec.write(out, fingerprint);
  }

  static Fingerprint readFingerprint(BinaryReader in) {
    return RevisionCodec.readFingerprint(in, in.varint(Fingerprint.MAX_BITS));
  }

  static void write(BinaryWriter out, @Nullable LazyVector features) {
    FeatureVector vector = features == null ? null : features.get();
    optional(
        out,
        vector,
        (to, known) -> {
          byte[] bytes = VectorCodec.encode(known);
          to.varint(bytes.length).raw(bytes);
        });
  }

  /// Features, which are decoded when they are needed.
  static @Nullable LazyVector readVector(BinaryReader in) {
    byte[] bytes = optional(in, from -> from.raw(from.varint(Integer.MAX_VALUE)));
    return bytes == null ? null : new LazyVector(() -> VectorCodec.decode(bytes));
  }

  static void write(BinaryWriter out, MetadataFilter filter) {
    list(out, filter.conditions(), BinaryWriter::string);
  }

  static MetadataFilter readFilter(BinaryReader in) {
    return MetadataFilter.of(list(in, BinaryReader::string));
  }

  /// Writes a lookup by the weights of the profile, as all are in a cluster.
  static void write(BinaryWriter out, Lookup lookup) {
    if (lookup.frequencies() != null) {
      throw new IllegalArgumentException("weights of a collection are those of one process");
    }
    out.signed(lookup.maxDistance());
    write(out, lookup.recall());
    out.varint(lookup.limit());
    write(out, lookup.nearest());
    write(out, lookup.filter());
    out.signed(lookup.allowedWithin());
    optional(out, lookup.verification(), MessageParts::write);
    out.optional(lookup.leaveOut()).optional(lookup.leaveOutAllowed());
  }

  static Lookup readLookup(BinaryReader in) {
    return new Lookup(
        readInt(in),
        readDouble(in),
        in.varint(Integer.MAX_VALUE),
        readBoolean(in),
        readFilter(in),
        readInt(in),
        optional(in, MessageParts::readVerification),
        null,
        in.optional(),
        in.optional());
  }

  private static void write(BinaryWriter out, Verification verification) {
    write(out, verification.minSimilarity());
    out.signed(verification.clearWithin())
        .signed(verification.candidatesWithin())
        .signed(verification.otherwiseWithin());
  }

  private static Verification readVerification(BinaryReader in) {
    return new Verification(readDouble(in), readInt(in), readInt(in), readInt(in));
  }

  static void write(BinaryWriter out, Position position) {
    out.varint(position.partition()).varint(position.offset());
  }

  static Position readPosition(BinaryReader in) {
    return new Position(in.varint(Integer.MAX_VALUE), in.varint());
  }

  static void write(BinaryWriter out, Put put) {
    byte[] event = EventCodec.encode(put);
    out.varint(event.length).raw(event);
  }

  static Put readPut(BinaryReader in) {
    if (EventCodec.decode(in.raw(in.varint(Integer.MAX_VALUE))) instanceof Put put) {
      return put;
    }
    throw BinaryReader.damaged("it has another event in place of a document");
  }

  static void write(BinaryWriter out, Logged<Put> stored) {
    write(out, stored.position());
    write(out, stored.event());
  }

  static Logged<Put> readStored(BinaryReader in) {
    return new Logged<>(readPosition(in), readPut(in));
  }

  static void write(BinaryWriter out, Found found) {
    list(out, found.near(), MessageParts::write);
    write(out, found.truncated());
    Plan plan = found.plan();
    out.string(plan.kind().name())
        .varint(plan.probes())
        .signed(plan.maxDistance())
        .signed(plan.exactTo());
    write(out, plan.recall());
    out.varint(found.candidates())
        .varint(found.verified().compared())
        .varint(found.verified().refused());
  }

  static Found readFound(BinaryReader in) {
    return new Found(
        list(in, MessageParts::readNear),
        readBoolean(in),
        new Plan(
            Plan.Kind.valueOf(in.string()),
            in.varint(),
            readInt(in),
            readInt(in),
            readDouble(in),
            ELSEWHERE),
        in.varint(),
        new Verified(in.varint(Integer.MAX_VALUE), in.varint(Integer.MAX_VALUE)));
  }

  /// Writes a document without the name of its collection, and possibly without its position.
  static void write(BinaryWriter out, Document document) {
    optional(out, document.position(), MessageParts::write);
    write(out, new Put("", document.id(), document.revision(), document.updatedAt()));
  }

  static Document readDocument(BinaryReader in) {
    Position position = optional(in, MessageParts::readPosition);
    return Document.of(readPut(in)).at(position);
  }

  private static void write(BinaryWriter out, NearDocument near) {
    write(out, near.document());
    out.varint(near.distance());
    optional(out, near.similarity(), MessageParts::write);
  }

  private static NearDocument readNear(BinaryReader in) {
    return new NearDocument(
        readDocument(in),
        in.varint(Integer.MAX_VALUE),
        optional(in, MessageParts::readDouble),
        false);
  }

  /// What a message is, read to its end.
  ///
  /// @throws io.neardup.store.StoreException DAMAGED if it is malformed
  static <T> T whole(byte[] message, Function<BinaryReader, T> read) {
    BinaryReader in = new BinaryReader(message);
    try {
      T value = read.apply(in);
      in.requireEnd();
      return value;
    } catch (IllegalArgumentException
        | ArithmeticException
        | DateTimeException
        | RequestException e) {
      throw BinaryReader.damaged(String.valueOf(e.getMessage()));
    }
  }
}
