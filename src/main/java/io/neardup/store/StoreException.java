package io.neardup.store;

import org.jspecify.annotations.Nullable;

/// The store cannot do what it was asked to. The message is a whole sentence or two: which file,
/// why, and what to do about it.
public final class StoreException extends RuntimeException {

  private final Kind kind;

  /// What is the matter.
  public enum Kind {
    /// The directory is open elsewhere: stop the other one.
    IN_USE,
    /// A right is missing, or what should be a directory is a file.
    UNUSABLE_DIRECTORY,
    /// The native library cannot be loaded.
    NO_LIBRARY,
    /// Written by a newer version.
    NEWER_FORMAT,
    /// What is on disk is not what was written: restore a backup.
    DAMAGED,
    /// The disk is full: try again once there is room. RocksDB looks every few seconds, and wants
    /// as much as its largest write buffer, 32 MB.
    DISK_FULL,
    /// Reading or writing failed: try again, or look at the disk.
    IO,
    /// The collection is not there any more.
    NO_COLLECTION,
    /// Some of what the follower has not seen was removed from the log: start anew.
    TOO_FAR_BEHIND,
    /// The position was given out by another history of this store: start anew.
    OTHER_HISTORY,
    /// The store was closed.
    CLOSED
  }

  /// A matter that a sentence tells.
  public StoreException(Kind kind, String sentence) {
    this(kind, sentence, null);
  }

  /// A matter that a sentence tells, and what it came from.
  public StoreException(Kind kind, String sentence, @Nullable Throwable cause) {
    super(sentence, cause);
    this.kind = kind;
  }

  /// What is the matter.
  public Kind kind() {
    return kind;
  }

  /// Whether the same call may succeed later without anybody touching the data directory.
  public boolean mayPass() {
    return kind == Kind.DISK_FULL || kind == Kind.IO;
  }

  public static StoreException damaged(String what) {
    return new StoreException(
        Kind.DAMAGED,
        what + " Restore the latest backup, or remove the data directory to start empty.");
  }
}
