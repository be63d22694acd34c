package io.neardup.store.rocks;

import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import java.nio.file.Path;
import java.util.Locale;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/// Converts errors of RocksDB to sentences that name the file and the remedy.
public final class StorageFailures {

  private StorageFailures() {}

  /// The failure of an operation on the data directory.
  ///
  /// @param verb the failed operation: open, read or write
  public static StoreException sentence(Path directory, String verb, RocksDBException e) {
    Status status = e.getStatus();
    String why = String.valueOf(e.getMessage());
    String low = why.toLowerCase(Locale.ROOT);
    if (isNoSpace(status, low)) {
      return new StoreException(
          StoreFault.DISK_FULL,
          "The disk under "
              + directory
              + " is full ("
              + why
              + "). Nothing of this request was stored; make room and send it again.",
          e);
    }
    if (low.contains("permission denied") || low.contains("read-only file system")) {
      return new StoreException(
          StoreFault.UNUSABLE_DIRECTORY,
          "Cannot "
              + verb
              + " the document store in "
              + directory
              + " ("
              + why
              + "). Grant the user that runs neardup permission to read and write all files there.",
          e);
    }
    if (isDamage(status, low, verb)) {
      return new StoreException(
          StoreFault.DAMAGED,
          "The document store in "
              + directory
              + " is damaged ("
              + why
              + "). Restore the latest backup into an empty directory.",
          e);
    }
    return new StoreException(
        StoreFault.IO,
        "Cannot "
            + verb
            + " the document store in "
            + directory
            + " ("
            + why
            + "). Check the disk and the system log; then try again.",
        e);
  }

  private static boolean isNoSpace(Status status, String why) {
    return status != null && status.getSubCode() == Status.SubCode.NoSpace
        || why.contains("no space left");
  }

  private static boolean isDamage(Status status, String why, String verb) {
    if (status != null && status.getCode() == Status.Code.Corruption) {
      return true;
    }
    // A required file is missing.
    return verb.equals("open") && why.contains("no such file") || why.contains("checksum mismatch");
  }
}
