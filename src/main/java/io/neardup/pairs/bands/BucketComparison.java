package io.neardup.pairs.bands;

import java.util.Arrays;

/// Compares the rows of buckets with each other, and divides buckets that have too many. For one
/// thread.
final class BucketComparison {

  /* Up to FEW rows are all compared with each other. A larger bucket has texts of one kind that share much, or a
  family of near-duplicates, of which all pairs would be too many.

  1. Families. The rows with the 4 least hashes of features are hubs: all rows are compared with them. If half of
     the rows are near one, the bucket is a family: rows near none are compared with the next 4 hubs, in up to
     16 rounds, and no others. So m rows cost 64 m comparisons. Other bands have the same hubs, so that the rows of
     a family are all near one row, which a star is made of. Rows that are linked by hubs are not compared
     again in the smaller buckets of later bands (Families).
  2. Kinds. Otherwise, up to MOST rows are all compared. More are divided by each of three further minima, and
     each part is a bucket: two similar texts stay together in at least one of them with the probability
     1 - (1 - s)^3, .90 at the limit, and have further bands. Parts are divided again, up to three times; what has
     more rows then is compared with hubs alone.

  All this is a function of the features of the rows. */

  /// The most rows of a bucket whose pairs are all compared, even if all are near.
  static final int FEW = 1_024;

  /// The most rows of a bucket whose pairs are all compared, if not many are near.
  static final int MOST = 4_096;

  private static final int DIVISIONS = 3;
  private static final int BY = BandPlan.FURTHER / DIVISIONS;
  private static final int HUBS = 4;
  private static final int ROUNDS = 16;
  private static final int BUFFER = 512;

  private final Rows rows;
  private final NearBounds bounds;
  private final Pairs pairs;
  private final Families families;
  private final long[] found = new long[BUFFER];
  private int count;
  private boolean complete = true;

  private int[] members = new int[64]; // the rows that are compared
  private int[] linked = new int[64]; // their families
  private long[] low = new long[64]; // sketches
  private long[] high = new long[64];

  /// What is known of rows.
  interface Rows {

    /// A word of the sketch of a row.
    long sketch(int word, int row);

    /// A further minimum of a row.
    byte further(int index, int row);

    /// The distance of the fingerprints of two rows, in bits.
    int distance(int a, int b);

    /// The hash of the features of a row.
    long contents(int row);

    /// Rows in the order of the hashes of their features.
    default int compare(int a, int b) {
      int byHash = Long.compare(contents(a), contents(b));
      return byHash == 0 ? Integer.compare(a, b) : byHash;
    }
  }

  /// Receives the pairs that are found, from several threads.
  @FunctionalInterface
  interface Pairs {

    /// Receives some pairs, each the smaller row in the upper half, then the greater one.
    ///
    /// @return false if there are too many
    boolean add(long[] pairs, int count);
  }

  BucketComparison(Rows rows, NearBounds bounds, Pairs pairs, Families families) {
    this.rows = rows;
    this.bounds = bounds;
    this.pairs = pairs;
    this.families = families;
  }

  /// Compares the rows of all buckets of a range: keys in the upper halves, in ascending order,
  /// rows in the lower ones.
  void compare(long[] keyed, int from, int to) {
    int start = from;
    for (int i = from + 1; i <= to; i++) {
      if (i == to || keyed[i] >>> Integer.SIZE != keyed[start] >>> Integer.SIZE) {
        if (i - start > 1) {
          compare(keyed, start, i, 0);
        }
        start = i;
      }
    }
  }

  private void compare(long[] keyed, int from, int to, int division) {
    if (to - from > FEW) {
      long[] bucket = Arrays.copyOfRange(keyed, from, to);
      if (throughHubs(bucket, division == DIVISIONS && to - from > MOST)) {
        return;
      }
      if (to - from > MOST) {
        divide(bucket, division);
        return;
      }
    }
    gather(keyed, from, to);
    for (int one = 1; one < to - from; one++) {
      compare(one, one, true);
    }
  }

