package io.neardup.service.join;

import io.neardup.store.Document;
import java.util.Comparator;
import java.util.function.Function;

/// How documents are grouped, and which document of a group is kept.
///
/// @param by the kind of groups
/// @param central whether stars are centred where most documents are within the distance, before
///   `preference` is applied; for stars only
/// @param value by which documents are preferred
/// @param preference order of documents, the one to keep first; ties are decided by id
public record Grouping(
    By by, boolean central, Function<Document, RankValue> value, Comparator<Candidate> preference) {

  /// The kind of groups.
  public enum By {
    /// Chains of near-duplicates: connected components.
    COMPONENTS,

    /// A document, the survivor, and others within its distance.
    STAR
  }
}
