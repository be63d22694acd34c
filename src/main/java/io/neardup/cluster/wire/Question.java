package io.neardup.cluster.wire;

import io.neardup.service.Fingerprinted;
import io.neardup.service.LazyVector;
import io.neardup.service.lookup.DocumentFilter;
import io.neardup.service.lookup.Lookup;
import io.neardup.simhash.Fingerprint;
import org.jspecify.annotations.Nullable;

/// A question of an instance to another, about all partitions of a [ReadRequest].
public sealed interface Question {

  /// A question about a collection.
  sealed interface OfCollection extends Question {

    /// The collection.
    CreatedCollection collection();
  }

  /// Which documents are near a fingerprint.
  ///
  /// @param features of the text, null if they are not known or not needed
  record Search(
      CreatedCollection collection,
      Fingerprint fingerprint,
      Lookup lookup,
      @Nullable LazyVector features)
      implements OfCollection {

    /// The documents near a text.
    public static Search of(CreatedCollection collection, Fingerprinted query, Lookup lookup) {
      return new Search(
          collection,
          query.fingerprint(),
          lookup,
          lookup.verification() == null ? null : query.vector());
    }
  }

  /// The document with an id.
  ///
  /// @param withText whether its text is requested
  record Find(CreatedCollection collection, String id, boolean withText) implements OfCollection {}

  /// The length of the text, or of the features, of the document with an id; answered by
  /// [Answer.Counts].
  record ContentBytes(CreatedCollection collection, String id) implements OfCollection {}

  /// A page of documents.
  ///
  /// @param after the id before the page
  record Page(CreatedCollection collection, String after, int limit, DocumentFilter filter)
      implements OfCollection {

    /// Rejects a negative limit.
    public Page {
      if (limit < 0) {
        throw new IllegalArgumentException("limit must be 0 or more, was " + limit);
      }
    }
  }

  /// The number of documents.
  record Count(CreatedCollection collection) implements OfCollection {}

  /// How far the partitions are applied.
  record Positions() implements Question {}
}
