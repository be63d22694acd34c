package io.neardup.service.lookup;

import io.neardup.simhash.Fingerprint;
import io.neardup.store.DocumentRow;
import io.neardup.store.Revision;
import org.jspecify.annotations.Nullable;

/// How a document is indexed.
///
/// @param fingerprint of the document
/// @param allows whether it is an allowed document, so that texts within its distance are not
///   duplicates; otherwise lookups report it as a match
public record IndexedDocument(Fingerprint fingerprint, boolean allows) {

  /// Null if lookups do not find the document: it is disabled, or its text has no features.
  public static @Nullable IndexedDocument of(Revision revision) {
    return revision.enabled() && isMatchable(revision.features(), revision.fingerprint())
        ? new IndexedDocument(revision.fingerprint(), revision.allowed())
        : null;
  }

  static @Nullable IndexedDocument of(DocumentRow row) {
    return row.enabled() && isMatchable(row.features(), row.fingerprint())
        ? new IndexedDocument(row.fingerprint(), row.allowed())
        : null;
  }

  private static boolean isMatchable(@Nullable Integer features, Fingerprint fingerprint) {
    return features == null ? !fingerprint.isZero() : features > 0;
  }
}
