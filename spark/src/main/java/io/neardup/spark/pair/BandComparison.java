package io.neardup.spark.pair;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.pairs.ContentRows;
import io.neardup.pairs.JoinRun;
import io.neardup.pairs.PairRounds;
import io.neardup.pairs.bands.BandColumns;
import io.neardup.pairs.bands.BandJoin;
import io.neardup.pairs.bands.BandPlan;
import io.neardup.pairs.bands.BandRow;
import io.neardup.spark.input.JobException;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.apache.spark.api.java.function.FlatMapGroupsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;

/// Finds the candidates among texts with some keys of a band, by the join of the engine for one
/// group. A task holds these texts, some 300 bytes each.
///
/// @param plan of the bands
/// @param bits of the fingerprints
/// @param minSimilarity from which on texts are near-duplicates
/// @param maxPairs maximum of candidates of these texts in memory, 16 bytes each
record BandComparison(BandPlan plan, int bits, double minSimilarity, int maxPairs)
    implements FlatMapGroupsFunction<Row, Row, Row> {

  /// `a` and `b` are the numbers of the first documents with the features of two texts.
  static final StructType SCHEMA =
      StructType.fromDDL("a BIGINT NOT NULL, b BIGINT NOT NULL, distance INT NOT NULL");

  @Override
  public Iterator<Row> call(Row band, Iterator<Row> rows) {
    FoundPairs found = new FoundPairs(rows);
    List<Row> texts = found.group();
    BandColumns columns = new BandColumns(new BandPlan(plan.minima(), 1));
    for (int i = 0; i < texts.size(); i++) {
      columns.add(i, bands(texts.get(i)));
    }
    try (ForkJoinPool pool = new ForkJoinPool(1)) {
      FingerprintSnapshot distinct = found.snapshot(bits, text -> text.getAs("fp"), pool);
      FingerprintSnapshot compared =
          ContentRows.of(
                  distinct,
                  row ->
                      IntStream.range(0, distinct.documents(row))
                          .mapToLong(
                              i -> texts.get(distinct.document(row, i)).<Long>getAs("content"))
                          .toArray(),
                  pool)
              .rows();
      BandJoin join =
          new BandJoin(
              compared, columns, i -> texts.get(i).<Long>getAs("content"), minSimilarity, maxPairs);
      if (!join.join((a, b, distance) -> found.add(a, b), new JoinRun(), pool)) {
        throw new JobException(
            "a band of "
                + texts.size()
                + " texts has more than "
                + maxPairs
                + " candidates, the maximum in the memory of a task; raise --max-pairs or"
                + " --min-similarity");
      }
      return found.pairs().mapToObj(pair -> row(texts, compared, pair)).iterator();
    }
  }

  private static Row row(List<Row> texts, FingerprintSnapshot compared, long pair) {
    int a = PairRounds.earlier(pair);
    int b = PairRounds.later(pair);
    long one = texts.get(compared.document(a, 0)).getAs("first");
    long other = texts.get(compared.document(b, 0)).getAs("first");
    return RowFactory.create(Math.min(one, other), Math.max(one, other), compared.distance(a, b));
  }

  /// The bands of a text, of which only one is known.
  private static BandRow bands(Row text) {
    List<Long> sketch = text.getList(text.fieldIndex("sketch"));
    return new BandRow(
        new int[] {text.getAs("key")},
        text.getAs("further"),
        sketch.stream().mapToLong(Long::longValue).toArray());
  }
}
