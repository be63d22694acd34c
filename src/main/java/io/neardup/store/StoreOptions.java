package io.neardup.store;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Duration;

/// Options for opening a store.
///
/// @param cacheBytes memory for cached blocks
/// @param keepDeletes how long the log keeps deletes
/// @param registry gets the metrics of the store
public record StoreOptions(long cacheBytes, Duration keepDeletes, MeterRegistry registry) {

  /// 64 MB, 7 days, no metrics.
  public static final StoreOptions DEFAULTS =
      new StoreOptions(64L << 20, Duration.ofDays(7), new CompositeMeterRegistry());

  public StoreOptions withMetrics(MeterRegistry other) {
    return new StoreOptions(cacheBytes, keepDeletes, other);
  }
}
