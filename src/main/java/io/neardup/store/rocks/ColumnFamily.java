package io.neardup.store.rocks;

import java.nio.charset.StandardCharsets;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;

/// The key spaces on disk: RocksDB's column families. Their names and keys are part of the format.
public enum ColumnFamily {
  /// Name → number: the next offset, the applied position of each partition, log markers.
  META("default", 1),
  /// Name of a collection → its settings.
  COLLECTIONS("collections", 1),
  /// [io.neardup.store.codec.DocumentKey] → offset (8 bytes), revision without large parts. Read
  /// entirely at start-up.
  DOCUMENTS("documents", 32),
  /// [io.neardup.store.codec.DocumentKey] → metadata that would slow down the start-up.
  METADATA("metadata", 16),
  /// [io.neardup.store.codec.DocumentKey] → text.
  TEXTS("texts", 32),
  /// Number of a collection, kind, key → a record of [RecordTable].
  RECORDS("records", 8),
  /// First offset (8 bytes) → [io.neardup.store.log.LogChunk].
  LOG("log", 16),
  /// Expiry in milliseconds (8 bytes), [io.neardup.store.codec.DocumentKey] → nothing.
  EXPIRIES("expiries", 8);

  private static final long MB = 1L << 20;

  private final String key;
  private final int bufferMegabytes;

  /// @param bufferMegabytes size of the write buffer before it becomes a file
  ColumnFamily(String key, int bufferMegabytes) {
    this.key = key;
    this.bufferMegabytes = bufferMegabytes;
  }

  byte[] keyBytes() {
    return key.getBytes(StandardCharsets.UTF_8);
  }

  ColumnFamilyOptions options(Cache cache) {
    BlockBasedTableConfig table = new BlockBasedTableConfig();
    table.setBlockCache(cache);
    table.setBlockSize(8 << 10); // a point read decompresses one block
    table.setFilterPolicy(new BloomFilter(10)); // 1 % of reads of missing keys access the disk
    table.setCacheIndexAndFilterBlocks(false); // about 2 bytes per document, kept in memory
    ColumnFamilyOptions options =
        new ColumnFamilyOptions()
            .setTableFormatConfig(table)
            .setCompressionType(CompressionType.LZ4_COMPRESSION)
            .setWriteBufferSize(bufferMegabytes * MB)
            .setMaxWriteBufferNumber(3)
            .setLevelCompactionDynamicLevelBytes(true);
    if (this == TEXTS) {
      options
          .setEnableBlobFiles(true) // compaction of keys does not rewrite texts
          .setMinBlobSize(256)
          .setBlobFileSize(128 * MB)
          .setBlobCompressionType(CompressionType.LZ4_COMPRESSION)
          .setEnableBlobGarbageCollection(true);
    }
    return options;
  }
}
