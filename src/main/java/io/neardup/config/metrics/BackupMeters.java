package io.neardup.config.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.neardup.service.backup.BackupService;
import java.time.Instant;

/// What is measured of backups: nothing where there is no directory for them.
///
/// @param backups read from disk, so that the figures are right from the start on
public record BackupMeters(BackupService backups) implements MeterBinder {

  @Override
  public void bindTo(MeterRegistry registry) {
    if (!backups.isConfigured()) {
      return;
    }
    Gauge.builder("neardup.backups", backups, service -> service.figures().count())
        .description("Backups that there are")
        .register(registry);
    Gauge.builder("neardup.backups.size", backups, service -> service.figures().bytes())
        .description("What they take on disk")
        .baseUnit("bytes")
        .register(registry);
    Gauge.builder("neardup.backup.last.success.timestamp", backups, BackupMeters::newest)
        .description("When the newest backup was made, in seconds since 1970; NaN if there is none")
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
