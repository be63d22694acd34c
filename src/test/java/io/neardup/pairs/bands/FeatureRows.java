package io.neardup.pairs.bands;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.hamming.FingerprintSnapshotBuilder;
import io.neardup.pairs.ContentRows;
import io.neardup.pairs.JoinRun;
import io.neardup.simhash.FeatureVector;
import io.neardup.simhash.SparseColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;

/// Texts by their features, in the form that joins take.
record FeatureRows(
    List<FeatureVector> texts, FingerprintSnapshot rows, BandColumns columns, long[] contents) {

  static final double LIMIT = 0.54;

  private static final int BITS = 256;

  /// @param texts the features of each
  static FeatureRows of(List<FeatureVector> texts, BandPlan plan) {
    FingerprintSnapshotBuilder prints = new FingerprintSnapshotBuilder(BITS, texts.size());
    BandColumns columns = new BandColumns(plan);
    long[] contents = new long[texts.size()];
    for (int i = 0; i < texts.size(); i++) {
      SparseColumns signs = new SparseColumns(BITS);
      FeatureHash hash = new FeatureHash(plan);
      texts.get(i).forEach(signs::add);
      texts.get(i).forEach(hash);
      prints.add(i, signs.signs());
      columns.add(i, Objects.requireNonNull(hash.bands()));
      contents[i] = hash.value();
    }
    FingerprintSnapshot distinct = prints.build(ForkJoinPool.commonPool());
    ContentRows rows =
        ContentRows.of(
            distinct,
            row ->
                IntStream.range(0, distinct.documents(row))
                    .mapToLong(i -> contents[distinct.document(row, i)])
                    .toArray(),
            ForkJoinPool.commonPool());
    return new FeatureRows(texts, rows.rows(), columns, contents);
  }

  /// The features of one text, all of one weight.
  static FeatureVector vector(long... features) {
    return FeatureVector.of(
        features, IntStream.range(0, features.length).mapToLong(i -> 1).toArray());
  }

  BandJoin join(int maxPairs) {
    return new BandJoin(rows, columns, number -> contents[number], LIMIT, maxPairs);
  }

  /// The pairs of texts that a join passes: of each row its first one. Fails if one is passed
  /// twice.
  Set<Long> pairs(BandJoin join, int threads) {
    Set<Long> pairs = new TreeSet<>();
    List<String> faults = new ArrayList<>();
    ForkJoinPool pool = new ForkJoinPool(threads);
    try {
      boolean complete =
          join.join(
              (a, b, distance) -> {
                synchronized (pairs) {
                  int one = rows.document(a, 0);
                  int other = rows.document(b, 0);
                  if (a >= b || distance != rows.distance(a, b) || !pairs.add(pair(one, other))) {
                    faults.add(one + " and " + other);
                  }
                }
              },
              new JoinRun(),
              pool);
      if (!complete || !faults.isEmpty()) {
        throw new AssertionError("complete: " + complete + ", faults: " + faults);
      }
    } finally {
      pool.shutdown();
    }
    return pairs;
  }

  static long pair(int one, int other) {
    return (long) Math.min(one, other) << Integer.SIZE | Math.max(one, other);
  }
}
