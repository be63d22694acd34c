package io.neardup.config.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.neardup.store.CommitCounts;
import io.neardup.store.disk.StoreMetrics;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// Metrics of the store.
public final class StoreMeters implements MeterBinder {

  private static final String BYTES = "bytes";

  private final StoreMetrics store;

  public StoreMeters(StoreMetrics store) {
    this.store = store;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    CommitCounts commits = store.commits();
    FunctionTimer.builder(
            "neardup.store.syncs",
            commits,
            CommitCounts::commits,
            CommitCounts::nanos,
            TimeUnit.NANOSECONDS)
        .description("Commits of the log, each with one sync")
        .register(registry);
    FunctionCounter.builder("neardup.store.sync.failures", commits, CommitCounts::failures)
        .description("Commits of the log that failed")
        .register(registry);
    FunctionCounter.builder("neardup.store.events", commits, CommitCounts::events)
        .description("Events that were committed")
        .register(registry);
    FunctionCounter.builder("neardup.changes.unreadable", store, StoreMetrics::unreadable)
        .description("Documents left out of changes, as they cannot be read")
        .register(registry);
    gauge(registry, "waiting", "Appends that wait for a commit", null, StoreMetrics::waiting);
    gauge(
        registry,
        "waiting.size",
        "Bytes of waiting and running commits",
        BYTES,
        StoreMetrics::waitingBytes);
    gauge(
        registry,
        "size",
        "Approximate size of the documents on disk",
        BYTES,
        StoreMetrics::fileBytes);
    gauge(
        registry, "buffers", "Memory of writes not yet in files", BYTES, StoreMetrics::bufferBytes);
    gauge(registry, "cache", "Memory of cached blocks of files", BYTES, StoreMetrics::cacheBytes);
    gauge(
        registry,
        "backlog",
        "Bytes of files that wait for compaction",
        BYTES,
        StoreMetrics::backlogBytes);
    gauge(
        registry,
        "background.errors",
        "Failures to write files in the background",
        null,
        StoreMetrics::backgroundErrors);
    gauge(
        registry,
        "writable",
        "1 if writes are accepted, 0 if not",
        null,
        figures -> figures.takesWrites() ? 1 : 0);
  }

  private void gauge(
      MeterRegistry registry,
      String name,
      String description,
      @Nullable String unit,
      ToDoubleFunction<StoreMetrics> value) {
    Gauge.builder("neardup.store." + name, store, value)
        .description(description)
        .baseUnit(unit)
        .register(registry);
  }
}
