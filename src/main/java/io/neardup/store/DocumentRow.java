package io.neardup.store;

import io.neardup.simhash.Fingerprint;

/// The fields of a document that an index needs, without an object per document. Valid until the
/// next document of the same thread is read.
public interface DocumentRow {

  String collection();

  /// The id, as a new string; see [#buffer] for its bytes.
  String id();

  /// The buffer that contains the id, from [#idStart] to [#idEnd].
  byte[] buffer();

  /// The index of the first byte of the id.
  int idStart();

  /// The index after the last byte of the id.
  int idEnd();

  Fingerprint fingerprint();

  int bits();

  long offset();

  /// The number of distinct features of the fingerprint, -1 if unknown.
  int features();

  boolean enabled();

  boolean allowed();

  long version();

  /// When the id was first stored, in milliseconds since 1970.
  long createdAt();

  boolean expires();

  /// When it expires, in milliseconds since 1970, 0 if it does not.
  long expiresAt();
}
