package io.neardup.store.rocks;

import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/// Turns RocksDB errors into sentences that name the file and the remedy.
///
/// RocksDB's messages include localised ones of the operating system. Therefore the kind of a
/// failure is derived from its status and from the files.
public final class StorageFailures {

  private static final Pattern FILE =
      Pattern.compile("CURRENT|MANIFEST-\\d+|\\d+\\.(sst|log|blob)");

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
              + "). "
              + (verb.equals("open")
                  ? "Free space there, or name another directory by neardup.data-dir, and start"
                      + " again."
                  : "Nothing of this request was stored; make room and send it again."),
          e);
    }
    if (isUnusable(directory)) {
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
    if (low.contains("column families not opened")) {
      return new StoreException(
          StoreFault.OTHER_FORMAT,
          "The document store in "
              + directory
              + " was written by another version of neardup ("
              + why
              + "). Run that version, or store the documents again in an empty directory.",
          e);
    }
    if (isDamage(status, low) || verb.equals("open") && lacksFile(directory, why)) {
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

  /// Whether files cannot be written, or one cannot be read.
  private static boolean isUnusable(Path directory) {
    if (!Files.isDirectory(directory)) {
      return false;
    }
    try (Stream<Path> files = Files.list(directory)) {
      return !Files.isWritable(directory)
          || Files.getFileStore(directory).isReadOnly()
          || files.anyMatch(file -> Files.exists(file) && !Files.isReadable(file));
    } catch (AccessDeniedException e) {
      return true;
    } catch (IOException | UncheckedIOException e) {
      return false; // the disk fails
    }
  }

  private static boolean isDamage(Status status, String why) {
    return status != null && status.getCode() == Status.Code.Corruption
        || why.contains("checksum mismatch");
  }

  /// Whether a message names a file that does not exist and was not about to be created.
  private static boolean lacksFile(Path directory, String why) {
    return !why.contains("for appending")
        && FILE.matcher(why)
            .results()
            .anyMatch(file -> !Files.exists(directory.resolve(file.group())));
  }
}
