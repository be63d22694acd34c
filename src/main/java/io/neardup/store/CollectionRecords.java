package io.neardup.store;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What collections hold besides documents, by kind and key: decisions that people made.
///
/// Methods fail with a [StoreException] after the collection was deleted: SUPERSEDED if it was
/// created again, else NO_COLLECTION.
public interface CollectionRecords {

  enum Kind {
    /// A judgement of two documents.
    JUDGEMENT(1),

    /// A passage marked as boilerplate.
    BOILERPLATE(2),

    /// A job: what was requested, and how it ended.
    JOB(3);

    private final int number;

    Kind(int number) {
      this.number = number;
    }

    /// Its number in keys, 1 to 254.
    public int number() {
      return number;
    }

    /// The kind with that number, empty if a later version defined it.
    public static Optional<Kind> of(int number) {
      return Arrays.stream(values()).filter(kind -> kind.number == number).findFirst();
    }
  }

  /// A change to a record.
  ///
  /// @param value null to remove it
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Change(Kind kind, String key, byte @Nullable [] value) {}

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Stored(String key, byte[] value) {}

  /// Makes changes, all of them or none. Returns once they are on disk.
  void apply(Incarnation collection, List<Change> changes);

  byte @Nullable [] find(Incarnation collection, Kind kind, String key);

  /// The next records, ordered by the UTF-8 bytes of their keys.
  ///
  /// @param after the last key of the previous page, "" for the first page
  List<Stored> list(Incarnation collection, Kind kind, String after, int limit);

  default void clear(Incarnation collection, Kind kind) {
    apply(
        collection,
        list(collection, kind, "", Integer.MAX_VALUE).stream()
            .map(each -> new Change(kind, each.key(), null))
            .toList());
  }

  /// A number that changes with the records of that kind, to detect outdated derived data: read it
  /// before the records. It may change without them.
  long version(Incarnation collection, Kind kind);
}
