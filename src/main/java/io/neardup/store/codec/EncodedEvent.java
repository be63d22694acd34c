package io.neardup.store.codec;

import org.jspecify.annotations.Nullable;

/// The bytes of an event without its offset, which is not known yet. The appending thread encodes
/// it, so that the committing thread has little left to do.
///
/// @param collection its collection number
/// @param key of the document; for a clear, the common prefix of its keys
/// @param value the stored revision, with its first 8 bytes reserved for the offset; null unless it
///   is a put
/// @param metadata the metadata, if they are stored separately
/// @param text the text, or the features instead, if stored
/// @param expiry the key of its expiry entry
/// @param replaces whether separately stored parts of an earlier revision may have to be removed
/// @param deletion the encoded event if it is a delete or a clear
/// @param clears whether it deletes all keys with this prefix
@SuppressWarnings("ArrayRecordComponent") // never compared
public record EncodedEvent(
    int collection,
    byte[] key,
    byte @Nullable [] value,
    byte @Nullable [] metadata,
    byte @Nullable [] text,
    byte @Nullable [] expiry,
    boolean replaces,
    byte @Nullable [] deletion,
    boolean clears) {

  public static EncodedEvent deletion(int collection, byte[] key, byte[] deletion, boolean clears) {
    return new EncodedEvent(collection, key, null, null, null, null, true, deletion, clears);
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
