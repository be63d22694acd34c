package io.neardup.index;

import java.util.Arrays;

/// The rows that one lookup found within its distance, and how many it looked at. Not for
/// concurrent use.
///
/// Once it has many more rows than are wanted it draws in its bound to the distance of the last
/// wanted one, so that a query that is near everything costs no more memory than another.
final class Near {

  private static final int SLACK = 1024;
  private static final int RUN = 64; // rows looked at together in a scan

  private final long[] query;
  private final int enough;
  private final Pace pace;
  private final int[] atDistance; // how many rows are kept, by distance
  private int bound;
  private boolean narrowed;
  private long[] words;
  private int[] distances = new int[8];
  private int size;
  private long candidates;
  private long fetched;

  /// @param query the words of the fingerprint looked up
  /// @param maxDistance 0 or more
  /// @param enough so many of the nearest rows must be kept, 1 or more
  /// @param pace of the lookup
  Near(long[] query, int maxDistance, int enough, Pace pace) {
    this.query = query;
    this.enough = enough;
    this.pace = pace;
    this.bound = Math.min(maxDistance, query.length * Long.SIZE);
    this.atDistance = new int[bound + 1];
    this.words = new long[distances.length * query.length];
  }

  long[] query() {
    return query;
  }

  /// Up to which distance rows are wanted.
  int bound() {
    return bound;
  }

  /// Whether rows within the first bound have been let go.
  boolean isNarrowed() {
    return narrowed;
  }

  long candidates() {
    return candidates;
  }

  /// Takes what was read to fetch rows, which is of no use but must not be left out.
  void fetched(long words) {
    fetched ^= words;
  }

  /// What was read to fetch rows.
  long fetched() {
    return fetched;
  }

  /// Counts rows that are looked at.
  void countCandidates(int count) {
    candidates += count;
    pace.step(count);
  }

  /// Looks at `count` rows, one after the other, of which the first begins at `first`.
  void scan(long[] page, int first, int count) {
    int at = first;
    int end = first + count * query.length;
    if (query.length == 4) {
      for (; at + RUN * 4 <= end; at += RUN * 4) {
        if (nearestOfFour(page, at, at + RUN * 4) <= bound) {
          scanEach(page, at, at + RUN * 4);
        }
      }
    }
    scanEach(page, at, end);
    countCandidates(count);
  }

  /// The smallest distance of rows of four words, without a branch on any of them.
  private int nearestOfFour(long[] page, int from, int to) {
    long q0 = query[0];
    long q1 = query[1];
    long q2 = query[2];
    long q3 = query[3];
    int nearest = Integer.MAX_VALUE;
    for (int at = from; at < to; at += 4) {
      int distance =
          Long.bitCount(page[at] ^ q0)
              + Long.bitCount(page[at + 1] ^ q1)
              + Long.bitCount(page[at + 2] ^ q2)
              + Long.bitCount(page[at + 3] ^ q3);
      nearest = Math.min(nearest, distance);
    }
    return nearest;
  }

  private void scanEach(long[] page, int from, int to) {
    for (int at = from; at < to; at += query.length) {
      int distance = distance(page, at, query);
      if (distance <= bound) {
        add(page, at, distance, Filter.ALL);
      }
    }
  }

  /// The distance of the row that begins at `at`.
  static int distance(long[] page, int at, long[] query) {
    int distance = 0;
    int w = 0;
    for (; w + 4 <= query.length; w += 4) {
      distance +=
          Long.bitCount(page[at + w] ^ query[w])
              + Long.bitCount(page[at + w + 1] ^ query[w + 1])
              + Long.bitCount(page[at + w + 2] ^ query[w + 2])
              + Long.bitCount(page[at + w + 3] ^ query[w + 3]);
    }
    for (; w < query.length; w++) {
      distance += Long.bitCount(page[at + w] ^ query[w]);
    }
    return distance;
  }

  /// Keeps a row within the bound if the filter takes it.
  void add(long[] page, int at, int distance, Filter filter) {
    if (size == distances.length) {
      distances = Arrays.copyOf(distances, size * 2);
      words = Arrays.copyOf(words, words.length * 2);
    }
    System.arraycopy(page, at, words, size * query.length, query.length);
    if (!filter.accepts(wordsOf(size))) {
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

    /// Takes every row.
    Filter ALL = words -> true;

    /// Whether it counts.
    boolean accepts(long[] words);
  }
}
