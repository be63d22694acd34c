package io.neardup.spark.pair;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.hamming.FingerprintSnapshotBuilder;
import io.neardup.pairs.ContentRows;
import io.neardup.pairs.JoinRun;
import io.neardup.pairs.bands.BandColumns;
import io.neardup.pairs.bands.BandJoin;
import io.neardup.pairs.bands.BandPlan;
import io.neardup.spark.input.JobException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.stream.IntStream;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/// Finds the candidates among the texts of a partition, which are sorted by band, by the join of
/// the engine for one group. A task holds the texts that it has of one band, some 300 bytes each.
///
/// @param plan of the bands, null to compare the fingerprints of all texts
/// @param bits of the fingerprints
/// @param minSimilarity from which on texts are near-duplicates
/// @param reach the distance up to which texts are candidates without bands
/// @param maxPairs maximum of candidates of one band in memory, 16 bytes each
record BandComparison(
    @Nullable BandPlan plan, int bits, double minSimilarity, int reach, int maxPairs)
    implements MapPartitionsFunction<Row, Row> {

  /// `a` and `b` are the numbers of the first documents with the features of two texts.
  static final StructType SCHEMA =
      StructType.fromDDL("a BIGINT NOT NULL, b BIGINT NOT NULL, distance INT NOT NULL");

  @Override
  public Iterator<Row> call(Iterator<Row> rows) {
    return new Results(rows);
  }

  /// The candidates of all bands.
  private final class Results extends FoundPairs {

    private FingerprintSnapshot compared = new FingerprintSnapshotBuilder(bits, 0).build(pool);

    Results(Iterator<Row> rows) {
      super(rows);
    }

    @Override
    boolean isOfGroup(Row first, Row row) {
      return row.getInt(0) == first.getInt(0);
    }

    @Override
    Row row(int a, int b) {
      long one = first(compared.document(a, 0));
      long other = first(compared.document(b, 0));
      return RowFactory.create(Math.min(one, other), Math.max(one, other), compared.distance(a, b));
    }

    @Override
    void compare() {
      int start = plan == null ? 0 : KnownBands.BYTES;
      FingerprintSnapshot distinct =
          snapshot(
              bits,
              row -> {
                byte[] known = row.getAs(4);
                return Arrays.copyOfRange(known, start, known.length);
              });
      compared =
          ContentRows.of(
                  distinct,
                  row ->
                      IntStream.range(0, distinct.documents(row))
                          .mapToLong(i -> content(distinct.document(row, i)))
                          .toArray(),
                  pool)
              .rows();
      if (plan == null) {
        compareAll();
      } else {
        join(new BandColumns(new BandPlan(plan.minima(), 1)));
      }
    }

    private void compareAll() {
      for (int a = 0; a < compared.size(); a++) {
        for (int b = a + 1; b < compared.size(); b++) {
          if (compared.distance(a, b) <= reach) {
            add(a, b);
          }
        }
      }
    }

    private void join(BandColumns columns) {
      for (int i = 0; i < group.size(); i++) {
        columns.add(i, KnownBands.row(group.get(i).getInt(1), known(i)));
      }
      BandJoin join = new BandJoin(compared, columns, this::content, minSimilarity, maxPairs);
      if (!join.join((a, b, distance) -> add(a, b), new JoinRun(), pool)) {
        throw new JobException(
            "a band of "
                + group.size()
                + " texts has more than "
                + maxPairs
                + " candidates, the maximum in the memory of a task; raise --max-pairs or"
                + " --min-similarity");
      }
    }

    private byte[] known(int i) {
      return group.get(i).getAs(4);
    }

    private long first(int i) {
      return group.get(i).getLong(2);
    }

    private long content(int i) {
      return group.get(i).getLong(3);
    }
  }
}
