package io.neardup.service.join;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.hamming.Parallel;
import io.neardup.pairs.ContentRows;
import io.neardup.pairs.JoinRun;
import io.neardup.pairs.bands.BandColumns;
import io.neardup.pairs.bands.BandJoin;
import io.neardup.pairs.bands.BandPlan;
import io.neardup.pairs.bands.BandRow;
import io.neardup.pairs.bands.FeatureHash;
import io.neardup.simhash.FeatureVector;
import java.util.Arrays;
import java.util.BitSet;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The features of a collection as its join by bands needs them: a text of each row is read, and
/// its bands and the hash of its features are kept.
final class CollectionBands {

  private static final int BATCH = 1 << 12;
  private static final int HEAP_SHARE = 4;
  private static final int ROW_BYTES = 33; // beside the keys of bands

  private final ContentRows rows;
  private final BandColumns columns;
  private final long[] contents; // by ordinal
  private final int[] featured; // rows

  /// @param read rows of equal content; rows of equal features become one
  /// @param progress of reading
  CollectionBands(
      ContentRows read,
      RowDocuments documents,
      BandPlan plan,
      JoinRun progress,
      ForkJoinPool pool) {
    FingerprintSnapshot given = read.rows();
    long[] ordered = // rows in the order of their first documents, in which columns are filled
        IntStream.range(0, given.size())
            .mapToLong(row -> (long) given.document(row, 0) << Integer.SIZE | row)
            .sorted()
            .toArray();
    BitSet withFeatures = new BitSet(); // ordinals
    this.columns = new BandColumns(plan);
    this.contents = new long[1 + greatest(given)];
    progress.begin(ordered.length);
    for (int from = 0; from < ordered.length && !documents.run().isCancelled(); from += BATCH) {
      int start = from;
      @Nullable BandedText[] batch = new BandedText[Math.min(BATCH, ordered.length - from)];
      pool.invoke(
          ForkJoinTask.adapt(() ->
              Parallel.each(
                  batch.length,
                  i ->
                      batch[i] = BandedText.of(documents.vector((int) ordered[start + i]), plan))));
      for (int i = 0; i < batch.length; i++) {
        int row = (int) ordered[from + i];
        BandedText features = batch[i];
        if (features != null) {
          columns.add(given.document(row, 0), features.bands);
          withFeatures.set(given.document(row, 0));
        }
        for (int document = 0; document < given.documents(row); document++) {
          contents[given.document(row, document)] = features == null ? row : features.hash;
        }
      }
      progress.did(batch.length);
    }
    this.rows =
        ContentRows.of(
            read.distinct(),
            row -> ordinals(read.distinct(), row).mapToLong(ordinal -> contents[ordinal]).toArray(),
            pool);
    this.featured =
        IntStream.range(0, rows.rows().size())
            .filter(row -> withFeatures.get(rows.rows().document(row, 0)))
            .toArray();
  }

  /// What is kept of a text.
  private record BandedText(long hash, BandRow bands) {

    static @Nullable BandedText of(@Nullable FeatureVector vector, BandPlan plan) {
      FeatureHash hash = new FeatureHash(plan);
      if (vector != null) {
        vector.forEach(hash);
      }
      BandRow bands = hash.bands();
      return bands == null ? null : new BandedText(hash.value(), bands);
    }
  }

  /// Whether the bands of so many rows take a quarter of the heap at most.
  static boolean fit(BandPlan plan, int rows) {
    long bytes = rows * (ROW_BYTES + (long) Integer.BYTES * plan.bands());
    return bytes <= Runtime.getRuntime().maxMemory() / HEAP_SHARE;
  }

  private static IntStream ordinals(FingerprintSnapshot rows, int row) {
    return IntStream.range(0, rows.documents(row)).map(i -> rows.document(row, i));
  }

  private static int greatest(FingerprintSnapshot rows) {
    return IntStream.range(0, rows.size()).flatMap(row -> ordinals(rows, row)).max().orElse(-1);
  }

  /// The rows: documents of equal features.
  ContentRows rows() {
    return rows;
  }

  int texts() {
    return featured.length;
  }

  boolean hasFeatures(int row) {
    return Arrays.binarySearch(featured, row) >= 0;
  }

  /// The row of a row of [#join].
  int row(int joined) {
    return featured[joined];
  }

  BandJoin join(double minSimilarity, int maxPairs) {
    BitSet others = new BitSet();
    others.set(0, rows.rows().size());
    Arrays.stream(featured).forEach(others::clear);
    return new BandJoin(
        rows.rows().without(others),
        columns,
        ordinal -> contents[ordinal],
        minSimilarity,
        maxPairs);
  }
}
