package io.neardup.config;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.neardup.store.CommitCounts;
import io.neardup.store.StoreFigures;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// What is measured of the store.
final class StoreMeters implements MeterBinder {

  private static final String BYTES = "bytes";

  private final StoreFigures store;

  StoreMeters(StoreFigures store) {
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
        .description("Commits of the log, a sync each")
        .register(registry);
    FunctionCounter.builder("neardup.store.sync.failures", commits, CommitCounts::failures)
        .description("Commits of the log that failed")
        .register(registry);
    FunctionCounter.builder("neardup.store.events", commits, CommitCounts::events)
        .description("Events that were committed")
        .register(registry);
    gauge(registry, "waiting", "Appends that wait for a commit", null, StoreFigures::waiting);
    gauge(
        registry,
        "waiting.size",
        "Bytes that wait for a commit or are in one",
        BYTES,
        StoreFigures::waitingBytes);
    gauge(registry, "size", "Documents on disk, about", BYTES, StoreFigures::fileBytes);
    gauge(registry, "buffers", "Memory that is not in files yet", BYTES, StoreFigures::bufferBytes);
    gauge(registry, "cache", "Memory that holds blocks of files", BYTES, StoreFigures::cacheBytes);
    gauge(registry, "backlog", "Files that wait to be merged", BYTES, StoreFigures::backlogBytes);
    gauge(
        registry,
        "background.errors",
        "Failures to write files in the background",
        null,
        StoreFigures::backgroundErrors);
    gauge(
        registry,
        "writable",
        "1 if writes are taken, 0 if not",
        null,
        figures -> figures.takesWrites() ? 1 : 0);
  }

  private void gauge(
      MeterRegistry registry,
      String name,
      String description,
      @Nullable String unit,
      ToDoubleFunction<StoreFigures> value) {
    Gauge.builder("neardup.store." + name, store, value)
        .description(description)
        .baseUnit(unit)
        .register(registry);
  }
}
