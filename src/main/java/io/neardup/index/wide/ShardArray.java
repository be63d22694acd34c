package io.neardup.index.wide;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// The layout of a [WideTable] shard, one array of longs: the rows under each of up to 256 keys,
/// and each row's sketch.
///
/// Readers take no lock. [WideTableShard] writes, and replaces the array when it is full.
final class ShardArray {

  /* A lookup visits a hundred shards or more, with a cache miss for every object and array that it reads there. In
  one array, the sizes and the recent keys share the first cache lines:

      sizes      where sketches and where rows begin; the numbers of recent and of sorted rows
      keys       | 7 0 9 |             of the rows added since they were sorted, a byte each
      starts     | 0 | 3 | 3 | 5 | ... where the bucket of each key begins; absent without sorted rows
      sketches   | A B C | D E | ...   64 other bits of each row's fingerprint, bucket after bucket,
                 | X Y Z |             then of recent rows, in the order in which they came
      rows       | a b c | d e | ...   row numbers in the same order
                 | x y z |

  Sizes, starts and rows are 32 bits wide, two in a long. A bucket is a run of sorted rows plus the recent
  rows with its key. A lookup reads the sketches sequentially and row numbers only for close sketches.

  Keys with the same prefix are adjacent, so their buckets are one run: lookups may use shorter keys.

  A recent row, its key and its sketch are written before the number of recent rows that covers them (release,
  acquire); nothing else is written, except that removing overwrites a row by NONE, which readers may or may not
  see. The sketch remains and has no effect. A reader that saw the row just before may meanwhile find another
  fingerprint in it: it compares that fingerprint, not the sketch. Writing one half of a long, or one byte,
  leaves the others as they are. */

  /// Marks a removed row.
  static final int NONE = -1;

  /// A shard without rows.
  static final long[] EMPTY = create(0, 0, 0);

  private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final long EACH_BYTE = 0x0101_0101_0101_0101L;
  private static final int PARTS = 0;
  private static final int COUNTS = 1;
  private static final int KEYS = 2;

  private ShardArray() {}

  /// An array for some rows.
  ///
  /// @param keyBits the number of key bits that select a bucket, 0 to 8
  /// @param sorted the number of sorted rows
  /// @param room for that many recent rows
  static long[] create(int keyBits, int sorted, int room) {
    int keys = room + Long.BYTES - 1 >>> 3;
    int sketches = KEYS + keys + (sorted == 0 ? 0 : startLongs(keyBits));
    int rows = sketches + sorted + room;
    long[] shard = new long[rows + (sorted + room + 1 >>> 1)];
    set(shard, PARTS, 0, sketches);
    set(shard, PARTS, 1, rows);
    set(shard, COUNTS, 1, sorted);
    return shard;
  }

  private static int startLongs(int keyBits) {
    return (1 << keyBits) + 2 >>> 1;
  }

  /// One of the 32-bit numbers that begin at `base`.
  private static int get(long[] shard, int base, int index) {
    return (int) (shard[base + (index >> 1)] >>> (index << 5));
  }

  private static void set(long[] shard, int base, int index, int value) {
    int at = base + (index >> 1);
    long mask = 0xFFFF_FFFFL << (index << 5);
    shard[at] = shard[at] & ~mask | (long) value << (index << 5) & mask;
  }

  private static int sketches(long[] shard) {
    return (int) shard[PARTS];
  }

  static boolean isEmpty(long[] shard) {
    return shard.length == EMPTY.length;
  }

  /// The number of sorted rows.
  static int sorted(long[] shard) {
    return get(shard, COUNTS, 1);
  }

  /// The number of recent rows.
  static int recent(long[] shard) {
    return (int) (long) LONGS.getAcquire(shard, COUNTS);
  }

  /// The number of recent rows that fit into the array.
  static int room(long[] shard) {
    return get(shard, PARTS, 1) - sketches(shard) - sorted(shard);
  }

  /// The index of a key's first row; the next key's start is where it ends.
  static int start(long[] shard, int keyBits, int key) {
    return sorted(shard) == 0 ? 0 : get(shard, sketches(shard) - startLongs(keyBits), key);
  }

  /// Sets the index of a key's first row or, if `key` is the number of keys, the number of rows.
  static void setStart(long[] shard, int keyBits, int key, int start) {
    set(shard, sketches(shard) - startLongs(keyBits), key, start);
  }

  /// The row number at an index, recent rows after all others; [#NONE] if it was removed.
  static int row(long[] shard, int place) {
    return get(shard, get(shard, PARTS, 1), place);
  }

