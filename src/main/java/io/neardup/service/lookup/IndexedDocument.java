package io.neardup.service.lookup;

import io.neardup.simhash.Fingerprint;
import io.neardup.store.DocumentRow;
import io.neardup.store.Revision;
import org.jspecify.annotations.Nullable;

/// How a document is indexed.
///
/// @param fingerprint of the document
/// @param allows whether it is allowed, so that texts within its distance are not duplicates;
///   otherwise it is reported as a match
public record IndexedDocument(Fingerprint fingerprint, boolean allows) {

  /// Null if lookups do not find the document: it is disabled, or its text has no features.
  public static @Nullable IndexedDocument of(Revision revision) {
    Integer features = revision.features();
    Fingerprint fingerprint = revision.fingerprint();
    return revision.enabled() && isMatchable(features == null ? -1 : features, fingerprint)
        ? new IndexedDocument(fingerprint, revision.allowed())
        : null;
  }

  static @Nullable IndexedDocument of(DocumentRow row) {
    Fingerprint fingerprint = row.fingerprint();
    return row.enabled() && isMatchable(row.features(), fingerprint)
        ? new IndexedDocument(fingerprint, row.allowed())
        : null;
  }

  /// @param features -1 if unknown
  private static boolean isMatchable(int features, Fingerprint fingerprint) {
    return features > 0 || features < 0 && !fingerprint.isZero();
  }
}
