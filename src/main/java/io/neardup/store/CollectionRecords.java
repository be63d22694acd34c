package io.neardup.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What collections have besides documents, by kind and key: what people have decided on them.
///
/// Methods fail with a [StoreException] once the collection was deleted: SUPERSEDED if it was
/// created again, else NO_COLLECTION.
public interface CollectionRecords {

  /// What a record is. Their order is part of the formats: further ones are added at the end.
  enum Kind {
    /// The judgement of a pair of documents.
    JUDGEMENT,

    /// A passage that is marked as boilerplate.
    BOILERPLATE,

    /// A job: what was requested, and how it ended.
    JOB
  }

  /// A change of a record.
  ///
  /// @param value null to remove it
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Change(Kind kind, String key, byte @Nullable [] value) {}

  /// A record.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Stored(String key, byte[] value) {}

  /// Makes changes, all of them or none. Returns once they are on disk.
  void apply(Incarnation collection, List<Change> changes);

  /// The value of a record, null if there is none.
  byte @Nullable [] find(Incarnation collection, Kind kind, String key);

  /// The next records, in the order of the UTF-8 of their keys.
  ///
  /// @param after the key of the last one of the page before, "" for the first page
  List<Stored> list(Incarnation collection, Kind kind, String after, int limit);
}
