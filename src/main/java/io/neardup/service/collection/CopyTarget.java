package io.neardup.service.collection;

import io.neardup.service.lookup.Guarantee;
import io.neardup.store.DocumentEvent.Put;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Where documents are copied to: a collection of this process, or of another instance.
public interface CopyTarget {

  /// Stores copies of documents, with their metadata, verdicts and expiry. Returns once they are
  /// durable.
  ///
  /// @param documents which have the texts; consumed one by one
  /// @return what became of each
  List<Copied> store(Stream<Put> documents);

  /// What became of a document.
  ///
  /// @param duplicateOf the nearest of the near-duplicates because of which it was not stored, else
  ///   null
  /// @param guarantee of the lookup of near-duplicates, null without one
  record Copied(
      String id, Outcome outcome, @Nullable String duplicateOf, @Nullable Guarantee guarantee) {

    static Copied of(String id, Outcome outcome) {
      return new Copied(id, outcome, null, null);
    }
  }

  enum Outcome {
    /// It was stored under a new id.
    ADDED,
    /// It was stored as the next version of the document of that id.
    REPLACED,
    /// It was not stored, because it has near-duplicates.
    SKIPPED,
    /// It was not stored, because it has expired.
    EXPIRED,
    /// It was not stored, because there is nothing to compute its fingerprint from.
    WITHOUT_TEXT
  }
}
