package io.neardup.index.wide;

import io.neardup.index.BucketSizes;
import io.neardup.index.HeapBytes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/// Writes a shard of a [WideTable]: the rows under all keys that begin with the same bits. Writers
/// exclude each other.
final class WideTableShard {

  /* When the recent rows are full, at most 64 and one in 128 of the sorted ones, all rows are sorted into
  a new array: a counting sort, a few milliseconds for ten million fingerprints. So a row costs 12 bytes and
  some overhead in each table, where an array per bucket would also need a header, a reference and spare
  capacity. */

  private static final VarHandle ARRAYS = MethodHandles.arrayElementVarHandle(long[][].class);
  private static final int MIN_RECENT = 64;
  private static final int SORTED_PER_RECENT = 128;
  private static final int MANY = 512; // sorted rows, too many to copy for each few recent ones

  private final int keyBits;
  private final long[][] arrays;
  private final int number;
  private int removed; // number of rows that are NONE; guarded by this

  /// @param keyBits the number of key bits that select a bucket of this shard, 0 to 8
  /// @param arrays of all shards
  /// @param number of this shard
  WideTableShard(int keyBits, long[][] arrays, int number) {
    this.keyBits = keyBits;
    this.arrays = arrays;
    this.number = number;
    set(ShardArray.EMPTY);
  }

  /// The current array of a shard.
  static long[] array(long[][] arrays, int number) {
    return (long[]) ARRAYS.getVolatile(arrays, number);
  }

  /// The current array; see [ShardArray].
  long[] array() {
    return array(arrays, number);
  }

  private void set(long[] array) {
    ARRAYS.setVolatile(arrays, number, array);
  }

  /// Adds rows to an empty shard.
  ///
  /// @param starts from `first` on: the index of each key's first row in this shard, and the end of
  ///   the last key's rows
  /// @param rows of all shards
  /// @param sketches of these rows
  synchronized void fill(int[] starts, int first, int[] rows, long[] sketches) {
    int from = starts[first];
    int count = starts[first + (1 << keyBits)] - from;
    if (count == 0) {
      return;
    }
    long[] filled = ShardArray.create(keyBits, count, 0);
    for (int key = 0; key <= 1 << keyBits; key++) {
      ShardArray.setStart(filled, keyBits, key, starts[first + key] - from);
    }
    for (int place = 0; place < count; place++) {
      ShardArray.setRow(filled, place, rows[from + place]);
      ShardArray.setSketch(filled, place, sketches[from + place]);
    }
    set(filled);
  }

  /// Adds a row under a key. O(1) amortised.
  synchronized void add(int key, int row, long sketch) {
    long[] current = array();
    int sorted = ShardArray.sorted(current);
    int recent = ShardArray.recent(current);
    if (recent == mostRecent(sorted)) {
      current = sorted(current, recent);
      set(current);
    } else if (recent == ShardArray.room(current)) {
      int room = sorted >= MANY ? mostRecent(sorted) : recent + recent / 2 + 4;
      current = ShardArray.grown(current, keyBits, Math.min(mostRecent(sorted), room));
      set(current);
    }
    ShardArray.add(current, key, row, sketch);
  }

  private static int mostRecent(int sorted) {
    return MIN_RECENT + sorted / SORTED_PER_RECENT;
  }

  /// Removes a row that is under a key. O(bucket).
  synchronized void remove(int key, int row) {
    long[] current = array();
    ShardArray.setRow(current, place(current, key, row), ShardArray.NONE);
    removed++;
    int left = ShardArray.sorted(current) + ShardArray.recent(current) - removed;
    if (left == 0) {
      set(ShardArray.EMPTY);
      removed = 0;
    } else if (removed > MIN_RECENT && removed > left / 8) {
      set(sorted(current, 0));
    }
  }

  private int place(long[] current, int key, int row) {
    int end = ShardArray.start(current, keyBits, key + 1);
    for (int place = ShardArray.start(current, keyBits, key); place < end; place++) {
      if (ShardArray.row(current, place) == row) {
        return place;
      }
    }
    int sorted = ShardArray.sorted(current);
    for (int place = sorted; place < sorted + ShardArray.recent(current); place++) {
      if (ShardArray.row(current, place) == row) {
        return place;
      }
    }
    throw new IllegalStateException("row " + row + " is not in its bucket");
  }

  /// Counts the buckets.
  synchronized void count(BucketSizes sizes) {
    for (int size : sizes(array())) {
      sizes.add(size);
    }
  }

  /// The memory in bytes.
  long bytes() {
    long[] current = array();
    return HeapBytes.object(4, Integer.BYTES)
        + (ShardArray.isEmpty(current) ? 0 : HeapBytes.array(current.length, Long.BYTES));
  }

  private int[] sizes(long[] current) {
    int[] sizes = new int[1 << keyBits];
    for (int key = 0; key < sizes.length; key++) {
      int from = ShardArray.start(current, keyBits, key);
      int to = ShardArray.start(current, keyBits, key + 1);
      sizes[key] = to - from;
      for (int place = from; place < to && removed > 0; place++) {
        sizes[key] -= ShardArray.row(current, place) == ShardArray.NONE ? 1 : 0;
      }
    }
    int sorted = ShardArray.sorted(current);
    for (int i = 0; i < ShardArray.recent(current); i++) {
      boolean isThere = ShardArray.row(current, sorted + i) != ShardArray.NONE;
      sizes[ShardArray.key(current, i)] += isThere ? 1 : 0;
    }
    return sizes;
  }

  /// A copy of the array with all rows sorted.
  ///
  /// @param room for that many recent rows, at most
  private long[] sorted(long[] current, int room) {
    int[] sizes = sizes(current);
    int count = Arrays.stream(sizes).sum();
    long[] sorted = ShardArray.create(keyBits, count, Math.min(room, mostRecent(count)));
    int[] next = new int[sizes.length];
    int start = 0;
    for (int key = 0; key < sizes.length; key++) {
      ShardArray.setStart(sorted, keyBits, key, start);
      next[key] = start;
      start += sizes[key];
    }
    ShardArray.setStart(sorted, keyBits, sizes.length, start);
    for (int key = 0; key < sizes.length; key++) {
      int to = ShardArray.start(current, keyBits, key + 1);
      for (int place = ShardArray.start(current, keyBits, key); place < to; place++) {
        next[key] += copy(current, place, sorted, next[key]);
      }
    }
    int before = ShardArray.sorted(current);
    for (int i = 0; i < ShardArray.recent(current); i++) {
      int key = ShardArray.key(current, i);
      next[key] += copy(current, before + i, sorted, next[key]);
    }
    removed = 0;
    return sorted;
  }

  /// Copies a row unless it was removed, and returns the number of copied rows.
  private static int copy(long[] source, int from, long[] target, int to) {
    int row = ShardArray.row(source, from);
    if (row == ShardArray.NONE) {
      return 0;
    }
    ShardArray.setRow(target, to, row);
    ShardArray.setSketch(target, to, ShardArray.sketch(source, from));
    return 1;
  }
}
