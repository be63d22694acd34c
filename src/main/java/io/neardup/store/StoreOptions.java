package io.neardup.store;

import java.time.Duration;

/// Options for opening a store.
///
/// @param partitions of a new data directory, 1 to 256; an existing one keeps its number
/// @param cacheBytes memory for cached blocks
/// @param keepDeletes how long the log keeps deletes
public record StoreOptions(int partitions, long cacheBytes, Duration keepDeletes) {

  /// 24 partitions, 64 MB, 7 days.
  public static final StoreOptions DEFAULTS =
      new StoreOptions(Partitions.DEFAULT, 64L << 20, Duration.ofDays(7));

  /// The same with another number of partitions.
  public StoreOptions withPartitions(int other) {
    return new StoreOptions(other, cacheBytes, keepDeletes);
  }

  /// Rejects an invalid number of partitions.
  public StoreOptions {
    new Partitions(partitions);
  }
}
