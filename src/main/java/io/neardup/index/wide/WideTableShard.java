package io.neardup.index.wide;

import io.neardup.index.HeapBytes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// The shard of a [WideTable] for keys that begin with the same bits: the rows under each of up to
/// 256 keys, and the sketch of each row.
///
/// Readers take no lock. Writers exclude each other.
final class WideTableShard {

  /* Sorted rows and recent rows

      starts   | 0 | 3 | 3 | 5 | ...       where the bucket of each key begins in rows
      rows     | a b c | d e | ...         bucket after bucket, no gaps: 4 bytes a row
      sketches | A B C | D E | ...         64 other bits of each row's fingerprint, in the same order
      recent keys | 7 0 9                  rows added since, in the order in which they came;
      recent rows | x y z                  at most 64 and one in 128 of the sorted ones
      recent sketches | X Y Z

  A bucket is a run of rows plus the recent rows with its key. A lookup reads the sketches sequentially and
  row numbers only for close sketches. When the recent rows are full, all rows are sorted into new arrays: a
  counting sort, a few milliseconds for ten million fingerprints. So a row costs 12 bytes and some overhead
  in each table, where an array per bucket would also need a header, a reference and spare capacity.

  Keys with the same prefix are adjacent, so their buckets are one run: lookups may use shorter keys.

  A reader sees one State. Within it, a recent row and its sketch are written before the count that covers
  them (release, acquire); nothing else is written, except that removing overwrites a row by NONE, which
  readers may or may not see. The sketch remains and has no effect. A reader that saw the row just before
  may meanwhile find another fingerprint in it: it compares that one, not the sketch. */

  /// Marks a removed row.
  static final int NONE = -1;

  private static final VarHandle COUNT;
  private static final VarHandle KEYS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long EACH_BYTE = 0x0101_0101_0101_0101L;
  private static final int MIN_RECENT = 64;
  private static final int SORTED_PER_RECENT = 128;
  private static final State EMPTY = new State(new int[0], new int[0], new long[0], 0);

