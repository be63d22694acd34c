package io.neardup.index;

import java.util.stream.Stream;

/// The fingerprints ordered by one choice of blocks, as if the bits of those blocks had been moved
/// to the front. Sharded by the first bits of that key.
final class PermutationTable {

  private static final int SHARD_BITS = 8;

  private final long keyMask;
  private final int shardKeyBits;
  private final TableShard[] shards = new TableShard[1 << SHARD_BITS];

  /// @param keyMask the bits of the chosen blocks
  PermutationTable(long keyMask) {
    this.keyMask = keyMask;
    this.shardKeyBits = Math.max(0, Long.bitCount(keyMask) - SHARD_BITS);
    for (int i = 0; i < shards.length; i++) {
      shards[i] = new TableShard(shardKeyBits);
    }
  }

  /// The bits that a fingerprint must share with the query to be a candidate here.
  long keyMask() {
    return keyMask;
  }

  void add(long fingerprint) {
    long key = key(fingerprint);
    shard(key).add(withinShard(key), fingerprint, f -> withinShard(key(f)));
  }

  void remove(long fingerprint) {
    long key = key(fingerprint);
    shard(key).remove(withinShard(key), fingerprint, f -> withinShard(key(f)));
  }

  /// Looks at every fingerprint that shares the query's key, and perhaps some more.
  void scan(Hits hits, Hits.Filter filter) {
    long key = key(hits.query());
    shard(key).scan(withinShard(key), hits, filter);
  }

  int largestBucket() {
    return Stream.of(shards).mapToInt(TableShard::largestBucket).max().orElse(0);
  }

  private long key(long fingerprint) {
    return Long.compress(fingerprint, keyMask);
  }

  private TableShard shard(long key) {
    return shards[(int) (key >>> shardKeyBits)];
  }

  private long withinShard(long key) {
    return key & ~(-1L << shardKeyBits);
  }
}
