package io.neardup.store.disk;

import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import io.neardup.store.rocks.DataDirectory;
import io.neardup.store.rocks.FormatFile;
import io.neardup.store.rocks.NativeLibrary;
import io.neardup.store.rocks.StorageFailures;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.rocksdb.BackupEngine;
import org.rocksdb.BackupEngineOptions;
import org.rocksdb.Env;
import org.rocksdb.RestoreOptions;
import org.rocksdb.RocksDBException;

/// Backups of a data directory in another directory. Unchanged files are shared with earlier
/// backups; each backup can be restored without the others.
public final class Backups {

  private final Path directory;

  /// @param directory of the backups, created if missing; should be on another disk
  public Backups(Path directory) {
    this.directory = directory.toAbsolutePath().normalize();
  }

  /// Creates a backup of an open store: everything acknowledged before the call, and possibly some
  /// later writes.
  public Backup create(DocumentStore store) {
    NativeLibrary.load(store.path());
    return with(
        true,
        engine -> {
          store.backUp(engine);
          return newest(engine);
        });
  }

  public List<Backup> list() {
    NativeLibrary.load(directory);
    return with(false, Backups::describe);
  }

  /// Their size on disk, shared files counted once.
  public long bytes() {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.map(Path::toFile).filter(File::isFile).mapToLong(File::length).sum();
    } catch (IOException | UncheckedIOException e) {
      throw new StoreException(
          StoreFault.UNUSABLE_DIRECTORY,
          "The backup directory " + directory + " cannot be read: " + e + ".",
          e);
    }
  }

  public void keep(int newest) {
    NativeLibrary.load(directory);
    with(
        false,
        engine -> {
          engine.purgeOldBackups(newest);
          return newest;
        });
  }

  /// Restores a backup into an empty data directory. Checksums are verified, and the restored
  /// documents are opened and read.
  ///
  /// @param id of the backup
  /// @param target the new data directory
  /// @return the names of collections that are incomplete in the backup, with the reason: they had
  ///   been damaged before
  public Map<String, StoreException> restore(int id, Path target) {
    try (DataDirectory data = DataDirectory.lock(target)) {
      requireEmpty(data);
      NativeLibrary.load(data.path());
      requireExisting(id);
      try {
        copy(id, data.rocksdb());
        // A new history: clients of the change feed may have seen changes after the backup.
        FormatFile format = FormatFile.fresh();
        Map<String, StoreException> damages = DocumentStore.verify(data);
        format.write(data.path());
        return damages;
      } catch (StoreException e) {
        remove(data.rocksdb());
        throw e.kind() != StoreFault.DAMAGED
            ? e
            : new StoreException(
                StoreFault.DAMAGED,
                "Backup "
                    + id
                    + " in "
                    + directory
                    + " is damaged; nothing was restored. Restore another"
                    + " one. ("
                    + e.getMessage()
                    + ")",
                e);
      }
    }
  }

  private void copy(int id, Path rocksdb) {
    String to = rocksdb.toString();
    with(
        false,
        engine -> {
          try (RestoreOptions options = new RestoreOptions(false)) {
            engine.restoreDbFromBackup(id, to, to, options);
          }
          return id;
        });
  }

  private void requireExisting(int id) {
    if (with(false, Backups::describe).stream().noneMatch(backup -> backup.id() == id)) {
      throw new StoreException(
          StoreFault.UNUSABLE_DIRECTORY,
          "There is no backup "
              + id
              + " in "
              + directory
              + "; GET /admin/backups lists the existing ones.");
    }
  }

  private static void requireEmpty(DataDirectory data) {
    if (data.format() != null || Files.exists(data.rocksdb())) {
      throw new StoreException(
          StoreFault.UNUSABLE_DIRECTORY,
          "The data directory " + data.path() + " has documents. Restore into an empty directory.");
    }
  }

  private static void remove(Path tree) {
    try (Stream<Path> files = Files.walk(tree)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new StoreException(
          StoreFault.IO,
          "Cannot remove " + tree + ", which a failed restore left: " + e + ". Remove it.",
          e);
    }
  }

  private static Backup newest(BackupEngine engine) {
    return describe(engine).getLast();
  }

  private static List<Backup> describe(BackupEngine engine) {
    return engine.getBackupInfo().stream()
        .map(info ->
            new Backup(info.backupId(), Instant.ofEpochSecond(info.timestamp()), info.size()))
        .toList();
  }

  private <T> T with(boolean create, Step<T> step) {
    try {
      if (create) {
        Files.createDirectories(directory);
      } else if (!Files.isDirectory(directory)) {
        throw new StoreException(
            StoreFault.UNUSABLE_DIRECTORY, "There is no directory " + directory + " with backups.");
      }
    } catch (IOException e) {
      throw new StoreException(
          StoreFault.UNUSABLE_DIRECTORY,
          "The backup directory " + directory + " cannot be created: " + e + ". Name another one.",
          e);
    }
    try (BackupEngineOptions options = new BackupEngineOptions(directory.toString());
        BackupEngine engine = BackupEngine.open(Env.getDefault(), options)) {
      return step.run(engine);
    } catch (RocksDBException e) {
      throw StorageFailures.sentence(directory, "use", e);
    }
  }

  private interface Step<T> {
    T run(BackupEngine engine) throws RocksDBException;
  }

  /// A backup.
  ///
  /// @param id its number
  /// @param time when it was created, to the second
  /// @param bytes its size, including files shared with others
  public record Backup(int id, Instant time, long bytes) {}
}
