package io.neardup.cluster.kafka;

import io.neardup.store.CollectionRecords;
import io.neardup.store.CollectionRecords.Kind;
import io.neardup.store.DocumentEvent.Delete;
import io.neardup.store.DocumentEvent.OfDocument;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Position;
import io.neardup.store.codec.BinaryReader;
import io.neardup.store.codec.BinaryWriter;
import io.neardup.store.codec.EventCodec;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/// A record of the document topic.
///
/// ```
/// document  key: 1, collection string, its creation (8 bytes), id in UTF-8
///           value: the event (see EventCodec), none for a deletion
///           header w: see Stamp
/// kept      key: 4 + kind, collection string, its creation (8 bytes), key in UTF-8
///           value: bytes, none for a deletion
///           header w: see Stamp
/// claim     key: 2
///           value: epoch varint, process string
/// mark      key: 3
///           value: epoch varint, sentNanos (8 bytes), sentMillis (8 bytes)
/// end       key: 4, collection string
///           value: its number varint
/// cleared   key: 0, collection string
///           value: the number of its end varint
/// ```
///
/// The key includes the collection's creation number, so that a collection created again under the
/// same name inherits nothing, and compaction keeps one record per document.
public sealed interface LogRecord {

  String STAMP = "w";
  int CLEARED = 0;
  int DOCUMENT = 1;
  int CLAIM = 2;
  int MARK = 3;
  int END = 4;
  int KEPT = 4;

  /// A record with a key, whose last version survives compaction.
  sealed interface Keyed extends LogRecord {

    /// Identifies it in compaction and in the exclusion of invalid records.
    Key key();

    /// Who wrote it.
    Stamp stamp();
  }

  /// Identifies a document or another record of a collection.
  ///
  /// @param kind [#DOCUMENT], or [#KEPT] and the number of a [Kind]
  /// @param created the collection's creation number
  /// @param name the id of the document, or the key of the record
  record Key(int kind, String collection, long created, String name) {

    /// The key of a record other than a document.
    ///
    /// @param created the collection's creation number
    public static Key of(String collection, long created, CollectionRecords.Change change) {
      return new Key(KEPT + change.kind().number(), collection, created, change.key());
    }

    /// The kind of a record other than a document.
    public Kind kept() {
      return Kind.of(kind - KEPT).orElseThrow();
    }

    /// The tombstone that removes it, so that compaction keeps nothing of it.
    public Keyed removal(Stamp stamp) {
      return kind == DOCUMENT
          ? new Written(created, new Delete(collection, name, Instant.now()), stamp)
          : new Kept(this, null, stamp);
    }

    private byte[] toBytes() {
      return new BinaryWriter(48 + name.length())
          .octet(kind)
          .string(collection)
          .fixed(created)
          .raw(name.getBytes(StandardCharsets.UTF_8))
          .toBytes();
    }
  }

  /// A change to a document.
  ///
  /// @param created the collection's creation number
  /// @param stamp of the writer
  record Written(long created, OfDocument event, Stamp stamp) implements Keyed {

    @Override
    public Key key() {
      return new Key(DOCUMENT, event.collection(), created, event.id());
    }
  }

  /// A change to another record of a collection.
  ///
  /// @param value null if it is removed
  /// @param stamp of the writer
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Kept(Key key, byte @Nullable [] value, Stamp stamp) implements Keyed {

    /// A change to a record of a collection.
    ///
    /// @param created the collection's creation number
    public static Kept of(
        String collection, long created, CollectionRecords.Change change, Stamp stamp) {
      return new Kept(Key.of(collection, created, change), change.value(), stamp);
    }

    /// The change of the collection.
    public CollectionRecords.Change change() {
      return new CollectionRecords.Change(key.kept(), key.name, value);
    }
  }

  /// From this record on, only events of this or a later epoch are valid in the partition.
  ///
  /// @param process that claims to be the owner, see [KafkaClients#process]; empty in the claim of
  ///   an owner that leaves: then there is none
  record Claim(long epoch, String process) implements LogRecord {}

  /// A collection was deleted or replaced. Replicas read the catalog up to that point before they
  /// apply later records, so no owner acknowledges a later write to it.
  ///
  /// @param number up to which the catalog is read, see [io.neardup.cluster.catalog.Catalog#find];
  ///   all ended collections of this name have lower creation numbers
  record End(String collection, long number) implements LogRecord {

    /// Whether a record belongs to a collection that this ends.
    public boolean includes(Key key) {
      return key.collection.equals(collection) && key.created < number;
    }
  }

