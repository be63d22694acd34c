package io.neardup.store.rocks;

import io.neardup.store.Document;
import io.neardup.store.DocumentEvent;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.DocumentRow;
import io.neardup.store.Incarnation;
import io.neardup.store.PartitionStore;
import io.neardup.store.Position;
import io.neardup.store.Revision;
import io.neardup.store.StoreException;
import io.neardup.store.codec.BinaryReader;
import io.neardup.store.codec.BinaryWriter;
import io.neardup.store.codec.DocumentKey;
import io.neardup.store.codec.EncodedEvent;
import io.neardup.store.codec.EventCodec;
import io.neardup.store.codec.LogEntry;
import io.neardup.store.codec.RevisionCodec;
import io.neardup.store.codec.VectorCodec;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The documents on disk, and how events change them.
public final class DocumentTable implements PartitionStore {

  /// The maximum size in bytes of metadata stored in the document's row, which is read at start-up:
  /// enough for a title and a URL.
  static final int INLINE_METADATA = 512;

  private static final ColumnFamily[] KEYED = {
    ColumnFamily.DOCUMENTS, ColumnFamily.METADATA, ColumnFamily.TEXTS
  };

  private final Database database;
  private final CollectionCatalog collections;
  private final RecordTable records;
  private final DocumentReader reads;
  private final ExpiryIndex expiries;
  private final AtomicLongArray applied;

  public DocumentTable(Database database, CollectionCatalog collections, RecordTable records) {
    this.database = database;
    this.collections = collections;
    this.records = records;
    this.reads = new DocumentReader(database, collections);
    this.expiries = new ExpiryIndex(database, collections);
    this.applied = new AtomicLongArray(Position.MAX_PARTITIONS);
    for (int log = 0; log < applied.length(); log++) {
      byte[] offset = database.get(ColumnFamily.META, appliedKey(log));
      applied.set(log, offset == null ? 0 : new BinaryReader(offset).varint());
    }
  }

  @Override
  public long applied(int log) {
    return applied.get(log);
  }

  public long lastApplied() {
    return IntStream.range(0, applied.length()).mapToLong(applied::get).max().orElse(0);
  }

  /// Encodes an event of a collection, which may have been deleted meanwhile.
  public EncodedEvent prepare(Incarnation target, DocumentEvent event) {
    String name = target.collection();
    int collection = target.number();
    if (!name.equals(event.collection())) {
      throw new IllegalArgumentException(
          "an event of collection '" + event.collection() + "' came as one of '" + name + "'");
    }
    return switch (event) {
      case Put put -> prepare(put, collection);
      case DocumentEvent.Delete delete -> {
        byte[] key = DocumentKey.of(collection, delete.id());
        yield EncodedEvent.deletion(collection, key, EventCodec.encode(event), false);
      }
      case DocumentEvent.Clear clear -> {
        byte[] key = DocumentKey.first(collection);
        yield EncodedEvent.deletion(collection, key, EventCodec.encode(event), true);
      }
    };
  }

  private EncodedEvent prepare(Put put, int collection) {
    byte[] key = DocumentKey.of(collection, put.id());
    Revision revision = put.revision();
    byte[] metadata = utf8(revision.metadata());
    boolean apart = metadata != null && metadata.length > INLINE_METADATA;
    BinaryWriter value = new BinaryWriter(160 + (apart || metadata == null ? 0 : metadata.length));
    value.fixed(0);
    RevisionCodec.write(value, put, apart);
    Instant expiresAt = revision.expiresAt();
    return new EncodedEvent(
        collection,
        key,
        value.toBytes(),
        apart ? metadata : null,
        revision.text() == null && revision.vector() != null
            ? VectorCodec.encode(revision.vector())
            : utf8(revision.text()),
        expiresAt == null ? null : ExpiryIndex.key(expiresAt, key),
        revision.version() > 1,
        null,
        false);
  }

  private static byte @Nullable [] utf8(@Nullable String text) {
    return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
  }

  /// Adds all changes of an event to a batch, except the applied position.
  public void stage(Batch batch, EncodedEvent event, long offset) {
    byte[] key = event.key();
    if (event.clears()) {
      stageRemoval(batch, event.collection());
    } else if (event.value() == null) {
      for (ColumnFamily family : KEYED) {
        batch.delete(family, key);
      }
    } else {
      byte[] value = event.value();
      BinaryWriter.putFixed(value, 0, offset);
      batch.put(ColumnFamily.DOCUMENTS, key, value);
      stagePart(batch, ColumnFamily.METADATA, event, event.metadata());
      stagePart(batch, ColumnFamily.TEXTS, event, event.text());
      byte[] expiry = event.expiry();
      if (expiry != null) {
        batch.put(ColumnFamily.EXPIRIES, expiry, new byte[0]);
      }
    }
  }

  private static void stagePart(
      Batch batch, ColumnFamily family, EncodedEvent event, byte @Nullable [] part) {
    if (part != null) {
      batch.put(family, event.key(), part);
    } else if (event.replaces()) {
      batch.delete(family, event.key());
    }
  }

