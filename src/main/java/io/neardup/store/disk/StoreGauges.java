package io.neardup.store.disk;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.neardup.store.rocks.ColumnFamily;
import io.neardup.store.rocks.Database;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// Metrics about the files of a store, read at each scrape.
///
/// @param store closes the database; its metrics are then NaN
record StoreGauges(DocumentStore store, Database database, MeterRegistry registry) {

  void register() {
    gauge(
        "size",
        "Approximate size of the documents on disk",
        BaseUnits.BYTES,
        files ->
            sum(files, "rocksdb.live-sst-files-size") + sum(files, "rocksdb.live-blob-file-size"));
    gauge(
        "buffers",
        "Memory of writes not yet in files",
        BaseUnits.BYTES,
        files -> sum(files, "rocksdb.cur-size-all-mem-tables"));
    gauge(
        "cache",
        "Memory of cached blocks of files",
        BaseUnits.BYTES,
        files -> files.property(ColumnFamily.DOCUMENTS, "rocksdb.block-cache-usage"));
    gauge( // grows without limit if the disk is too slow for the rate of writes
        "backlog",
        "Bytes of files that wait for compaction",
        BaseUnits.BYTES,
        files -> sum(files, "rocksdb.estimate-pending-compaction-bytes"));
    gauge(
        "background.errors",
        "Failures to write files in the background",
        null,
        files -> files.property(ColumnFamily.DOCUMENTS, "rocksdb.background-errors"));
    Gauge.builder("neardup.store.writable", store, each -> each.acceptsWrites() ? 1 : 0)
        .description("1 if writes are accepted, 0 if not")
        .register(registry);
  }

  private void gauge(
      String name, String description, @Nullable String unit, ToDoubleFunction<Database> value) {
    Gauge.builder("neardup.store." + name, database, value)
        .description(description)
        .baseUnit(unit)
        .register(registry);
  }

  private static long sum(Database files, String property) {
    long sum = 0;
    for (ColumnFamily family : ColumnFamily.values()) {
      sum += files.property(family, property);
    }
    return sum;
  }
}
