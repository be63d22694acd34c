package io.neardup.store;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Duration;

/// Options for opening a store.
///
/// @param partitions of a new data directory, 1 to 256; an existing one keeps its number
/// @param cacheBytes memory for cached blocks
/// @param keepDeletes how long the log keeps deletes
/// @param registry gets the metrics of the store
public record StoreOptions(
    int partitions, long cacheBytes, Duration keepDeletes, MeterRegistry registry) {

  /// 24 partitions, 64 MB, 7 days, no metrics.
  public static final StoreOptions DEFAULTS =
      new StoreOptions(
          Partitions.DEFAULT, 64L << 20, Duration.ofDays(7), new CompositeMeterRegistry());

  public StoreOptions withPartitions(int other) {
    return new StoreOptions(other, cacheBytes, keepDeletes, registry);
  }

  public StoreOptions withMetrics(MeterRegistry other) {
    return new StoreOptions(partitions, cacheBytes, keepDeletes, other);
  }

  /// Rejects an invalid number of partitions.
  public StoreOptions {
    new Partitions(partitions);
  }
}
