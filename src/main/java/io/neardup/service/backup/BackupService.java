package io.neardup.service.backup;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
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

/// Creates backups, one at a time, while documents are read and written. Its metrics are read from
/// disk, so that they are correct from the start, and published only if a directory is configured.
public final class BackupService implements MeterBinder {

  private static final Logger log = LoggerFactory.getLogger(BackupService.class);

  /// Maximum age of backup metrics; reading them opens one file per backup.
  private static final Duration KEPT = Duration.ofMinutes(1);

  private final DocumentStore store;
  private final @Nullable Path directory;
  private final Clock clock;
  private final ReentrantLock using = new ReentrantLock(); // guards the directory
  private final AtomicLong failures = new AtomicLong();
  private volatile Known known = Known.NONE;

  public BackupService(DocumentStore store, @Nullable Path directory, Clock clock) {
    this.store = store;
    this.directory = directory;
    this.clock = clock;
  }

  /// The backups on disk.
  ///
  /// @param newest when the newest was created, null if there is none
  /// @param count their number
  /// @param bytes their size on disk, shared files counted once
  /// @param at when they were read
  record Known(@Nullable Instant newest, int count, long bytes, Instant at) {

    static final Known NONE = new Known(null, 0, 0, Instant.MIN);

    Known at(Instant time) {
      return new Known(newest, count, bytes, time);
    }
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    if (directory == null) {
      return;
    }
    Gauge.builder("neardup.backups", this, service -> service.known().count)
        .description("Number of backups")
        .register(registry);
    Gauge.builder("neardup.backups.size", this, service -> service.known().bytes)
        .description("Size of the backups on disk")
        .baseUnit(BaseUnits.BYTES)
        .register(registry);
    Gauge.builder("neardup.backup.last.success.timestamp", this, BackupService::newest)
        .description("Time of the newest backup, in seconds since 1970; NaN if there is none")
        .baseUnit("seconds")
        .register(registry);
    FunctionCounter.builder("neardup.backup.failures", failures, AtomicLong::get)
        .description("Backups that failed")
        .register(registry);
  }

  private double newest() {
    Instant newest = known().newest;
    return newest == null ? Double.NaN : newest.getEpochSecond();
  }

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
      known = known.at(Instant.MIN); // outdated
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

  /// The backups on disk, as of at most a minute ago, or before the backup that is being created.
  /// Empty if the directory cannot be read.
  Known known() {
    boolean old = known.at.isBefore(clock.instant().minus(KEPT));
    if (old && directory != null && using.tryLock()) {
      try {
        known = read(directory).at(clock.instant());
      } finally {
        using.unlock();
      }
    }
    return known;
  }

  private static Known read(Path configured) {
    try {
      List<Backup> backups = list(configured);
      return backups.isEmpty()
          ? Known.NONE
          : new Known(
              backups.getLast().time(),
              backups.size(),
              new Backups(configured).bytes(),
              Instant.MIN);
    } catch (StoreException e) {
      log.warn("The backups cannot be listed: {}", e.getMessage());
      return Known.NONE;
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
