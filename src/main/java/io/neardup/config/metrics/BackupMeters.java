package io.neardup.config.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.neardup.service.backup.BackupService;
import java.time.Instant;

/// Metrics of backups. Published only if a directory of backups is configured.
///
/// @param backups read from disk, so that the values are correct from the start on
public record BackupMeters(BackupService backups) implements MeterBinder {

  @Override
  public void bindTo(MeterRegistry registry) {
    if (!backups.isConfigured()) {
      return;
    }
    Gauge.builder("neardup.backups", backups, service -> service.figures().count())
        .description("Number of backups")
        .register(registry);
    Gauge.builder("neardup.backups.size", backups, service -> service.figures().bytes())
        .description("Size of the backups on disk")
        .baseUnit("bytes")
        .register(registry);
    Gauge.builder("neardup.backup.last.success.timestamp", backups, BackupMeters::newest)
        .description("Time of the newest backup, in seconds since 1970; NaN if there is none")
        .baseUnit("seconds")
        .register(registry);
    FunctionCounter.builder("neardup.backup.failures", backups, BackupService::failures)
        .description("Backups that failed")
        .register(registry);
  }

  private static double newest(BackupService backups) {
    Instant newest = backups.figures().newest();
    return newest == null ? Double.NaN : newest.getEpochSecond();
  }
}
