package io.neardup.service;

import io.neardup.service.RequestException.Kind;
import io.neardup.store.Backups;
import io.neardup.store.Backups.Backup;
import io.neardup.store.DurableStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes backups of the documents while they are written and read, one at a time.
public final class BackupService {

  private final DurableStore store;
  private final @Nullable Path directory;

  /// @param directory where backups are kept, null if none is configured
  public BackupService(DurableStore store, @Nullable Path directory) {
    this.store = store;
    this.directory = directory;
  }

  /// Makes a backup of all that is acknowledged.
  ///
  /// @param keep how many of the newest stay, null for all
  /// @throws RequestException CONFLICT if no directory is configured
  public synchronized Backup create(@Nullable Integer keep) {
    if (keep != null && keep < 1) {
      throw RequestException.invalid("keep", "must be 1 or more, was " + keep);
    }
    Backups backups = new Backups(directory());
    Backup made = backups.create(store);
    if (keep != null) {
      backups.keep(keep);
    }
    return made;
  }

  /// All backups, the oldest first.
  ///
  /// @throws RequestException CONFLICT if no directory is configured
  public synchronized List<Backup> list() {
    Path configured = directory();
    return Files.isDirectory(configured) ? new Backups(configured).list() : List.of();
  }

  private Path directory() {
    if (directory == null) {
      throw new RequestException(
          Kind.CONFLICT,
          "neardup.backup-dir",
          "is not configured; name a directory there, on another disk if there is one, and restart");
    }
    return directory;
  }
}
