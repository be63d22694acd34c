package io.neardup.store.codec;

import io.neardup.store.DocumentEvent;

/// What the log keeps of an event. A stored document is only named: its latest revision is with the
/// documents, and earlier ones are nobody's business any more.
public sealed interface LogEntry {

  long offset();

  /// The number of the collection.
  int collection();

  /// A document was stored.
  record Stored(long offset, int collection, String id) implements LogEntry {}

  /// Documents were removed.
  record Gone(long offset, int collection, DocumentEvent event) implements LogEntry {}
}
