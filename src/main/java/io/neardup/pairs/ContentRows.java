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
/// A join finds pairs of distinct fingerprints; [#pairs] passes those of the rows. Of one
/// fingerprint, the first [#MAX_COMPARED] rows are paired with all others of the same fingerprint,
/// and represent them in pairs with other fingerprints, so that n texts of one fingerprint cost
/// O(n) comparisons.
public final class ContentRows {

  /// The maximum of rows of one fingerprint that are paired with rows of others.
  public static final int MAX_COMPARED = 100;

  private static final int CHUNK = 256;

  private final FingerprintSnapshot distinct;
  private final FingerprintSnapshot rows;
  private final int @Nullable [] starts; // in rows, of those of a distinct fingerprint

  private ContentRows(
      FingerprintSnapshot distinct, FingerprintSnapshot rows, int @Nullable [] starts) {
    this.distinct = distinct;
    this.rows = rows;
    this.starts = starts;
  }

  /// Rows of distinct fingerprints, whose documents are not told apart.
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
    long[] sorted = Arrays.stream(contents).sorted().distinct().toArray();
    return sorted.length == 1
        ? null
        : Arrays.stream(contents)
            .mapToInt(content -> Arrays.binarySearch(sorted, content))
            .toArray();
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

  /// Whether the documents of some fingerprint have different contents.
  public boolean isDivided() {
    return starts != null;
  }

  /// Passes the pairs of rows of two distinct fingerprints.
  ///
  /// @param a a row of [#distinct]
  /// @param b another one, after `a`
  public void pairs(int a, int b, int distance, PairSink sink) {
    if (starts == null) {
      sink.pair(a, b, distance);
      return;
    }
    for (int one = starts[a]; one < Math.min(starts[a + 1], starts[a] + MAX_COMPARED); one++) {
      for (int other = starts[b];
          other < Math.min(starts[b + 1], starts[b] + MAX_COMPARED);
          other++) {
        sink.pair(one, other, distance);
      }
    }
  }

  /// Passes the pairs of rows with equal fingerprints, at distance 0.
  public void equalPairs(PairSink sink, JoinRun run) {
    if (starts == null) {
      return;
    }
    int[] from = starts;
    IntStream.range(0, distinct.size())
        .takeWhile(row -> !run.isCancelled())
        .forEach(row -> {
          for (int one = from[row];
              one < Math.min(from[row + 1], from[row] + MAX_COMPARED);
              one++) {
            for (int other = one + 1; other < from[row + 1] && !run.isCancelled(); other++) {
              sink.pair(one, other, 0);
            }
          }
        });
  }
}
