package io.neardup.bench.baseline;

import java.util.Arrays;
import java.util.stream.IntStream;

/// The rows of four words that one lookup found.
final class BaselineFound {

  private static final int RUN = 64; // rows looked at together in a scan
  private static final int SLACK = 1024;

  private final long[] query;
  private final int enough;
  private int bound;
  private long[] words;
  private int[] distances = new int[8];
  private int[] owners = new int[8];
  private int size;
  private long fetched;

  BaselineFound(long[] query, int maxDistance, int enough) {
    this.query = query;
    this.bound = maxDistance;
    this.enough = enough;
    this.words = new long[distances.length * query.length];
  }

  long[] query() {
    return query;
  }

  int bound() {
    return bound;
  }

  void fetched(long read) {
    fetched ^= read;
  }

  long fetched() {
    return fetched;
  }

  void scan(long[] rows, int first, int count, int[] ofRows) {
    for (int row = 0; row < count; row += RUN) {
      int last = Math.min(row + RUN, count);
      int from = first + row * 4;
      if (nearest(rows, from, first + last * 4) <= bound) {
        for (int i = row; i < last; i++) {
          int distance = distance(rows, first + i * 4);
          if (distance <= bound) {
            add(rows, first + i * 4, distance, ofRows[i + 1], each -> true);
          }
        }
      }
    }
  }

  private int nearest(long[] rows, int from, int to) {
    long q0 = query[0];
    long q1 = query[1];
    long q2 = query[2];
    long q3 = query[3];
    int nearest = Integer.MAX_VALUE;
    for (int at = from; at < to; at += 4) {
      int distance =
          Long.bitCount(rows[at] ^ q0)
              + Long.bitCount(rows[at + 1] ^ q1)
              + Long.bitCount(rows[at + 2] ^ q2)
              + Long.bitCount(rows[at + 3] ^ q3);
      nearest = Math.min(nearest, distance);
    }
    return nearest;
  }

  int distance(long[] rows, int at) {
    return Long.bitCount(rows[at] ^ query[0])
        + Long.bitCount(rows[at + 1] ^ query[1])
        + Long.bitCount(rows[at + 2] ^ query[2])
        + Long.bitCount(rows[at + 3] ^ query[3]);
  }

  void add(long[] rows, int at, int distance, int owner, Filter filter) {
    if (size == distances.length) {
      distances = Arrays.copyOf(distances, size * 2);
      owners = Arrays.copyOf(owners, size * 2);
      words = Arrays.copyOf(words, words.length * 2);
    }
    System.arraycopy(rows, at, words, size * query.length, query.length);
    if (filter.accepts(wordsOf(size))) {
      owners[size] = owner;
      distances[size++] = distance;
    }
    if (size >= 2L * enough + SLACK) {
      narrow();
    }
  }

  private void narrow() {
    int[] nearest = nearestFirst();
    int last = distances[nearest[enough - 1]];
    if (last == bound) {
      return;
    }
    bound = last;
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (distances[i] <= bound) {
        distances[kept] = distances[i];
        owners[kept] = owners[i];
        System.arraycopy(words, i * query.length, words, kept++ * query.length, query.length);
      }
    }
    size = kept;
  }

  int[] nearestFirst() {
    return IntStream.range(0, size)
        .mapToLong(i -> (long) distances[i] << 32 | i)
        .sorted()
        .mapToInt(key -> (int) key)
        .toArray();
  }

  int distance(int place) {
    return distances[place];
  }

  int owner(int place) {
    return owners[place];
  }

  long[] wordsOf(int place) {
    return Arrays.copyOfRange(words, place * query.length, (place + 1) * query.length);
  }

  @FunctionalInterface
  interface Filter {
    boolean accepts(long[] words);
  }
}
