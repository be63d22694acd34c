package io.neardup.store.codec;

import org.jspecify.annotations.Nullable;

/// The bytes of an event without its offset, which is not known yet. Encoded by the appending
/// thread, so that the committing thread has little left to do.
public final class EncodedEvent {

  /// Of the document, or of the clear.
  public final int partition;

  /// The number of its collection.
  public final int collection;

  /// Of the document; for a clear, the common prefix of its keys.
  public final byte[] key;

  /// The stored revision, with its first 8 bytes reserved for the offset; null unless it is a put.
  public final byte @Nullable [] value;

  /// The metadata, if they are stored separately.
  public final byte @Nullable [] metadata;

  /// The text, if it is stored.
  public final byte @Nullable [] text;

  /// The key of its expiry.
  public final byte @Nullable [] expiry;

  /// Whether an earlier revision may have separately stored parts that must be removed.
  public final boolean replaces;

  /// The encoded event if it is a delete or a clear.
  public final byte @Nullable [] deletion;

  /// Whether it deletes the whole range of the key.
  public final boolean clears;

  /// A put.
  public EncodedEvent(
      int collection,
      byte[] key,
      byte[] value,
      byte @Nullable [] metadata,
      byte @Nullable [] text,
      byte @Nullable [] expiry,
      boolean replaces) {
    this.partition = DocumentKey.partition(key);
    this.collection = collection;
    this.key = key;
    this.value = value;
    this.metadata = metadata;
    this.text = text;
    this.expiry = expiry;
    this.replaces = replaces;
    this.deletion = null;
    this.clears = false;
  }

  /// A delete or a clear.
  public EncodedEvent(int collection, byte[] key, byte[] deletion, boolean clears) {
    this.partition = DocumentKey.partition(key);
    this.collection = collection;
    this.key = key;
    this.value = null;
    this.metadata = null;
    this.text = null;
    this.expiry = null;
    this.replaces = true;
    this.deletion = deletion;
    this.clears = clears;
  }

  /// Its approximate size in memory and in the log, in bytes.
  public int size() {
    return 100
        + 2 * key.length
        + length(value)
        + length(metadata)
        + length(text)
        + length(deletion);
  }

  private static int length(byte @Nullable [] bytes) {
    return bytes == null ? 0 : bytes.length;
  }
}
