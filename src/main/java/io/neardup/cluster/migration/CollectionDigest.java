package io.neardup.cluster.migration;

import io.neardup.service.lookup.ContentHasher;
import io.neardup.store.CollectionSettings;
import io.neardup.store.ContentHash;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.codec.BinaryWriter;
import io.neardup.store.codec.EventCodec;
import io.neardup.store.codec.SettingsCodec;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/// The number of documents of a collection, and a digest of its settings and of all fields of its
/// documents in any order: equal collections have equal digests.
///
/// The digest is the sum, modulo 2^128, of hashes of the settings and of each document: of the
/// first 128 bits of the SHA-256 of their binary format (see [EventCodec]).
///
/// @param documents their number
/// @param high the first 64 bits of the digest
/// @param low the last 64 bits of the digest
public record CollectionDigest(long documents, long high, long low) {

  /// The digest of a collection without documents.
  static CollectionDigest of(CollectionSettings settings) {
    CollectionSettings unnumbered = settings.withCreation(settings.createdAt().toEpochMilli());
    ContentHash hash =
        hash(
            new BinaryWriter(128)
                .string(settings.name())
                .raw(SettingsCodec.encode(unnumbered, 0))
                .toBytes());
    return new CollectionDigest(0, hash.high(), hash.low());
  }

  /// The hash of a document with its text.
  static ContentHash hash(Put put) {
    return hash(EventCodec.encode(put));
  }

  private static ContentHash hash(byte[] bytes) {
    ByteBuffer hash = ByteBuffer.wrap(ContentHasher.sha256().digest(bytes));
    return new ContentHash(hash.getLong(), hash.getLong());
  }

  /// The digest of the collection with one more document.
  ///
  /// @param hash of the document
  CollectionDigest plus(ContentHash hash) {
    long sum = low + hash.low();
    int carry = Long.compareUnsigned(sum, low) < 0 ? 1 : 0;
    return new CollectionDigest(documents + 1, high + hash.high() + carry, sum);
  }

  /// The digest in hex.
  public String hex() {
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(high) + hex.toHexDigits(low);
  }
}
