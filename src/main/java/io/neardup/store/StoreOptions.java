package io.neardup.store;

import java.time.Duration;

/// How a store is to be opened.
///
/// @param partitions how many a new data directory gets, 1 to 256; an old one keeps its own
/// @param cacheBytes memory for blocks that were read
/// @param keepDeletes how long the log says that a document was deleted
public record StoreOptions(int partitions, long cacheBytes, Duration keepDeletes) {

  /// 24 partitions, 64 MB, 7 days.
  public static final StoreOptions DEFAULTS =
      new StoreOptions(Partitions.DEFAULT, 64L << 20, Duration.ofDays(7));

  /// Rejects a count of partitions that cannot be.
  public StoreOptions {
    new Partitions(partitions);
  }
}
