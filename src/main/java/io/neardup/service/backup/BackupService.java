package io.neardup.service.backup;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.store.StoreException;
import io.neardup.store.disk.Backups;
import io.neardup.store.disk.Backups.Backup;
import io.neardup.store.disk.DocumentStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Creates backups while documents are written and read, one at a time.
public final class BackupService {

  private static final Logger log = LoggerFactory.getLogger(BackupService.class);

  /// Maximum age of backup metrics, since reading them takes a file per backup.
  private static final Duration KEPT = Duration.ofMinutes(1);

  private final DocumentStore store;
  private final @Nullable Path directory;
  private final Clock clock;
  private final ReentrantLock using = new ReentrantLock(); // guards the directory
  private final AtomicLong failures = new AtomicLong();
  private volatile Known known = new Known(BackupStatus.NONE, Instant.MIN);

  /// @param directory of the backups, null if it is not configured
  public BackupService(DocumentStore store, @Nullable Path directory, Clock clock) {
    this.store = store;
    this.directory = directory;
    this.clock = clock;
  }

  private record Known(BackupStatus figures, Instant at) {}

  /// Creates a backup of all acknowledged writes.
  ///
  /// @param keep number of newest backups to keep, null for all
  /// @throws RequestException CONFLICT if no directory is configured
  public Backup create(@Nullable Integer keep) {
    if (keep != null && keep < 1) {
      throw RequestException.invalid("keep", "must be 1 or more, was " + keep);
    }
    Backups backups = new Backups(directory());
    using.lock();
    try {
      Backup made = backups.create(store);
      if (keep != null) {
        backups.keep(keep);
      }
      return made;
    } catch (RuntimeException e) {
      failures.incrementAndGet();
      throw e;
    } finally {
      known = new Known(known.figures, Instant.MIN); // outdated
      using.unlock();
    }
  }

  /// All backups, the oldest first.
  ///
  /// @throws RequestException CONFLICT if no directory is configured
  public List<Backup> list() {
    Path configured = directory();
    using.lock();
    try {
      return list(configured);
    } finally {
      using.unlock();
    }
  }

  /// Whether a directory for backups is configured.
  public boolean isConfigured() {
    return directory != null;
  }

  /// The number of failed backups since the start.
  public long failures() {
    return failures.get();
  }

  /// The backups on disk, up to a minute old; while one is being created, the status before. Empty
  /// if the directory cannot be read.
  public BackupStatus figures() {
    boolean old = known.at.isBefore(clock.instant().minus(KEPT));
    if (old && directory != null && using.tryLock()) {
      try {
        known = new Known(read(directory), clock.instant());
      } finally {
        using.unlock();
      }
    }
    return known.figures;
  }

  private static BackupStatus read(Path configured) {
    try {
      List<Backup> backups = list(configured);
      return backups.isEmpty()
          ? BackupStatus.NONE
          : BackupStatus.of(backups, new Backups(configured).bytes());
    } catch (StoreException e) {
      log.warn("The backups cannot be listed: {}", e.getMessage());
      return BackupStatus.NONE;
    }
  }

  private static List<Backup> list(Path configured) {
    return Files.isDirectory(configured) ? new Backups(configured).list() : List.of();
  }

  private Path directory() {
    if (directory == null) {
      throw new RequestException(
          Fault.CONFLICT,
          "neardup.backup-dir",
          "is not configured; set it to a directory, preferably on another disk, and restart");
    }
    return directory;
  }
}
