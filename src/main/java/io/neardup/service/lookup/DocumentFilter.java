package io.neardup.service.lookup;

import io.neardup.store.Document;
import org.jspecify.annotations.Nullable;

/// A filter of documents by id, verdict and metadata.
///
/// @param prefix that ids must begin with, empty for all
/// @param enabled whether lookups find them, null for both
/// @param allowed whether their texts are allowed, null for both
public record DocumentFilter(
    String prefix, @Nullable Boolean enabled, @Nullable Boolean allowed, MetadataFilter metadata) {

  public static DocumentFilter of(MetadataFilter metadata) {
    return new DocumentFilter("", null, null, metadata);
  }

  boolean acceptsAll() {
    return prefix.isEmpty() && enabled == null && allowed == null && metadata.isEmpty();
  }

  boolean accepts(Document document) {
    return document.id().startsWith(prefix)
        && (enabled == null || enabled == document.revision().enabled())
        && (allowed == null || allowed == document.revision().allowed())
        && metadata.accepts(document.metadata());
  }
}
