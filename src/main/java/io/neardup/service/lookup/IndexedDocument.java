package io.neardup.service.lookup;

import io.neardup.simhash.Fingerprint;
import io.neardup.store.DocumentRow;
import io.neardup.store.Revision;
import org.jspecify.annotations.Nullable;

/// How lookups find a document.
///
/// @param fingerprint by which they do
/// @param allows whether it is allowed, so that texts like it are no duplicates; else it is
///   reported as a match
public record IndexedDocument(Fingerprint fingerprint, boolean allows) {

  /// Null if lookups do not find it: it is disabled, or a text without features, which is like
  /// nothing.
  public static @Nullable IndexedDocument of(Revision revision) {
    Integer features = revision.features();
    Fingerprint fingerprint = revision.fingerprint();
    return revision.enabled() && isMatchable(features == null ? -1 : features, fingerprint)
        ? new IndexedDocument(fingerprint, revision.allowed())
        : null;
  }

  /// The same of a document that was read at the start.
  static @Nullable IndexedDocument of(DocumentRow row) {
    Fingerprint fingerprint = row.fingerprint();
    return row.enabled() && isMatchable(row.features(), fingerprint)
        ? new IndexedDocument(fingerprint, row.allowed())
        : null;
  }

  /// @param features -1 if they are not known
  private static boolean isMatchable(int features, Fingerprint fingerprint) {
    return features > 0 || features < 0 && !fingerprint.isZero();
  }
}
