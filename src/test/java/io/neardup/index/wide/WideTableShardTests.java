package io.neardup.index.wide;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A shard finds the rows with each key, whatever was added and removed before.
class WideTableShardTests {

  private static final int STEPS = 3_000;
  private static final int STEPS_PER_CHECK = 37;

  private record Entry(int key, long sketch) {}

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5, 8})
  void findsTheRowsOfEachKeyAndPrefix(int keyBits) {
    Seeds.random(random -> {
      long[][] arrays = new long[3][];
      WideTableShard shard = new WideTableShard(keyBits, arrays, 1);
      Map<Integer, Entry> present = filled(shard, keyBits, random.nextInt(1_000), random);
      for (int step = 0; step < STEPS; step++) {
        if (random.nextInt(step < STEPS / 2 ? 4 : 3) > 1 || present.isEmpty()) {
          Entry entry = anyEntry(keyBits, random);
          int row = 1_000 + step;
          shard.add(entry.key, row, entry.sketch);
          present.put(row, entry);
        } else {
          List<Integer> rows = new ArrayList<>(present.keySet());
          int row = rows.get(random.nextInt(rows.size()));
          shard.remove(present.remove(row).key, row);
        }
        if (step % STEPS_PER_CHECK == 0) {
          int key = random.nextInt(1 << keyBits);
          int dropped = random.nextInt(keyBits + 1);
          assertThat(found(arrays[1], keyBits, key, dropped))
              .isEqualTo(underPrefix(present, key, dropped));
        }
      }
      present.forEach((row, entry) -> shard.remove(entry.key, row));
      assertThat(ShardArray.isEmpty(arrays[1])).isTrue();
    });
  }

  private static Map<Integer, Entry> filled(
      WideTableShard shard, int keyBits, int count, SplittableRandom random) {
    Map<Integer, Entry> present = new TreeMap<>();
    int[] starts = new int[(1 << keyBits) + 1];
    int[] rows = new int[count];
    long[] sketches = new long[count];
    for (int key = 0, row = 0; key < 1 << keyBits; key++) {
      int left = count - row;
      int some = key + 1 == 1 << keyBits ? left : random.nextInt(Math.min(left, 8) + 1);
      for (int i = 0; i < some; i++, row++) {
        rows[row] = row;
        sketches[row] = random.nextLong();
        present.put(row, new Entry(key, sketches[row]));
      }
      starts[key + 1] = row;
    }
    shard.fill(starts, 0, rows, sketches);
    return present;
  }

  private static Entry anyEntry(int keyBits, SplittableRandom random) {
    return new Entry(random.nextInt(1 << keyBits), random.nextLong());
  }

  /// The rows found, with their sketches.
  private static Map<Integer, Long> found(long[] shard, int keyBits, int key, int dropped) {
    ProbedRuns runs = new ProbedRuns();
    ShardArray.find(shard, keyBits, key, new byte[1], 1, 0, dropped, runs);
    SketchFilter all = new SketchFilter();
    runs.pick(0, runs.count(), 0, Long.SIZE, all);
    Map<Integer, Long> found = new TreeMap<>();
    for (int place = 0; place < ShardArray.sorted(shard) + ShardArray.recent(shard); place++) {
      int row = ShardArray.row(shard, place);
      for (int i = 0; i < all.size(); i++) {
        if (row != ShardArray.NONE && all.rows()[i] == row) {
          found.put(row, ShardArray.sketch(shard, place));
        }
      }
    }
    return found;
  }

  private static Map<Integer, Long> underPrefix(Map<Integer, Entry> present, int key, int dropped) {
    Map<Integer, Long> rows = new TreeMap<>();
    present.forEach((row, entry) -> {
      if (entry.key >>> dropped == key >>> dropped) {
        rows.put(row, entry.sketch);
      }
    });
    return rows;
  }
}
