package io.neardup.index.wide;

import io.neardup.index.PollingInterval;
import java.util.Arrays;

/// The rows that one lookup found within its distance, and the number compared. Not thread-safe.
///
/// When it holds many more rows than requested, it lowers its bound to the distance of the last
/// requested one; this limits the memory of a query with very many matches.
final class RowCandidates {

  private static final int SLACK = 1024;
  private static final int RUN = 2048; // rows compared together in a scan

  private final long[] query;
  private final int enough;
  private final PollingInterval interval;
  private final int[] atDistance; // how many rows are kept, by distance
  private int bound;
  private boolean narrowed;
  private long[] words;
  private int[] distances = new int[8];
  private int size;
  private long candidates;
  private long prefetched;

  /// @param query the words of the query
  /// @param maxDistance 0 or more
  /// @param enough the number of nearest rows that must be kept, 1 or more
  /// @param interval polls the lookup's stop signal
  RowCandidates(long[] query, int maxDistance, int enough, PollingInterval interval) {
    this.query = query;
    this.enough = enough;
    this.interval = interval;
    this.bound = Math.min(maxDistance, query.length * Long.SIZE);
    this.atDistance = new int[bound + 1];
    this.words = new long[distances.length * query.length];
  }

  long[] query() {
    return query;
  }

  /// Whether rows within the first bound have been dropped.
  boolean isNarrowed() {
    return narrowed;
  }

  long candidates() {
    return candidates;
  }

  /// Adds to the checksum of prefetched data, which must be used so that the compiler keeps the
  /// loads.
  void prefetched(long words) {
    prefetched ^= words;
  }

  /// The checksum of prefetched data.
  long prefetched() {
    return prefetched;
  }

  /// Counts rows that are compared in full or by their sketch.
  void countCandidates(int count) {
    candidates += count;
    interval.step(count);
  }

  /// Compares the first `count` rows of a page.
  void scan(long[] page, int count) {
    for (int from = 0; from < count; from += RUN) {
      int to = Math.min(count, from + RUN);
      if (nearest(page, from, to) <= bound) {
        for (int place = from; place < to; place++) {
          compare(page, place, Filter.ALL);
        }
      }
    }
    countCandidates(count);
  }

  /// Compares the first `count` rows of a page whose first word differs from the query's in at most
  /// `threshold` bits.
  void scan(long[] page, int count, int threshold, SketchFilter filter) {
    filter.clear();
    filter.pickPlaces(page, count, query[0], threshold);
    for (int i = 0; i < filter.size(); i++) {
      compare(page, filter.rows()[i], Filter.ALL);
    }
    countCandidates(count);
  }

  /// A lower bound of the distances of the rows in a part of a page.
  private int nearest(long[] page, int from, int to) {
    return query.length == 4 ? nearestOfFour(page, from, to) : 0;
  }

  /// The smallest distance of rows of four words, without a branch per row.
  private int nearestOfFour(long[] page, int from, int to) {
    long q0 = query[0];
    long q1 = query[1];
    long q2 = query[2];
    long q3 = query[3];
    int nearest = Integer.MAX_VALUE;
    for (int i = from; i < to; i++) {
      int distance =
          Long.bitCount(page[i] ^ q0)
              + Long.bitCount(page[RowPages.ROWS + i] ^ q1)
              + Long.bitCount(page[2 * RowPages.ROWS + i] ^ q2)
              + Long.bitCount(page[3 * RowPages.ROWS + i] ^ q3);
      nearest = Math.min(nearest, distance);
    }
    return nearest;
  }

  /// Compares the row at a place of a page, and keeps it if it is within the bound and the filter
  /// accepts it.
  void compare(long[] page, int place, Filter filter) {
    int distance = 0;
    for (int w = 0; w < query.length; w++) {
      distance += Long.bitCount(page[w * RowPages.ROWS + place] ^ query[w]);
    }
    if (distance <= bound) {
      add(page, place, filter);
    }
  }

  /// Keeps a row within the bound if the filter accepts it. The row may hold another fingerprint
  /// since it was compared: the distance is computed from the kept words.
  private void add(long[] page, int place, Filter filter) {
    if (size == distances.length) {
      distances = Arrays.copyOf(distances, size * 2);
      words = Arrays.copyOf(words, words.length * 2);
    }
    int start = size * query.length;
    RowPages.read(page, place, words, start);
    int distance = 0;
    for (int w = 0; w < query.length; w++) {
      distance += Long.bitCount(words[start + w] ^ query[w]);
    }
    if (distance > bound || !filter.accepts(wordsOf(size))) {
      return;
    }
    distances[size++] = distance;
    atDistance[distance]++;
    if (size >= 2L * enough + SLACK) {
      narrow();
    }
  }

  private void narrow() {
    int distance = -1;
    long nearer = 0;
    while (nearer < enough) {
      nearer += atDistance[++distance];
    }
    if (distance == bound) {
      return;
    }
    bound = distance;
    narrowed = true;
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (distances[i] <= bound) {
        distances[kept] = distances[i];
        System.arraycopy(words, i * query.length, words, kept * query.length, query.length);
        kept++;
      }
    }
    size = kept;
  }

  /// The places of the rows found, nearest first.
  int[] nearestFirst() {
    long[] keyed = new long[size];
    for (int i = 0; i < size; i++) {
      keyed[i] = (long) distances[i] << 32 | i;
    }
    Arrays.sort(keyed);
    return Arrays.stream(keyed).mapToInt(key -> (int) key).toArray();
  }

  int distance(int place) {
    return distances[place];
  }

  /// The words of a row found.
  long[] wordsOf(int place) {
    return Arrays.copyOfRange(words, place * query.length, (place + 1) * query.length);
  }

  /// Decides on a row that is within the distance.
  @FunctionalInterface
  interface Filter {

    /// Accepts every row.
    Filter ALL = words -> true;

    /// Whether the row counts.
    boolean accepts(long[] words);
  }
}
