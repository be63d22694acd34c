package io.neardup.service.write;

import io.neardup.service.lookup.IndexedDocument;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Logged;
import org.jspecify.annotations.Nullable;

/// Makes a durable write visible to lookups, see [io.neardup.service.lookup.LiveDocuments#apply].
@FunctionalInterface
public interface IndexUpdate {

  /// For a log that does so before the future of a write completes.
  IndexUpdate BY_LOG = (id, before, after, put) -> {};

  /// Applies the write.
  void apply(
      String id,
      @Nullable IndexedDocument before,
      @Nullable IndexedDocument after,
      @Nullable Logged<Put> put);
}