  /// Adds the pairs found to the set.
  ///
  /// @return whether all were added
  boolean flush() {
    complete &= pairs.add(found, count);
    count = 0;
    return complete;
  }

  /// Divides a bucket by each of three further minima.
  private void divide(long[] bucket, int division) {
    for (int by = division * BY; by < (division + 1) * BY; by++) {
      long[] divided = new long[bucket.length];
      for (int i = 0; i < bucket.length; i++) {
        int row = (int) bucket[i];
        divided[i] = (long) rows.further(by, row) << Integer.SIZE | row;
      }
      Arrays.sort(divided);
      int start = 0;
      for (int i = 1; i <= divided.length; i++) {
        if (i == divided.length || divided[i] >>> Integer.SIZE != divided[start] >>> Integer.SIZE) {
          compare(divided, start, i, division + 1);
          start = i;
        }
      }
    }
  }

  /// Compares all rows of a bucket with hubs, if it is a family.
  ///
  /// @param always whether it counts as one in any case
  /// @return whether it does; otherwise its rows are compared with the first hubs alone
  private boolean throughHubs(long[] bucket, boolean always) {
    int[] open =
        Arrays.stream(bucket)
            .mapToObj(keyed -> (int) keyed)
            .sorted(rows::compare)
            .mapToInt(row -> row)
            .toArray();
    for (int round = 0; round < ROUNDS && open.length > 0; round++) {
      gather(open);
      int[] hubs = new int[open.length];
      int[] left = new int[open.length];
      int count = 0;
      for (int i = 0; i < open.length; i++) {
        int near = compare(i, Math.min(i, HUBS), false);
        hubs[i] = near >= 0 ? open[near] : i < HUBS ? open[i] : -1;
        if (hubs[i] < 0) {
          left[count++] = open[i];
        }
      }
      if (round == 0 && !always && count > open.length / 2) {
        return false;
      }
      families.add(open, hubs);
      open = Arrays.copyOf(left, count);
    }
    return true;
  }

  /// Compares a gathered row with some of those before it.
  ///
  /// @param count how many, from the first on
  /// @param others whether the rows of its family are left out
  /// @return the first that is probably near; -1 if there is none
  private int compare(int one, int count, boolean others) {
    int near = -1;
    for (int other = 0; other < count; other++) {
      int sketches = Long.bitCount(low[one] ^ low[other]) + Long.bitCount(high[one] ^ high[other]);
      boolean isLeftOut = others && linked[one] >= 0 && linked[one] == linked[other];
      if (sketches <= bounds.sketchWithin()
          && !isLeftOut
          && candidate(members[one], members[other], sketches)
          && near < 0) {
        near = other;
      }
    }
    return near;
  }

  /// Adds a pair unless its fingerprints are too far apart.
  ///
  /// @return whether it is probably near
  private boolean candidate(int a, int b, int sketches) {
    int distance = rows.distance(a, b);
    if (distance <= bounds.farthest() && distance + sketches <= bounds.together()) {
      if (count == BUFFER) {
        flush();
      }
      found[count++] = (long) Math.min(a, b) << Integer.SIZE | Math.max(a, b);
      return distance <= bounds.probablyNear();
    }
    return false;
  }

  private void gather(long[] keyed, int from, int to) {
    reserve(to - from);
    for (int i = from; i < to; i++) {
      put(i - from, (int) keyed[i]);
    }
  }

  private void gather(int... some) {
    reserve(some.length);
    for (int i = 0; i < some.length; i++) {
      put(i, some[i]);
    }
  }

  private void put(int at, int row) {
    members[at] = row;
    linked[at] = families.of(row);
    low[at] = rows.sketch(0, row);
    high[at] = rows.sketch(1, row);
  }

  private void reserve(int size) {
    if (size > members.length) {
      int capacity = Integer.highestOneBit(size) * 2;
      members = new int[capacity];
      linked = new int[capacity];
      low = new long[capacity];
      high = new long[capacity];
    }
  }
}
