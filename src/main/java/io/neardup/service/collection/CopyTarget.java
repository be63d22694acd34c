package io.neardup.service.collection;

import io.neardup.service.lookup.Guarantee;
import io.neardup.store.DocumentEvent.Put;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The target of a copy: a collection in this process or on another instance.
public interface CopyTarget {

  /// Stores copies of documents, with their metadata, verdicts and expiry. Returns once they are
  /// durable.
  ///
  /// @param documents with their texts, not many
  /// @return what became of each
  List<Copied> store(List<Put> documents);

  /// The outcome for one document.
  ///
  /// @param duplicateOf the nearest near-duplicate if it was skipped for that reason, else null
  /// @param guarantee of the near-duplicate lookup, null without one
  record Copied(
      String id, Outcome outcome, @Nullable String duplicateOf, @Nullable Guarantee guarantee) {

    static Copied of(String id, Outcome outcome) {
      return new Copied(id, outcome, null, null);
    }
  }

  enum Outcome {
    /// It was stored under a new id.
    ADDED,
    /// It was stored as the next version of the document with that id.
    REPLACED,
    /// It was not stored, because it has near-duplicates.
    SKIPPED,
    /// It was not stored, because it has expired.
    EXPIRED,
    /// It was not stored, because there is nothing to compute its fingerprint from.
    WITHOUT_TEXT
  }
}
