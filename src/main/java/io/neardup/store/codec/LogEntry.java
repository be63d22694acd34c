package io.neardup.store.codec;

import io.neardup.store.DocumentEvent;

/// An entry of the log. For a stored document it has only the id: the latest revision is stored
/// with the documents, and earlier ones are not needed.
public sealed interface LogEntry {

  long offset();

  /// The number of the collection.
  int collection();

  /// A document was stored.
  record Stored(long offset, int collection, String id) implements LogEntry {}

  /// Documents were deleted.
  record Deletion(long offset, int collection, DocumentEvent event) implements LogEntry {}
}
