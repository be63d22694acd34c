package io.neardup.pairs;

/// Fingerprints by columns: word w of all of them next to each other, so that the compiler compares
/// a run of them with one in vector instructions.
///
/// Fingerprint i has its word w at `w * stride + i` of the array. Safe for concurrent use while
/// nothing writes to the array.
final class RowColumns {

  /// Rows whose distances are taken together, to look at them again one by one only when one is
  /// near.
  static final int RUN = 256;

  private final long[] columns;
  private final int words;
  private final int stride;

  RowColumns(long[] columns, int words, int stride) {
    this.columns = columns;
    this.words = words;
    this.stride = stride;
  }

  /// The least distance between a fingerprint and those of a run.
  ///
  /// @param query has the words of the fingerprint from `q` on
  /// @param at where word 0 of the run begins
  /// @param length at most [#RUN]
  /// @param distances of the caller's, `RUN` long, for widths that need it
  int nearest(long[] query, int q, int at, int length, int[] distances) {
    return switch (words) {
      case 1 -> nearest1(at, at + length, query[q]);
      case 2 -> nearest2(at, at + length, query[q], query[q + 1]);
      case 4 -> nearest4(at, at + length, query[q], query[q + 1], query[q + 2], query[q + 3]);
      default -> nearestAny(at, length, query, q, distances);
    };
  }

  private int nearest1(int from, int to, long query) {
    int nearest = Integer.MAX_VALUE;
    for (int i = from; i < to; i++) {
      nearest = Math.min(nearest, Long.bitCount(columns[i] ^ query));
    }
    return nearest;
  }

  private int nearest2(int from, int to, long query0, long query1) {
    int nearest = Integer.MAX_VALUE;
    for (int i = from; i < to; i++) {
      nearest =
          Math.min(
              nearest,
              Long.bitCount(columns[i] ^ query0) + Long.bitCount(columns[i + stride] ^ query1));
    }
    return nearest;
  }

  private int nearest4(int from, int to, long query0, long query1, long query2, long query3) {
    int nearest = Integer.MAX_VALUE;
    for (int i = from; i < to; i++) {
      nearest =
          Math.min(
              nearest,
              Long.bitCount(columns[i] ^ query0)
                  + Long.bitCount(columns[i + stride] ^ query1)
                  + Long.bitCount(columns[i + 2 * stride] ^ query2)
                  + Long.bitCount(columns[i + 3 * stride] ^ query3));
    }
    return nearest;
  }

  private int nearestAny(int at, int length, long[] query, int q, int[] distances) {
    for (int i = 0; i < length; i++) {
      distances[i] = Long.bitCount(columns[at + i] ^ query[q]);
    }
    for (int w = 1; w < words; w++) {
      addDistances(at + w * stride, length, query[q + w], distances);
    }
    int nearest = Integer.MAX_VALUE;
    for (int i = 0; i < length; i++) {
      nearest = Math.min(nearest, distances[i]);
    }
    return nearest;
  }

  private void addDistances(int at, int length, long query, int[] distances) {
    for (int i = 0; i < length; i++) {
      distances[i] += Long.bitCount(columns[at + i] ^ query);
    }
  }
}
