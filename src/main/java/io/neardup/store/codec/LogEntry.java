package io.neardup.store.codec;

import io.neardup.store.DocumentEvent;

/// A log entry. For a stored document it has only the id: the latest revision is stored with the
/// documents, and earlier ones are not needed.
public sealed interface LogEntry {

  long offset();

  int collection();

  record Stored(long offset, int collection, String id) implements LogEntry {}

  record Deletion(long offset, int collection, DocumentEvent event) implements LogEntry {}
}