  /// Every record of ended collections is followed by its tombstone.
  ///
  /// @param number the number of the [End]
  record Cleared(String collection, long number) implements LogRecord {}

  /// Proves to its reader that all events acknowledged before it was sent are before it in the log;
  /// an owner extends its lease with it.
  ///
  /// @param epoch of the owner that sent it, 0 if another instance did
  /// @param sentNanos when, by System.nanoTime of the sender
  /// @param sentMillis when, in milliseconds since 1970
  record Mark(long epoch, long sentNanos, long sentMillis) implements LogRecord {

    /// An owner's mark, to be sent now.
    public static Mark now(long epoch) {
      return new Mark(epoch, System.nanoTime(), System.currentTimeMillis());
    }
  }

  /// Who wrote an event.
  ///
  /// @param epoch of the owner of the partition
  /// @param sequence number of the event in that epoch
  record Stamp(long epoch, long sequence) {

    private byte[] encode() {
      return new BinaryWriter(16).varint(epoch).varint(sequence).toBytes();
    }

    private static Stamp decode(byte[] bytes) {
      BinaryReader in = new BinaryReader(bytes);
      return new Stamp(in.varint(), in.varint());
    }
  }

  /// This as a Kafka record.
  default ProducerRecord<byte[], byte[]> in(String topic, int partition) {
    return switch (this) {
      case Written written -> {
        OfDocument event = written.event;
        byte[] value = event instanceof Put ? EventCodec.encode(event) : null;
        yield keyed(topic, partition, event.time().toEpochMilli(), written, value);
      }
      case Kept kept -> keyed(topic, partition, null, kept, kept.value);
      case Claim(long epoch, String process) ->
          plain(topic, partition, key(CLAIM), new BinaryWriter(64).varint(epoch).string(process));
      case Mark(long epoch, long nanos, long millis) ->
          plain(
              topic,
              partition,
              key(MARK),
              new BinaryWriter(24).varint(epoch).fixed(nanos).fixed(millis));
      case End(String collection, long number) ->
          plain(topic, partition, key(END).string(collection), new BinaryWriter(9).varint(number));
      case Cleared(String collection, long number) ->
          plain(
              topic,
              partition,
              key(CLEARED).string(collection),
              new BinaryWriter(9).varint(number));
    };
  }

  private static BinaryWriter key(int kind) {
    return new BinaryWriter(64).octet(kind);
  }

  private static ProducerRecord<byte[], byte[]> plain(
      String topic, int partition, BinaryWriter key, BinaryWriter value) {
    return new ProducerRecord<>(topic, partition, key.toBytes(), value.toBytes());
  }

  private static ProducerRecord<byte[], byte[]> keyed(
      String topic, int partition, @Nullable Long time, Keyed record, byte @Nullable [] value) {
    ProducerRecord<byte[], byte[]> made =
        new ProducerRecord<>(topic, partition, time, record.key().toBytes(), value);
    made.headers().add(STAMP, record.stamp().encode());
    return made;
  }

  /// Reads a record; null if this version does not know its type.
  ///
  /// @throws io.neardup.store.StoreException if it is damaged
  static @Nullable LogRecord read(ConsumerRecord<byte[], byte[]> raw) {
    BinaryReader in = new BinaryReader(raw.key());
    int kind = in.octet();
    Header stamped = raw.headers().lastHeader(STAMP);
    if (stamped == null) {
      return raw.value() == null ? null : plain(kind, in, new BinaryReader(raw.value()));
    }
    if (kind != DOCUMENT && Kind.of(kind - KEPT).isEmpty()) {
      return null;
    }
    Stamp stamp = Stamp.decode(stamped.value());
    Key key = new Key(kind, in.string(), in.fixed(), in.rest());
    if (kind != DOCUMENT) {
      return new Kept(key, raw.value(), stamp);
    }
    OfDocument event =
        raw.value() == null
            ? new Delete(key.collection, key.name, Instant.ofEpochMilli(raw.timestamp()))
            : (Put) EventCodec.decode(raw.value());
    return new Written(key.created, event, stamp);
  }

  private static @Nullable LogRecord plain(int kind, BinaryReader key, BinaryReader value) {
    return switch (kind) {
      case CLAIM -> new Claim(value.varint(), value.string());
      case MARK -> new Mark(value.varint(), value.fixed(), value.fixed());
      case END -> new End(key.string(), value.varint());
      case CLEARED -> new Cleared(key.string(), value.varint());
      default -> null;
    };
  }

  /// The position of a record: positions count from 1, Kafka offsets from 0.
  static Position position(int partition, long kafkaOffset) {
    return new Position(partition, kafkaOffset + 1);
  }
}