  /// Adds the applied position of a log to a batch.
  public void stageApplied(Batch batch, int log, long offset) {
    batch.put(ColumnFamily.META, appliedKey(log), new BinaryWriter(10).varint(offset).toBytes());
  }

  /// Records the applied position of a batch that is on disk.
  public void setApplied(int log, long offset) {
    applied.set(log, offset);
  }

  @Override
  public void apply(
      int log, List<Applied> events, List<AppliedRecord> changes, long upTo, byte[] state) {
    try (Batch batch = database.batch()) {
      synchronized (database.committing()) { // no collection is removed meanwhile
        for (Applied event : events) {
          if (collections.isPresent(event.collection())) {
            stage(
                batch,
                prepare(event.collection(), event.logged().event()),
                event.logged().position().offset());
          }
        }
        for (AppliedRecord record : changes) {
          if (collections.isPresent(record.collection())) {
            records.stage(batch, record.collection(), record.change());
          }
        }
        stageApplied(batch, log, upTo);
        batch.put(ColumnFamily.META, stateKey(log), state);
        batch.writeLazily();
      }
    }
    changes.forEach(record -> records.notice(record.collection(), record.change()));
    setApplied(log, upTo);
  }

  @Override
  public byte[] state(int log) {
    byte[] state = database.get(ColumnFamily.META, stateKey(log));
    return state == null ? new byte[0] : state;
  }

  @Override
  public void sync() {
    database.sync();
  }

  @Override
  public synchronized void remove(int log) {
    List<Incarnation> removed = collections.of(log);
    try (Batch batch = database.batch()) {
      for (Incarnation collection : removed) {
        stageRemoval(batch, collection.number());
        RecordTable.stageRemoval(batch, collection.number());
      }
      batch.delete(ColumnFamily.META, appliedKey(log));
      batch.delete(ColumnFamily.META, stateKey(log));
      batch.write();
    }
    removed.forEach(records::noticeRemoval);
    applied.set(log, 0);
  }

  private static void stageRemoval(Batch batch, int collection) {
    for (ColumnFamily family : KEYED) {
      batch.deleteRange(family, DocumentKey.first(collection), DocumentKey.first(collection + 1));
    }
  }

  @Override
  public void removeCollection(Incarnation collection) {
    try (Batch batch = database.batch()) {
      stageRemoval(batch, collection.number());
      synchronized (database.committing()) {
        collections.remove(collection, batch);
      }
    }
  }

  /// Whether a collection has no document, expired ones included.
  public boolean isEmpty(Incarnation collection) {
    return reads.listIds(collection, "", 1).isEmpty();
  }

  @Override
  public List<Optional<Document>> findAll(
      Incarnation collection, List<String> ids, boolean withTexts) {
    return reads.findAll(collection, ids, withTexts);
  }

  @Override
  public Optional<String> text(Incarnation collection, String id) {
    return reads.text(collection, id);
  }

  @Override
  public List<String> listIds(Incarnation collection, String afterId, int limit) {
    return reads.listIds(collection, afterId, limit);
  }

  @Override
  public int contentBytes(Incarnation collection, String id) {
    return reads.contentBytes(collection, id);
  }

  @Override
  public List<Document> list(Incarnation collection, String afterId, int limit) {
    return reads.list(collection, afterId, limit);
  }

  @Override
  public List<Expired> expired(Instant before, int max, Predicate<Incarnation> of) {
    return expiries.before(before, max, of);
  }

  @Override
  public void forEach(
      int threads,
      Supplier<Consumer<DocumentRow>> visitors,
      BiConsumer<String, StoreException> damages,
      ReadProgress progress) {
    new StartupScan(database, collections, damages, progress).run(threads, visitors);
  }

  /// Whether a document was deleted from a collection that has itself been deleted since. The
  /// collection's deletion, later in the log, covers it, and another collection may have the name
  /// now.
  public boolean isOfDeleted(LogEntry.Deletion deletion) {
    return deletion.event() instanceof DocumentEvent.Delete && collection(deletion) == null;
  }

  public @Nullable String collection(LogEntry entry) {
    return collections.name(entry.collection());
  }

  /// The key of a log entry's document; for a clear, a key that no document has.
  public byte[] key(LogEntry entry) {
    return switch (entry) {
      case LogEntry.Stored stored -> DocumentKey.of(stored.collection(), stored.id());
      case LogEntry.Deletion deletion ->
          deletion.event() instanceof DocumentEvent.Delete delete
              ? DocumentKey.of(deletion.collection(), delete.id())
              : DocumentKey.first(deletion.collection());
    };
  }

  public DocumentReader reads() {
    return reads;
  }

  private static byte[] stateKey(int log) {
    return ("state" + log).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] appliedKey(int log) {
    return ("applied" + log).getBytes(StandardCharsets.UTF_8);
  }
}
