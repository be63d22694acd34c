package io.neardup.store;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What collections have besides documents, by kind and key: what people have decided on them.
///
/// Methods fail with a [StoreException] once the collection was deleted: SUPERSEDED if it was
/// created again, else NO_COLLECTION.
public interface CollectionRecords {

  enum Kind {
    /// The judgement of a pair of documents.
    JUDGEMENT(1),

    /// A passage that is marked as boilerplate.
    BOILERPLATE(2),

    /// A job: what was requested, and how it ended.
    JOB(3);

    private final int number;

    Kind(int number) {
      this.number = number;
    }

    /// The number that stands for it in keys, 1 to 254.
    public int number() {
      return number;
    }

    /// The kind of a number, empty for one of a later version.
    public static Optional<Kind> of(int number) {
      return Arrays.stream(values()).filter(kind -> kind.number == number).findFirst();
    }
  }

  /// A change of a record.
  ///
  /// @param value null to remove it
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Change(Kind kind, String key, byte @Nullable [] value) {}

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Stored(String key, byte[] value) {}

  /// Makes changes, all of them or none. Returns once they are on disk.
  void apply(Incarnation collection, List<Change> changes);

  byte @Nullable [] find(Incarnation collection, Kind kind, String key);

  /// The next records, in the order of the UTF-8 of their keys.
  ///
  /// @param after the key of the last one of the page before, "" for the first page
  List<Stored> list(Incarnation collection, Kind kind, String after, int limit);

  default void clear(Incarnation collection, Kind kind) {
    apply(
        collection,
        list(collection, kind, "", Integer.MAX_VALUE).stream()
            .map(each -> new Change(kind, each.key(), null))
            .toList());
  }

  /// A number that differs once records of that kind were changed, to notice that what was derived
  /// from them is outdated: read it before them. It may differ without a change.
  long version(Incarnation collection, Kind kind);
}
