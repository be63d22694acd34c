package io.neardup.store;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// Something that happened to the documents of a collection: what the log is made of.
///
/// Applying an event twice is the same as applying it once.
public sealed interface DocumentEvent {

  /// The collection's name.
  String collection();

  /// When it happened, to the millisecond.
  Instant time();

  /// What the caller named the request, null if it has no name.
  @Nullable String requestId();

  /// A document was stored, in place of the one of the same id.
  ///
  /// @param time also when the document was last updated
  record Put(
      String collection, String id, Revision revision, Instant time, @Nullable String requestId)
      implements DocumentEvent {

    /// Rejects an id that nobody could ask for again.
    public Put {
      requireId(id);
      time = time.truncatedTo(ChronoUnit.MILLIS);
    }
  }

  /// A document was removed.
  record Delete(String collection, String id, Instant time, @Nullable String requestId)
      implements DocumentEvent {

    /// Rejects an id that no document can have.
    public Delete {
      requireId(id);
      time = time.truncatedTo(ChronoUnit.MILLIS);
    }
  }

  /// All documents of a collection in one partition were removed; a collection that is dropped
  /// gives one such event for each partition.
  record Clear(String collection, int partition, Instant time, @Nullable String requestId)
      implements DocumentEvent {

    /// Keeps milliseconds.
    public Clear {
      time = time.truncatedTo(ChronoUnit.MILLIS);
    }
  }

  private static void requireId(String id) {
    Document.requireId(id);
    if (id.codePoints()
        .anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
      throw new IllegalArgumentException("must have no half of a surrogate pair alone");
    }
  }
}
