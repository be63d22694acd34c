package io.neardup.store;

import org.jspecify.annotations.Nullable;

/// An event as the bytes that will be written, all but its offset, which is not known yet. Made by
/// the thread that brings the event, so that the one that commits has little left to do.
///
/// @param partition of the document, or the cleared one
/// @param collection the number of its collection
/// @param collectionName for the message if the collection is gone by then
/// @param key of the document; of a cleared range, what all its keys begin with
/// @param value the stored revision, its first 8 bytes free for the offset; null unless it is a put
/// @param metadata what is kept apart of it
/// @param text what is kept apart of it
/// @param expiry key of its expiry
/// @param replaces whether an earlier revision may have parts that are to be removed
/// @param gone the encoded event if it is a delete or a clear
/// @param clears whether it removes the whole range of the key
record Prepared(
    int partition,
    int collection,
    String collectionName,
    byte[] key,
    byte @Nullable [] value,
    byte @Nullable [] metadata,
    byte @Nullable [] text,
    byte @Nullable [] expiry,
    boolean replaces,
    byte @Nullable [] gone,
    boolean clears) {

  /// About how many bytes it takes in memory and in the log.
  int size() {
    return 100 + 2 * key.length + length(value) + length(metadata) + length(text) + length(gone);
  }

  private static int length(byte @Nullable [] bytes) {
    return bytes == null ? 0 : bytes.length;
  }
}
