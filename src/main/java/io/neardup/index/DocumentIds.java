package io.neardup.index;

import org.jspecify.annotations.Nullable;

/// Maps document numbers of the index to ids.
@FunctionalInterface
public interface DocumentIds {

  /// The id of a document, or null if the document does not exist any more. It must not change
  /// while the document is in the index.
  @Nullable String idOf(int document);
}
