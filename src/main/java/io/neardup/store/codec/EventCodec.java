package io.neardup.store.codec;

import io.neardup.simhash.FeatureVector;
import io.neardup.store.DocumentEvent;
import java.time.Instant;

/// The binary format of a complete event: in the log, for clients, and for another store.
///
/// ```
/// schema version    1 byte, 2
/// kind              1 byte: 1 put, 2 delete, 3 clear
/// collection        string
/// put:     id string, revision (see RevisionCodec), text string if the revision is flagged,
///          features (see VectorCodec) after their length in bytes if it is flagged
/// delete:  id string, signed milliseconds since 1970
/// clear:   signed milliseconds since 1970
/// ```
public final class EventCodec {

  private static final int SCHEMA = 2;
  private static final int PUT = 1;
  private static final int DELETE = 2;
  private static final int CLEAR = 3;

  private EventCodec() {}

  public static byte[] encode(DocumentEvent event) {
    BinaryWriter out = new BinaryWriter(256);
    out.octet(SCHEMA);
    switch (event) {
      case DocumentEvent.Put put -> {
        out.octet(PUT).string(put.collection()).string(put.id());
        RevisionCodec.write(out, put, false);
        if (put.revision().text() != null) {
          out.string(put.revision().text());
        } else if (put.revision().vector() != null) {
          byte[] vector = VectorCodec.encode(put.revision().vector());
          out.varint(vector.length).raw(vector);
        }
      }
      case DocumentEvent.Delete delete ->
          out.octet(DELETE)
              .string(delete.collection())
              .string(delete.id())
              .signed(delete.time().toEpochMilli());
      case DocumentEvent.Clear clear ->
          out.octet(CLEAR).string(clear.collection()).signed(clear.time().toEpochMilli());
    }
    return out.toBytes();
  }

  /// Reads what [#encode] wrote.
  ///
  /// @throws io.neardup.store.StoreException DAMAGED if it is malformed, OTHER_FORMAT if a newer
  ///   version wrote it
  public static DocumentEvent decode(byte[] bytes) {
    BinaryReader in = new BinaryReader(bytes);
    RevisionCodec.requireSchema(in.octet(), SCHEMA);
    int kind = in.octet();
    String collection = in.string();
    try {
      DocumentEvent event =
          switch (kind) {
            case PUT -> readPut(in, collection);
            case DELETE ->
                new DocumentEvent.Delete(
                    collection, in.string(), Instant.ofEpochMilli(in.signed()));
            case CLEAR -> new DocumentEvent.Clear(collection, Instant.ofEpochMilli(in.signed()));
            default -> throw BinaryReader.damaged("its kind of event is unknown");
          };
      in.requireEnd();
      return event;
    } catch (IllegalArgumentException e) {
      throw BinaryReader.damaged(String.valueOf(e.getMessage()));
    }
  }

  private static DocumentEvent readPut(BinaryReader in, String collection) {
    String id = in.string();
    RevisionCodec.Decoded decoded = RevisionCodec.read(in);
    String text = decoded.hasText() ? in.string() : null;
    FeatureVector vector =
        decoded.hasVector() ? VectorCodec.decode(in.raw(in.varint(Integer.MAX_VALUE))) : null;
    return new DocumentEvent.Put(collection, id, decoded.with(null, text, vector), decoded.time());
  }
}
