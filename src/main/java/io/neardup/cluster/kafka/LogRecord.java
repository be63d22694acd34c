package io.neardup.cluster.kafka;

import io.neardup.cluster.wire.Term;
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

/// A record of the topic of documents.
///
/// ```
/// document  key: 1, collection string, its creation (8 bytes), id in UTF-8
///           value: the event (see EventCodec), none for a deletion
///           header w: see Stamp
/// claim     key: 2, writer varint
///           value: epoch varint, process string
/// mark      key: 3
///           value: epoch varint, sentNanos (8 bytes), sentMillis (8 bytes)
/// end       key: 4, collection string
///           value: its number varint
/// ```
///
/// The key has the number of the creation of the collection, so that one that is created again
/// under the same name has no documents of the earlier one, and compaction keeps one record for
/// each document.
public sealed interface LogRecord {

  String STAMP = "w";
  int DOCUMENT = 1;
  int CLAIM = 2;
  int MARK = 3;
  int END = 4;

  /// The writer that owns the partition.
  int OWNER = 0;

  /// The writer that decides on the near-duplicates of some collections.
  ///
  /// @param number of its terms, from 0 on
  static int arbiter(int number) {
    return number + 1;
  }

  /// A change of a document.
  ///
  /// @param created the number of the creation of the collection
  /// @param stamp of the writer
  record Written(long created, OfDocument event, Stamp stamp) implements LogRecord {

    /// The id of the document.
    public String id() {
      return event.id();
    }

    private byte[] key() {
      return new BinaryWriter(48 + id().length())
          .octet(DOCUMENT)
          .string(event.collection())
          .fixed(created)
          .raw(id().getBytes(StandardCharsets.UTF_8))
          .toBytes();
    }
  }

  /// From this record on, only events of this or a later epoch of the writer are valid in the
  /// partition.
  ///
  /// @param writer [#OWNER] or an [arbiter][#arbiter]
  /// @param process that claims to be it, see [KafkaClients#process]; empty if nobody does any
  ///   more, as an owner that leaves writes
  record Claim(int writer, long epoch, String process) implements LogRecord {}

  /// A collection was deleted or replaced. Replicas read the catalog that far before they apply
  /// what follows, so no owner acknowledges a later write to it.
  ///
  /// @param number by which the catalog is read, see [io.neardup.cluster.catalog.Catalog#find];
  ///   those of collections of this name that have ended are less
  record End(String collection, long number) implements LogRecord {}

  /// Shows to whom reads it back that all events acknowledged before it was sent are before it in
  /// the log; an owner extends its lease by it.
  ///
  /// @param epoch of the owner that sent it, 0 if another instance did
  /// @param sentNanos when, by System.nanoTime of the sender
  /// @param sentMillis when, in milliseconds since 1970
  record Mark(long epoch, long sentNanos, long sentMillis) implements LogRecord {

    /// A mark of an owner, to be sent now.
    public static Mark now(long epoch) {
      return new Mark(epoch, System.nanoTime(), System.currentTimeMillis());
    }
  }

  /// Who wrote an event.
  ///
  /// @param epoch of the owner of the partition
  /// @param sequence number of the event in that epoch
  /// @param term in which it was decided on by its near-duplicates, null if it was not
  record Stamp(long epoch, long sequence, @Nullable Term term) {

    /// Of events that are copied into the log before it has an owner, and valid until then.
    public static final Stamp NONE = new Stamp(0, 0, null);

    private byte[] encode() {
      return new BinaryWriter(16)
          .varint(epoch)
          .varint(sequence)
          .varint(term == null ? 0 : term.number() + 1L)
          .varint(term == null ? 0 : term.epoch())
          .toBytes();
    }

    private static Stamp decode(byte[] bytes) {
      BinaryReader in = new BinaryReader(bytes);
      long epoch = in.varint();
      long sequence = in.varint();
      int number = in.varint(Integer.MAX_VALUE) - 1;
      return new Stamp(epoch, sequence, number < 0 ? null : new Term(number, in.varint()));
    }
  }

  /// This as a record of Kafka.
  default ProducerRecord<byte[], byte[]> in(String topic, int partition) {
    return switch (this) {
      case Written written -> {
        OfDocument event = written.event;
        byte[] value = event instanceof Put ? EventCodec.encode(event) : null;
        ProducerRecord<byte[], byte[]> made =
            new ProducerRecord<>(
                topic, partition, event.time().toEpochMilli(), written.key(), value);
        made.headers().add(STAMP, written.stamp.encode());
        yield made;
      }
      case Claim claim ->
          new ProducerRecord<>(
              topic,
              partition,
              new BinaryWriter(2).octet(CLAIM).varint(claim.writer).toBytes(),
              new BinaryWriter(64).varint(claim.epoch).string(claim.process).toBytes());
      case End end ->
          new ProducerRecord<>(
              topic,
              partition,
              new BinaryWriter(64).octet(END).string(end.collection).toBytes(),
              new BinaryWriter(9).varint(end.number).toBytes());
      case Mark mark ->
          new ProducerRecord<>(
              topic,
              partition,
              new BinaryWriter(1).octet(MARK).toBytes(),
              new BinaryWriter(24)
                  .varint(mark.epoch)
                  .fixed(mark.sentNanos)
                  .fixed(mark.sentMillis)
                  .toBytes());
    };
  }

  /// Reads a record, null if it has no meaning for this version.
  ///
  /// @throws io.neardup.store.StoreException if it is damaged
  static @Nullable LogRecord read(ConsumerRecord<byte[], byte[]> raw) {
    BinaryReader in = new BinaryReader(raw.key());
    int kind = in.octet();
    if (kind == CLAIM) {
      int writer = in.varint(Integer.MAX_VALUE);
      if (raw.value() == null) {
        return null;
      }
      BinaryReader value = new BinaryReader(raw.value());
      return new Claim(writer, value.varint(), value.string());
    }
    if (kind == END && raw.value() != null) {
      return new End(in.string(), new BinaryReader(raw.value()).varint());
    }
    if (kind == MARK && raw.value() != null) {
      BinaryReader value = new BinaryReader(raw.value());
      return new Mark(value.varint(), value.fixed(), value.fixed());
    }
    if (kind != DOCUMENT) {
      return null;
    }
    String collection = in.string();
    long created = in.fixed();
    String id = in.rest();
    OfDocument event =
        raw.value() == null
            ? new Delete(collection, id, Instant.ofEpochMilli(raw.timestamp()))
            : (Put) EventCodec.decode(raw.value());
    Header stamp = raw.headers().lastHeader(STAMP);
    return new Written(created, event, stamp == null ? Stamp.NONE : Stamp.decode(stamp.value()));
  }

  /// The position of a record: offsets of positions begin at 1, those of Kafka at 0.
  static Position position(int partition, long kafkaOffset) {
    return new Position(partition, kafkaOffset + 1);
  }
}
