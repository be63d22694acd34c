package io.neardup.store.codec;

import org.jspecify.annotations.Nullable;

/// An event as the bytes that will be written, all but its offset, which is not known yet. Made by
/// the thread that brings the event, so that the one that commits has little left to do.
public final class EncodedEvent {

  /// Of the document, or the cleared one.
  public final int partition;

  /// The number of its collection.
  public final int collection;

  /// For the message if the collection is gone by then.
  public final String collectionName;

  /// Of the document; of a cleared range, what all its keys begin with.
  public final byte[] key;

  /// The stored revision, its first 8 bytes free for the offset; null unless it is a put.
  public final byte @Nullable [] value;

  /// What is kept apart of it.
  public final byte @Nullable [] metadata;

  /// What is kept apart of it.
  public final byte @Nullable [] text;

  /// Key of its expiry.
  public final byte @Nullable [] expiry;

  /// Whether an earlier revision may have parts that are to be removed.
  public final boolean replaces;

  /// The encoded event if it is a delete or a clear.
  public final byte @Nullable [] gone;

  /// Whether it removes the whole range of the key.
  public final boolean clears;

  /// A put.
  public EncodedEvent(
      int collection,
      String collectionName,
      byte[] key,
      byte[] value,
      byte @Nullable [] metadata,
      byte @Nullable [] text,
      byte @Nullable [] expiry,
      boolean replaces) {
    this.partition = DocumentKey.partition(key);
    this.collection = collection;
    this.collectionName = collectionName;
    this.key = key;
    this.value = value;
    this.metadata = metadata;
    this.text = text;
    this.expiry = expiry;
    this.replaces = replaces;
    this.gone = null;
    this.clears = false;
  }

  /// A delete or a clear.
  public EncodedEvent(
      int collection, String collectionName, byte[] key, byte[] gone, boolean clears) {
    this.partition = DocumentKey.partition(key);
    this.collection = collection;
    this.collectionName = collectionName;
    this.key = key;
    this.value = null;
    this.metadata = null;
    this.text = null;
    this.expiry = null;
    this.replaces = true;
    this.gone = gone;
    this.clears = clears;
  }

  /// About how many bytes it takes in memory and in the log.
  public int size() {
    return 100 + 2 * key.length + length(value) + length(metadata) + length(text) + length(gone);
  }

  private static int length(byte @Nullable [] bytes) {
    return bytes == null ? 0 : bytes.length;
  }
}
