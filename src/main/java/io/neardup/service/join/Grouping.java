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

  /// What decides whether a document is kept, without the document: groups by star hold one for
  /// each fingerprint that has a near-duplicate.
  ///
  /// @param row of its fingerprint in the snapshot of the join
  /// @param ordinal of the document
  /// @param createdAt when it was first stored, in milliseconds since 1970
  /// @param value by which its [SurvivorRule] prefers it
  public record Candidate(int row, int ordinal, long createdAt, RankValue value) {}
}
