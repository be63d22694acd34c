package io.neardup.index;

import org.jspecify.annotations.Nullable;

/// The owner's names for the documents that the index knows by number only.
@FunctionalInterface
public interface DocumentIds {

  /// The id of a document, or null if there is none of that number any more. It must not change
  /// while the document is in the index.
  @Nullable String idOf(int document);
}