  static void setRow(long[] shard, int place, int row) {
    set(shard, get(shard, PARTS, 1), place, row);
  }

  static long sketch(long[] shard, int place) {
    return shard[sketches(shard) + place];
  }

  static void setSketch(long[] shard, int place, long sketch) {
    shard[sketches(shard) + place] = sketch;
  }

  /// The key of a recent row.
  static int key(long[] shard, int recent) {
    return (int) (shard[KEYS + (recent >> 3)] >>> (recent << 3)) & 0xFF;
  }

  /// Adds a recent row; there must be room.
  static void add(long[] shard, int key, int row, long sketch) {
    int recent = recent(shard);
    int sorted = sorted(shard);
    shard[KEYS + (recent >> 3)] |= (long) key << (recent << 3);
    setSketch(shard, sorted + recent, sketch);
    setRow(shard, sorted + recent, row);
    LONGS.setRelease(shard, COUNTS, (long) sorted << Integer.SIZE | recent + 1);
  }

  /// A copy with more room for recent rows.
  static long[] grown(long[] shard, int keyBits, int room) {
    int sorted = sorted(shard);
    int recent = recent(shard);
    long[] grown = create(keyBits, sorted, room);
    int keys = recent + Long.BYTES - 1 >>> 3;
    System.arraycopy(shard, KEYS, grown, KEYS, keys);
    int starts = sorted == 0 ? 0 : startLongs(keyBits);
    System.arraycopy(
        shard, sketches(shard) - starts, grown, sketches(grown) - starts, starts + sorted + recent);
    System.arraycopy(
        shard, get(shard, PARTS, 1), grown, get(grown, PARTS, 1), sorted + recent + 1 >>> 1);
    grown[COUNTS] = shard[COUNTS];
    return grown;
  }

  /// The row number whose sketch is at an index of the array.
  static int rowOf(long[] shard, int index) {
    return row(shard, index - sketches(shard));
  }

  /// Prefetches the data that [#find] reads first, without branches that depend on loads, so that
  /// the data of many shards is loaded in parallel.
  ///
  /// @return a checksum that must be used, so that the compiler keeps the loads
  static long prefetch(long[] shard, int keyBits, int key) {
    int starts = Math.max(0, sketches(shard) - startLongs(keyBits));
    return shard[COUNTS] + shard[Math.min(starts + (key >> 1), shard.length - 1)];
  }

  /// Collects the rows under the keys whose prefix equals the prefix of `key` with one of the masks
  /// flipped.
  ///
  /// @param masks every combination of up to `radius` bits of a prefix, `count` of them
  /// @param dropped the number of key bits after the prefix
  static void find(
      long[] shard,
      int keyBits,
      int key,
      byte[] masks,
      int count,
      int radius,
      int dropped,
      ProbedRuns runs) {
    int sketches = sketches(shard);
    int sorted = sorted(shard);
    if (sorted > 0) {
      int starts = sketches - startLongs(keyBits);
      int prefix = key >>> dropped;
      for (int i = 0; i < count; i++) {
        int probed = prefix ^ masks[i] & 0xFF;
        int from = get(shard, starts, probed << dropped);
        int to = get(shard, starts, probed + 1 << dropped);
        runs.add(shard, sketches + from, sketches + to);
      }
    }
    long kept = (0xFF << dropped & 0xFF) * EACH_BYTE;
    long target = key * EACH_BYTE & kept;
    int recent = recent(shard);
    for (int first = 0; first < recent; first += Long.BYTES) {
      long within = within(radius, shard[KEYS + (first >> 3)] & kept, target);
      for (; within != 0; within &= within - 1) {
        int i = first + Long.numberOfTrailingZeros(within) / Byte.SIZE;
        if (i < recent) {
          runs.add(shard, sketches + sorted + i, sketches + sorted + i + 1);
        }
      }
    }
  }

  /// Sets the high bit of each of eight bytes that differs from the key in at most `radius` bits.
  ///
  /// Source: Warren, Hacker's Delight, 2nd edition, 2012, §5-1, without the sum at the end.
  private static long within(int radius, long keys, long key) {
    long differing = keys ^ key;
    long counts = differing - (differing >>> 1 & 0x55 * EACH_BYTE);
    counts = (counts & 0x33 * EACH_BYTE) + (counts >>> 2 & 0x33 * EACH_BYTE);
    counts = counts + (counts >>> 4) & 0x0F * EACH_BYTE;
    return ~(counts + (0x7F - radius) * EACH_BYTE) & EACH_BYTE << 7;
  }
}
