package io.neardup.store.rocks;

import io.neardup.store.ChangePage;
import io.neardup.store.ChangePage.Unreadable;
import io.neardup.store.CollectionSettings;
import io.neardup.store.Document;
import io.neardup.store.Incarnation;
import io.neardup.store.Position;
import io.neardup.store.Revision;
import io.neardup.store.StoreException;
import io.neardup.store.codec.BinaryReader;
import io.neardup.store.codec.DocumentKey;
import io.neardup.store.codec.RevisionCodec;
import io.neardup.store.codec.RevisionCodec.Decoded;
import io.neardup.store.codec.VectorCodec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Snapshot;

/// Reads documents one by one or in pages.
///
/// A collection leaves the catalog before its documents are deleted, and the catalog is checked
/// after reading: so the collection existed while it was read.
public final class DocumentReader {

  /// Documents of a list read in one batch: each may have 64 K characters of metadata.
  private static final int READ_TOGETHER = 16;

  private final Database database;
  private final CollectionCatalog collections;

  DocumentReader(Database database, CollectionCatalog collections) {
    this.database = database;
    this.collections = collections;
  }

  List<Optional<Document>> findAll(Incarnation collection, List<String> ids, boolean withTexts) {
    List<byte[]> keys = ids.stream().map(id -> DocumentKey.of(collection.number(), id)).toList();
    List<Optional<Document>> found = read(keys, null, withTexts);
    collections.require(collection);
    return found;
  }

  /// The documents with these keys, empty for missing ones; with texts only if requested.
  public List<Optional<Document>> read(
      List<byte[]> keys, @Nullable Snapshot snapshot, boolean withTexts) {
    if (snapshot == null) {
      return database.withSnapshot(now -> read(keys, now, withTexts));
    }
    List<byte @Nullable []> values = database.getAll(ColumnFamily.DOCUMENTS, keys, snapshot);
    List<Optional<Document>> found = new ArrayList<>(keys.size());
    for (int i = 0; i < values.size(); i++) {
      byte[] value = values.get(i);
      byte[] key = keys.get(i);
      CollectionSettings collection = collections.find(DocumentKey.collection(key));
      found.add(
          value == null || collection == null
              ? Optional.empty()
              : Optional.of(complete(collection, key, value, snapshot, withTexts)));
    }
    return found;
  }

  /// The readable documents among these keys.
  ///
  /// @param unreadable receives the other ones
  public List<Optional<Document>> readable(
      List<byte[]> keys, Snapshot snapshot, boolean withTexts, Consumer<Unreadable> unreadable) {
    try {
      return read(keys, snapshot, withTexts);
    } catch (StoreException e) {
      requireOfData(e);
    }
    List<Optional<Document>> found = new ArrayList<>(keys.size());
    for (byte[] key : keys) {
      Optional<Document> document = Optional.empty();
      try {
        document = read(List.of(key), snapshot, withTexts).getFirst();
      } catch (StoreException e) {
        requireOfData(e);
        String name = String.valueOf(collections.name(DocumentKey.collection(key)));
        unreadable.accept(new Unreadable(name, DocumentKey.id(key), e));
      }
      found.add(document);
    }
    return found;
  }

  private static void requireOfData(StoreException failure) {
    if (!failure.isOfData()) {
      throw failure;
    }
  }

  private Document complete(
      CollectionSettings collection,
      byte[] key,
      byte[] value,
      Snapshot snapshot,
      boolean withTexts) {
    BinaryReader in = new BinaryReader(value);
    Position position = new Position(collection.partition(), in.fixed());
    Decoded decoded = RevisionCodec.read(in);
    String metadata =
        decoded.hasMetadataApart() ? string(part(ColumnFamily.METADATA, key, snapshot)) : null;
    byte[] content =
        withTexts && (decoded.hasText() || decoded.hasVector())
            ? part(ColumnFamily.TEXTS, key, snapshot)
            : null;
    Revision revision =
        decoded.with(
            metadata,
            content != null && decoded.hasText() ? string(content) : null,
            content != null && decoded.hasVector() ? VectorCodec.decode(content) : null);
    try {
      return new Document(DocumentKey.id(key), revision, decoded.time(), position);
    } catch (IllegalArgumentException e) {
      throw BinaryReader.damaged(String.valueOf(e.getMessage()));
    }
  }

  private static String string(byte[] utf8) {
    return new String(utf8, StandardCharsets.UTF_8);
  }

  private byte[] part(ColumnFamily family, byte[] key, Snapshot snapshot) {
    byte[] part = database.getAll(family, List.of(key), snapshot).getFirst();
    if (part == null) {
      throw StoreException.damaged(
          "The "
              + family.name().toLowerCase(Locale.ROOT)
              + " of document '"
              + DocumentKey.id(key)
              + "' is missing.");
    }
    return part;
  }

  Optional<String> text(Incarnation collection, String id) {
    return findAll(collection, List.of(id), true)
        .getFirst()
        .flatMap(document -> Optional.ofNullable(document.revision().text()));
  }

  /// The length of a document's stored text or features; 0 if it has neither.
  int contentBytes(Incarnation collection, String id) {
    return database.length(ColumnFamily.TEXTS, DocumentKey.of(collection.number(), id));
  }

  List<Document> list(Incarnation collection, String afterId, int limit) {
    List<Document> page =
        database.withSnapshot(now -> page(keys(collection, afterId, limit, now), now));
    collections.require(collection);
    return page;
  }

  /// The ids of a list, without reading documents.
  List<String> listIds(Incarnation collection, String afterId, int limit) {
    List<byte[]> keys = keys(collection, afterId, limit, null);
    collections.require(collection);
    return keys.stream().map(DocumentKey::id).toList();
  }

  private List<Document> page(List<byte[]> keys, Snapshot now) {
    List<Document> page = new ArrayList<>();
    long chars = 0;
    for (int from = 0; from < keys.size() && chars < ChangePage.MAX_CHARS; from += READ_TOGETHER) {
      List<byte[]> some = keys.subList(from, Math.min(keys.size(), from + READ_TOGETHER));
      for (Optional<Document> found : read(some, now, false)) {
        if (found.isPresent()) {
          page.add(found.get());
          chars += found.get().chars();
        }
      }
    }
    return page;
  }

  private List<byte[]> keys(
      Incarnation collection, String afterId, int limit, @Nullable Snapshot now) {
    byte[] after = DocumentKey.of(collection.number(), afterId);
    byte[] from = afterId.isEmpty() ? after : Arrays.copyOf(after, after.length + 1);
    byte[] to = DocumentKey.first(collection.number() + 1);
    List<byte[]> keys = new ArrayList<>();
    try (RangeScan scan = database.scan(ColumnFamily.DOCUMENTS, from, to, now, false)) {
      while (keys.size() < limit && scan.next()) {
        keys.add(scan.key());
      }
    }
    return keys;
  }
}
