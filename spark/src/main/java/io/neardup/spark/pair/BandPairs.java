package io.neardup.spark.pair;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;

import io.neardup.pairs.bands.BandPlan;
import io.neardup.spark.input.RecordInput;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/// Finds the candidates among texts of different features, which are compared by their features.
///
/// ```
/// texts ──► a key for each band ──► keys of several texts ──► copies ──► joins of the engine ──► candidates, each once
/// ```
///
/// @param plan the bands
/// @param bits of the fingerprints
/// @param minSimilarity from which on texts are near-duplicates
/// @param onlyReferred whether only pairs of a record of a reference and one of the input count
/// @param maxPairs maximum of candidates that a task holds of one band, 16 bytes each
public record BandPairs(
    BandPlan plan, int bits, double minSimilarity, boolean onlyReferred, int maxPairs) {

  private static final StructType GROUP = StructType.fromDDL("band INT, part INT");
  private static final int ROWS_A_PARTITION = 500_000;
  private static final int BYTES_A_COPY = 112; // of a key that another text has, compressed
  private static final int PARTS = 4; // of a band for each task, so that these are equally large

  /// What is shuffled of a row at most, in bytes, as long as it has a few candidates.
  ///
  /// @param plan null if all texts are compared
  public static int budget(@Nullable BandPlan plan) {
    return plan == null ? BYTES_A_COPY : plan.bands() * BYTES_A_COPY;
  }

  /// The candidates, as in [GroupComparison#SCHEMA].
  ///
  /// @param rows texts: `fp`, `content`, `first`, `documents`, `referred`, `keys`, `sketch`,
  ///   `further`
  /// @param count of the rows
  public Dataset<Row> pairs(Dataset<Row> rows, long count, int cores) {
    int partitions = RecordInput.partitions(count * plan.bands(), ROWS_A_PARTITION, cores);
    Column part = expr("pmod(key, " + Math.max(1, PARTS * partitions / plan.bands()) + ")");
    Dataset<Row> shared =
        rows.selectExpr("posexplode(keys) AS (band, key)", "first")
            .selectExpr("shiftleft(cast(band AS bigint), 32) | key & 4294967295L AS of", "first")
            .repartition(partitions, col("of"))
            .selectExpr("*", "count(1) OVER (PARTITION BY of) AS texts")
            .where("texts > 1")
            .selectExpr(
                "cast(shiftright(of, 32) AS int) AS band",
                "cast(shiftright(shiftleft(of, 32), 32) AS int) AS key",
                "first");
    Dataset<Row> copies =
        shared
            .join(rows.select("first", "content", "sketch", "further", "fp"), "first")
            .repartition(partitions, col("band"), part);
    Dataset<Row> found =
        copies
            .groupBy(col("band"), part.as("part"))
            .as(Encoders.row(GROUP), Encoders.row(copies.schema()))
            .flatMapGroups(
                new BandComparison(plan, bits, minSimilarity, maxPairs),
                Encoders.row(BandComparison.SCHEMA))
            .distinct(); // of a pair that several bands have
    String input = "(documentsA - referredA) * (documentsB - referredB)";
    String pairs =
        "documentsA * documentsB - referredA * referredB" + (onlyReferred ? " - " + input : "");
    return joined(found, rows.select("first", "documents", "referred"))
        .selectExpr("a", "b", "distance", pairs + " AS pairs")
        .where("pairs > 0");
  }

  /// Pairs with the columns of both their rows.
  ///
  /// @param pairs with the numbers of two rows in `a` and `b`
  /// @param rows the number, and columns whose names get an `A` or a `B` at the end
  public static Dataset<Row> joined(Dataset<Row> pairs, Dataset<Row> rows) {
    Dataset<Row> joined = pairs;
    for (String side : List.of("A", "B")) {
      String[] names =
          Arrays.stream(rows.columns()).map(name -> name + side).toArray(String[]::new);
      names[0] = "rowOf" + side;
      joined = joined.join(rows.toDF(names), expr(side + " = rowOf" + side)).drop(names[0]);
    }
    return joined;
  }
}
