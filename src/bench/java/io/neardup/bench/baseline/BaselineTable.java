package io.neardup.bench.baseline;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/// The rows under each of 65,536 keys, in shards of 256 keys.
final class BaselineTable {

  private static final int[] MASKS =
      IntStream.range(0, 256)
          .boxed()
          .sorted(Comparator.comparingInt(Integer::bitCount))
          .mapToInt(Integer::intValue)
          .toArray();
  private static final int[] COUNTS = {1, 9, 37, 93, 163, 219, 247, 255, 256}; // by radius

  private final Shard[] shards = new Shard[256];

  private record Shard(int[] starts, int[] rows) {}

  void fill(int[] rows, IntUnaryOperator keyOf) {
    int[] ends = new int[(1 << 16) + 1];
    for (int i = 0; i < rows.length; i++) {
      ends[keyOf.applyAsInt(i) + 1]++;
    }
    for (int key = 0; key < ends.length - 1; key++) {
      ends[key + 1] += ends[key];
    }
    int[] ordered = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      ordered[ends[keyOf.applyAsInt(i)]++] = rows[i];
    }
    for (int shard = 0; shard < shards.length; shard++) {
      int first = shard << 8;
      int[] starts = new int[257];
      int before = first == 0 ? 0 : ends[first - 1];
      for (int key = 0; key < 256; key++) {
        starts[key + 1] = ends[first + key] - before;
      }
      shards[shard] = new Shard(starts, Arrays.copyOfRange(ordered, before, before + starts[256]));
    }
  }

  int fetch(int key, int radius) {
    int fetched = 0;
    for (int i = 0; i < COUNTS[radius]; i++) {
      Shard shard = shards[key >>> 8 ^ MASKS[i]];
      fetched += shard.rows.length + shard.starts[key & 0xFF];
    }
    return fetched;
  }

  void find(int key, int radius, BaselineRuns runs) {
    for (int i = 0; i < COUNTS[radius]; i++) {
      Shard shard = shards[key >>> 8 ^ MASKS[i]];
      int left = radius - Integer.bitCount(MASKS[i]);
      for (int j = 0; j < COUNTS[left]; j++) {
        int probed = key & 0xFF ^ MASKS[j];
        runs.add(shard.rows, shard.starts[probed], shard.starts[probed + 1]);
      }
    }
  }
}
