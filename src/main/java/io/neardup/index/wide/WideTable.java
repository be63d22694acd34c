package io.neardup.index.wide;

import io.neardup.hamming.NearbyKeys;
import io.neardup.index.BucketSizes;
import io.neardup.index.HeapBytes;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The rows and sketches under each value of one block. Sharded by the first bits of the block, so
/// that writers on different shards do not wait for each other.
final class WideTable {

  private static final int MAX_SHARD_KEY_BITS = 8;

  /// By the number of bits. Shared by all tables, so that they stay in the cache.
  private static final Masks[] MASKS =
      IntStream.rangeClosed(0, MAX_SHARD_KEY_BITS).mapToObj(Masks::new).toArray(Masks[]::new);

  private final int shardKeyBits;
  private final WideTableShard[] shards;
  private final long[][] arrays; // of the shards, see ShardArray
  private final Masks across; // for the key bits that select the shard

  /// @param width the number of bits of the block, 1 to 16
  WideTable(int width) {
    this.shardKeyBits = Math.min(width, MAX_SHARD_KEY_BITS);
    this.across = MASKS[width - shardKeyBits];
    this.shards = new WideTableShard[1 << width - shardKeyBits];
    this.arrays = new long[shards.length][];
    for (int i = 0; i < shards.length; i++) {
      shards[i] = new WideTableShard(shardKeyBits, arrays, i);
    }
  }

  void add(int key, int row, long sketch) {
    shards[key >>> shardKeyBits].add(withinShard(key), row, sketch);
  }

  /// Adds many rows to an empty table. O(rows).
  ///
  /// @param keyOf returns the key of the row at an index of `rows`
  /// @param sketchOf returns its sketch
  void fill(int[] rows, IntUnaryOperator keyOf, IntToLongFunction sketchOf) {
    int[] ends = new int[(shards.length << shardKeyBits) + 1];
    for (int i = 0; i < rows.length; i++) {
      ends[keyOf.applyAsInt(i) + 1]++;
    }
    for (int key = 0; key < ends.length - 1; key++) {
      ends[key + 1] += ends[key];
    }
    int[] ordered = new int[rows.length];
    long[] sketches = new long[rows.length];
    for (int i = 0; i < rows.length; i++) {
      int at = ends[keyOf.applyAsInt(i)]++;
      ordered[at] = rows[i];
      sketches[at] = sketchOf.applyAsLong(i);
    }
    System.arraycopy(ends, 0, ends, 1, ends.length - 1); // each is now the start of the next key
    ends[0] = 0;
    for (int shard = 0; shard < shards.length; shard++) {
      shards[shard].fill(ends, shard << shardKeyBits, ordered, sketches);
    }
  }

  void remove(int key, int row) {
    shards[key >>> shardKeyBits].remove(withinShard(key), row);
  }

  /// Prefetches the shards of the keys within `radius` bits of `key`.
  ///
  /// @return a checksum that must be used, so that the compiler keeps the loads
  long prefetch(int key, int radius) {
    long prefetched = 0;
    for (int i = 0; i < across.count(radius); i++) {
      long[] shard = WideTableShard.array(arrays, key >>> shardKeyBits ^ across.mask(i));
      prefetched += ShardArray.prefetch(shard, shardKeyBits, withinShard(key));
    }
    return prefetched;
  }

  /// Collects the rows under the keys that are within `radius` bits of `key`, both without their
  /// last `dropped` bits.
  void find(int key, int radius, int dropped, ProbedRuns runs) {
    Masks masks = MASKS[shardKeyBits - dropped];
    for (int i = 0; i < across.count(radius); i++) {
      int left = radius - across.flips(i);
      ShardArray.find(
          WideTableShard.array(arrays, key >>> shardKeyBits ^ across.mask(i)),
          shardKeyBits,
          withinShard(key),
          masks.masks(),
          masks.count(left),
          left,
          dropped,
          runs);
    }
  }

  /// The memory in bytes.
  long bytes() {
    return 2 * HeapBytes.array(shards.length, Integer.BYTES)
        + Stream.of(shards).mapToLong(WideTableShard::bytes).sum();
  }

  void count(BucketSizes sizes) {
    for (WideTableShard shard : shards) {
      shard.count(sizes);
    }
  }

  private int withinShard(int key) {
    return key & (1 << shardKeyBits) - 1;
  }

  /// Every combination of up to 8 bits to flip, ordered by the number of flipped bits.
  private static final class Masks {

    private final byte[] masks;
    private final int[] counts; // number of masks with up to that many flipped bits

    Masks(int bits) {
      int[] all = NearbyKeys.all(bits, bits);
      masks = new byte[all.length];
      counts = new int[bits + 1];
      for (int i = 0; i < masks.length; i++) {
        masks[i] = (byte) all[i];
        counts[Integer.bitCount(all[i])] = i + 1;
      }
    }

    byte[] masks() {
      return masks;
    }

    int mask(int index) {
      return masks[index] & 0xFF;
    }

    int flips(int index) {
      return Integer.bitCount(mask(index));
    }

    int count(int radius) {
      return counts[Math.min(radius, counts.length - 1)];
    }
  }
}
