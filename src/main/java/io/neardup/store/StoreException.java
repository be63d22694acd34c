package io.neardup.store;

import org.jspecify.annotations.Nullable;

/// A failure of the store. The message is one or two sentences: the file, the cause and the remedy.
public final class StoreException extends RuntimeException {

  private final StoreFault kind;

  public enum StoreFault {
    /// Another process has the directory open: stop it.
    IN_USE,
    /// A permission is missing, or a file exists where a directory must be.
    UNUSABLE_DIRECTORY,
    /// The native library cannot be loaded.
    NO_LIBRARY,
    /// Written by another version.
    OTHER_FORMAT,
    /// The data on disk is not what was written: restore a backup.
    DAMAGED,
    /// The disk is full: try again once space is free. RocksDB checks every few seconds, and
    /// requires as much as its largest write buffer, 32 MB.
    DISK_FULL,
    /// Reading or writing failed: try again, or check the disk.
    IO,
    /// The collection does not exist.
    NO_COLLECTION,
    /// The collection was deleted and created again since the request began: send it again.
    SUPERSEDED,
    /// The log no longer has some changes that the client has not seen: start anew.
    TOO_FAR_BEHIND,
    /// The position belongs to another history of this store: start anew.
    OTHER_HISTORY,
    CLOSED
  }

  public StoreException(StoreFault kind, String sentence) {
    this(kind, sentence, null);
  }

  public StoreException(StoreFault kind, String sentence, @Nullable Throwable cause) {
    super(sentence, cause);
    this.kind = kind;
  }

  public StoreFault kind() {
    return kind;
  }

  /// Whether the same call may succeed later without a repair of the data directory.
  public boolean mayPass() {
    return kind == StoreFault.DISK_FULL || kind == StoreFault.IO;
  }

  /// Whether stored data cannot be read because it is damaged or of another version. Other
  /// documents may be readable.
  public boolean isOfData() {
    return kind == StoreFault.DAMAGED || kind == StoreFault.OTHER_FORMAT;
  }

  public boolean isOfDeletedCollection() {
    return kind == StoreFault.NO_COLLECTION || kind == StoreFault.SUPERSEDED;
  }

  public static StoreException damaged(String what) {
    return new StoreException(
        StoreFault.DAMAGED,
        what
            + " Restore the latest backup, or delete the data directory to start without"
            + " documents.");
  }
}
