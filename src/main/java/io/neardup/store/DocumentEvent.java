package io.neardup.store;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// A change to the documents of a collection, as recorded in the log.
///
/// Applying an event twice has the same effect as applying it once.
public sealed interface DocumentEvent {

  String collection();

  /// When it was recorded, to the millisecond.
  Instant time();

  sealed interface OfDocument extends DocumentEvent {

    String id();
  }

  /// A document was stored, replacing the one with the same id.
  ///
  /// @param time also the document's update time
  record Put(String collection, String id, Revision revision, Instant time) implements OfDocument {

    /// Rejects ids that cannot be requested.
    public Put {
      requireId(id);
      time = time.truncatedTo(ChronoUnit.MILLIS);
    }
  }

  record Delete(String collection, String id, Instant time) implements OfDocument {

    public Delete {
      requireId(id);
      time = time.truncatedTo(ChronoUnit.MILLIS);
    }
  }

  /// A collection was deleted with all its documents.
  record Clear(String collection, Instant time) implements DocumentEvent {

    /// Truncates the time to milliseconds.
    public Clear {
      time = time.truncatedTo(ChronoUnit.MILLIS);
    }
  }

  /// Checks the id of a document to store.
  ///
  /// @throws IllegalArgumentException if it is invalid; the message is a clause about it
  static void requireId(String id) {
    Document.requireId(id);
    if (id.codePoints()
        .anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
      throw new IllegalArgumentException("must have no unpaired surrogate");
    }
  }
}
