package io.neardup.pairs;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.hamming.Parallel;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The rows of a join whose candidates are compared by their features: texts of equal fingerprints
/// need not be equal, so documents are one row only if their content is equal, too.
///
/// A join finds pairs of distinct fingerprints; [#pairs] passes the pairs of their rows. Of more
/// than [#MAX_COMPARED] rows of one fingerprint, the first are paired with all others of that
/// fingerprint, and represent them in pairs with other fingerprints: one where the distance
/// decides, and up to [#MAX_COMPARED] where features are compared, so that n texts of one
/// fingerprint cost O(n) comparisons, and not more than [#MAX_PAIRS] if n is smaller than that.
public final class ContentRows {

  /// The maximum of rows of one fingerprint of which all pairs are passed.
  public static final int MAX_COMPARED = 100;

  /// The maximum of pairs of the rows of one fingerprint, if each has a pair with the first.
  static final int MAX_PAIRS = 1_000_000;

  private static final int CHUNK = 256;

  private final FingerprintSnapshot distinct;
  private final FingerprintSnapshot rows;
  private final int @Nullable [] starts; // in rows, of each distinct fingerprint

  private ContentRows(
      FingerprintSnapshot distinct, FingerprintSnapshot rows, int @Nullable [] starts) {
    this.distinct = distinct;
    this.rows = rows;
    this.starts = starts;
  }

  /// Rows of distinct fingerprints, whose documents all count as equal.
  public static ContentRows undivided(FingerprintSnapshot distinct) {
    return new ContentRows(distinct, distinct, null);
  }

  /// Divides rows by the content of their documents.
  ///
  /// @param contents of the documents of a row, in their order: equal numbers for equal content.
  ///   Called once for each row of several documents, by the threads of the pool
  public static ContentRows of(
      FingerprintSnapshot distinct, IntFunction<long[]> contents, ForkJoinPool pool) {
    if (distinct.documents() == distinct.size()) {
      return undivided(distinct);
    }
    Map<Integer, int[]> parts = new HashMap<>();
    int chunks = (distinct.size() + CHUNK - 1) / CHUNK;
    pool.invoke(
        ForkJoinTask.adapt(() ->
            Parallel.each(
                chunks,
                chunk -> {
                  int end = Math.min(distinct.size(), (chunk + 1) * CHUNK);
                  for (int row = chunk * CHUNK; row < end; row++) {
                    int[] divided = distinct.documents(row) > 1 ? parts(contents.apply(row)) : null;
                    if (divided != null) {
                      synchronized (parts) {
                        parts.put(row, divided);
                      }
                    }
                  }
                })));
    if (parts.isEmpty()) {
      return undivided(distinct);
    }
    int[] starts = new int[distinct.size() + 1];
    for (int row = 0; row < distinct.size(); row++) {
      int[] divided = parts.get(row);
      starts[row + 1] =
          starts[row] + (divided == null ? 1 : Arrays.stream(divided).max().orElseThrow() + 1);
    }
    return new ContentRows(distinct, distinct.divided(parts), starts);
  }

  /// The number of the part of each document, in the order of the contents; null if all are equal.
  private static int @Nullable [] parts(long[] contents) {
    Map<Long, Integer> numbers = new HashMap<>(); // the first document's content has the first one
    int[] parts = new int[contents.length];
    for (int i = 0; i < contents.length; i++) {
      Integer known = numbers.putIfAbsent(contents[i], numbers.size());
      parts[i] = known == null ? numbers.size() - 1 : known;
    }
    return numbers.size() == 1 ? null : parts;
  }

  /// The distinct fingerprints.
  public FingerprintSnapshot distinct() {
    return distinct;
  }

  /// The rows: documents of equal fingerprints, and of equal content if they are divided. Rows of
  /// one fingerprint follow each other.
  public FingerprintSnapshot rows() {
    return rows;
  }

  /// Passes the pairs of rows of two distinct fingerprints.
  ///
  /// @param a a row of [#distinct]
  /// @param b another one, after `a`
  /// @param compared whether features decide on them, not the distance
  public void pairs(int a, int b, int distance, boolean compared, PairSink sink) {
    if (starts == null) {
      sink.pair(a, b, distance);
      return;
    }
    int endOfA = starts[a] + leading(starts, a, compared);
    int endOfB = starts[b] + leading(starts, b, compared);
    for (int one = starts[a]; one < endOfA; one++) {
      for (int other = starts[b]; other < endOfB; other++) {
        sink.pair(one, other, distance);
      }
    }
  }

  /// Passes the pairs of rows with equal fingerprints, at distance 0.
  ///
  /// @param compared whether features decide on them, not the distance
  public void equalPairs(boolean compared, PairSink sink, JoinRun run) {
    if (starts == null) {
      return;
    }
    int[] from = starts;
    IntStream.range(0, distinct.size())
        .takeWhile(row -> !run.isCancelled())
        .forEach(row -> {
          int end = from[row] + leading(from, row, compared);
          for (int one = from[row]; one < end; one++) {
            for (int other = one + 1; other < from[row + 1] && !run.isCancelled(); other++) {
              sink.pair(one, other, 0);
            }
          }
        });
  }

  /// How many rows of a distinct fingerprint are paired with all others.
  private static int leading(int[] starts, int row, boolean compared) {
    int count = starts[row + 1] - starts[row];
    if (count <= MAX_COMPARED) {
      return count;
    }
    return compared ? Math.clamp(MAX_PAIRS / count, 1, MAX_COMPARED) : 1;
  }
}
