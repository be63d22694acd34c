package io.neardup.store.log;

import io.neardup.store.codec.BinaryReader;
import io.neardup.store.codec.BinaryWriter;
import io.neardup.store.codec.DocumentKey;
import io.neardup.store.codec.EncodedEvent;
import io.neardup.store.codec.EventCodec;
import io.neardup.store.codec.LogEntry;
import io.neardup.store.codec.LogEntry.Deletion;
import io.neardup.store.codec.LogEntry.Stored;
import io.neardup.store.codec.RevisionCodec;
import java.util.ArrayList;
import java.util.List;

/// The events of one commit, stored as one value in the log. Its key is the offset of the first
/// event at the time of the commit.
///
/// ```
/// schema version    1 byte, 1
/// entries           each:
///   offset          varint, less the one before (the first: less the key)
///   kind            1 byte: 1 stored, 2 deleted
///   collection      varint, its number
///   stored: id string   deleted: length varint, event (see EventCodec)
/// ```
final class LogChunk {

  private static final int SCHEMA = 1;
  private static final int STORED = 1;
  private static final int DELETION = 2;

  private final BinaryWriter out;
  private long last;

  /// @param firstOffset the key of the chunk
  /// @param capacity approximate size in bytes
  LogChunk(long firstOffset, int capacity) {
    this.out = new BinaryWriter(capacity).octet(SCHEMA);
    this.last = firstOffset;
  }

  static byte[] key(long firstOffset) {
    return new BinaryWriter(Long.BYTES).fixed(firstOffset).toBytes();
  }

  void add(EncodedEvent event, long offset) {
    byte[] deletion = event.deletion();
    if (deletion == null) {
      head(STORED, offset, event.collection());
      int idLength = event.key().length - DocumentKey.PREFIX;
      out.varint(idLength).raw(event.key(), DocumentKey.PREFIX, event.key().length);
    } else {
      head(DELETION, offset, event.collection());
      out.varint(deletion.length).raw(deletion);
    }
  }

  void add(LogEntry entry) {
    switch (entry) {
      case Stored stored -> {
        head(STORED, stored.offset(), stored.collection());
        out.string(stored.id());
      }
      case Deletion deletion -> {
        head(DELETION, deletion.offset(), deletion.collection());
        byte[] event = EventCodec.encode(deletion.event());
        out.varint(event.length).raw(event);
      }
    }
  }

  private void head(int kind, long offset, int collection) {
    out.varint(offset - last).octet(kind).varint(collection);
    last = offset;
  }

  byte[] toBytes() {
    return out.toBytes();
  }

  static List<LogEntry> read(byte[] key, byte[] value) {
    BinaryReader in = new BinaryReader(value);
    RevisionCodec.requireSchema(in.octet(), SCHEMA);
    List<LogEntry> entries = new ArrayList<>();
    long offset = new BinaryReader(key).fixed();
    while (!in.isAtEnd()) {
      offset += in.varint();
      int kind = in.octet();
      int collection = in.varint(Integer.MAX_VALUE);
      entries.add(
          switch (kind) {
            case STORED -> new Stored(offset, collection, in.string());
            case DELETION ->
                new Deletion(
                    offset, collection, EventCodec.decode(in.raw(in.varint(Integer.MAX_VALUE))));
            default -> throw BinaryReader.damaged("its kind of log entry is unknown");
          });
    }
    return entries;
  }
}