  static {
    try {
      COUNT = MethodHandles.lookup().findVarHandle(State.class, "count", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final int keyBits;
  private volatile State state = EMPTY;
  private int removed; // number of rows that are NONE; guarded by this

  private static final class State {
    private final int[] starts; // one more than the number of keys, or empty
    private final int[] rows;
    private final long[] sketches;
    private final byte[] recentKeys; // its length is a multiple of 8
    private final int[] recentRows;
    private final long[] recentSketches;
    private int count; // number of recent rows

    State(int[] starts, int[] rows, long[] sketches, int room) {
      this.starts = starts;
      this.rows = rows;
      this.sketches = sketches;
      this.recentKeys = new byte[wholeLongs(room)];
      this.recentRows = new int[room];
      this.recentSketches = new long[room];
    }

    State(State earlier, int room) {
      starts = earlier.starts;
      rows = earlier.rows;
      sketches = earlier.sketches;
      recentKeys = Arrays.copyOf(earlier.recentKeys, wholeLongs(room));
      recentRows = Arrays.copyOf(earlier.recentRows, room);
      recentSketches = Arrays.copyOf(earlier.recentSketches, room);
      count = earlier.count;
    }

    private static int wholeLongs(int bytes) {
      return bytes + Long.BYTES - 1 & -Long.BYTES;
    }

    int key(int recent) {
      return recentKeys[recent] & 0xFF;
    }

    int from(int key) {
      return starts.length == 0 ? 0 : starts[key];
    }

    int to(int key) {
      return starts.length == 0 ? 0 : starts[key + 1];
    }

    int mostRecent() {
      return MIN_RECENT + rows.length / SORTED_PER_RECENT;
    }

    long bytes() {
      return HeapBytes.object(6, Integer.BYTES)
          + HeapBytes.array(starts.length, Integer.BYTES)
          + HeapBytes.array(rows.length, Integer.BYTES)
          + HeapBytes.array(sketches.length, Long.BYTES)
          + HeapBytes.array(recentKeys.length, 1)
          + HeapBytes.array(recentRows.length, Integer.BYTES)
          + HeapBytes.array(recentSketches.length, Long.BYTES);
    }
  }

  /// @param keyBits the number of key bits that select a bucket of this shard, 0 to 8
  WideTableShard(int keyBits) {
    this.keyBits = keyBits;
  }

  /// Prefetches the data that [#find] reads first, without branches on it, so that the data of many
  /// shards is loaded in parallel.
  ///
  /// @return a checksum that must be used, so that the compiler keeps the loads
  int prefetch(int key) {
    State current = state;
    int first = current.recentRows.length > 0 ? current.recentKeys[0] : 0;
    return first + current.count + current.rows.length + current.from(key);
  }

  /// Collects the rows under the keys whose prefixes are that of `key` with one of the masks
  /// flipped.
  ///
  /// @param masks every combination of up to `radius` bits of a prefix, `count` of them
  /// @param dropped the number of key bits after the prefix
  void find(int key, byte[] masks, int count, int radius, int dropped, ProbedRuns runs) {
    State current = state;
    int[] starts = current.starts;
    if (starts.length > 0) {
      int prefix = key >>> dropped;
      for (int i = 0; i < count; i++) {
        int probed = prefix ^ masks[i] & 0xFF;
        int from = starts[probed << dropped];
        runs.add(current.rows, current.sketches, from, starts[probed + 1 << dropped]);
      }
    }
    long kept = (0xFF << dropped & 0xFF) * EACH_BYTE;
    long wanted = key * EACH_BYTE & kept;
    int recent = (int) COUNT.getAcquire(current);
    for (int first = 0; first < recent; first += Long.BYTES) {
      long within = within(radius, (long) KEYS.get(current.recentKeys, first) & kept, wanted);
      for (; within != 0; within &= within - 1) {
        int i = first + Long.numberOfTrailingZeros(within) / Byte.SIZE;
        if (i < recent) {
          runs.add(current.recentRows, current.recentSketches, i, i + 1);
        }
      }
    }
  }

  /// The high bits of those of eight bytes that differ in at most `radius` bits.
  ///
  /// Source: Warren, Hacker's Delight, 2nd edition, 2012, §5-1, without the sum at the end.
  private static long within(int radius, long keys, long key) {
    long differing = keys ^ key;
    long counts = differing - (differing >>> 1 & 0x55 * EACH_BYTE);
    counts = (counts & 0x33 * EACH_BYTE) + (counts >>> 2 & 0x33 * EACH_BYTE);
    counts = counts + (counts >>> 4) & 0x0F * EACH_BYTE;
    return ~(counts + (0x7F - radius) * EACH_BYTE) & EACH_BYTE << 7;
  }

  /// Adds rows to an empty shard.
  ///
  /// @param starts where the rows of each key begin, and where the last ones end
  synchronized void fill(int[] starts, int[] rows, long[] sketches) {
    if (rows.length > 0) {
      state = new State(starts, rows, sketches, 0);
    }
  }

  /// Adds a row under a key. O(1) amortised.
  synchronized void add(int key, int row, long sketch) {
    State current = state;
    if (current.count == current.mostRecent()) {
      current = sorted(current, current.mostRecent());
      state = current;
    } else if (current.count == current.recentRows.length) {
      current =
          new State(current, Math.min(current.mostRecent(), current.count + current.count / 2 + 4));
      state = current;
    }
    int at = current.count;
    current.recentKeys[at] = (byte) key;
    current.recentRows[at] = row;
    current.recentSketches[at] = sketch;
    COUNT.setRelease(current, at + 1);
  }

  /// Removes a row that is under a key. O(bucket).
  synchronized void remove(int key, int row) {
    State current = state;
    removeFrom(current, key, row);
    removed++;
    int left = current.rows.length + current.count - removed;
    if (left == 0) {
      state = EMPTY;
      removed = 0;
    } else if (removed > MIN_RECENT && removed > left / 8) {
      state = sorted(current, 0);
    }
  }

  private static void removeFrom(State current, int key, int row) {
    for (int i = current.from(key); i < current.to(key); i++) {
      if (current.rows[i] == row) {
        current.rows[i] = NONE;
        return;
      }
    }
    for (int i = 0; i < current.count; i++) {
      if (current.recentRows[i] == row) {
        current.recentRows[i] = NONE;
        return;
      }
    }
    throw new IllegalStateException("row " + row + " is not in its bucket");
  }

  /// The length of the longest bucket.
  synchronized int largestBucket() {
    return Arrays.stream(sizes(state)).max().orElse(0);
  }

  /// The memory in bytes.
  long bytes() {
    State current = state;
    return HeapBytes.object(3, Integer.BYTES) + (current == EMPTY ? 0 : current.bytes());
  }

  private int[] sizes(State current) {
    int[] sizes = new int[1 << keyBits];
    for (int key = 0; key < sizes.length; key++) {
      int from = current.from(key);
      int to = current.to(key);
      sizes[key] = to - from;
      for (int i = from; i < to && removed > 0; i++) {
        sizes[key] -= current.rows[i] == NONE ? 1 : 0;
      }
    }
    for (int i = 0; i < current.count; i++) {
      sizes[current.key(i)] += current.recentRows[i] == NONE ? 0 : 1;
    }
    return sizes;
  }

  /// The same rows, all of them sorted.
  private State sorted(State current, int room) {
    int[] sizes = sizes(current);
    int[] starts = new int[sizes.length + 1];
    for (int key = 0; key < sizes.length; key++) {
      starts[key + 1] = starts[key] + sizes[key];
    }
    int[] rows = new int[starts[sizes.length]];
    long[] sketches = new long[rows.length];
    int[] next = Arrays.copyOf(starts, sizes.length);
    for (int key = 0; key < sizes.length; key++) {
      next[key] = copy(current, key, rows, sketches, next[key]);
    }
    for (int i = 0; i < current.count; i++) {
      if (current.recentRows[i] != NONE) {
        int at = next[current.key(i)]++;
        rows[at] = current.recentRows[i];
        sketches[at] = current.recentSketches[i];
      }
    }
    removed = 0;
    int mostRecent = MIN_RECENT + rows.length / SORTED_PER_RECENT;
    return new State(starts, rows, sketches, Math.min(room, mostRecent));
  }

  /// Copies the bucket of a key without removed rows, and returns the end of the copy.
  private int copy(State current, int key, int[] rows, long[] sketches, int start) {
    int from = current.from(key);
    int to = current.to(key);
    if (removed == 0) {
      System.arraycopy(current.rows, from, rows, start, to - from);
      System.arraycopy(current.sketches, from, sketches, start, to - from);
      return start + to - from;
    }
    int at = start;
    for (int i = from; i < to; i++) {
      if (current.rows[i] != NONE) {
        rows[at] = current.rows[i];
        sketches[at++] = current.sketches[i];
      }
    }
    return at;
  }
}
