package io.neardup.service.join;

import io.neardup.store.Document;
import java.util.Comparator;

/// How documents are grouped, and which of a group is the one to keep.
///
/// @param by what makes a group
/// @param central whether centres are taken by how many documents are near them, before
///   `preference`; for stars only
/// @param preference the document to keep first; never equal for two documents
public record Grouping(By by, boolean central, Comparator<Document> preference) {

  /// What makes a group.
  public enum By {
    /// A chain of near pairs from each document to each other.
    COMPONENTS,

    /// A document, the survivor, that all others are near.
    STAR
  }
}
