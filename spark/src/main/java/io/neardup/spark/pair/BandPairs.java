package io.neardup.spark.pair;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;

import io.neardup.measure.NearLimit;
import io.neardup.measure.Verification;
import io.neardup.pairs.bands.BandPlan;
import java.util.Objects;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/// Finds the candidates among texts of different features, which are compared by their features.
///
/// ```
/// texts ──► a copy for each band ──► texts with an equal key ──► joins of the engine ──► candidates, each once
/// ```
///
/// A few texts are all compared by their fingerprints instead.
///
/// @param plan the bands, null for few texts
/// @param bits of the fingerprints
/// @param limit up to where texts are near-duplicates
/// @param onlyReferred whether only pairs of a record of a reference and one of the input count
/// @param maxPairs maximum of candidates that a task holds of one band, 16 bytes each
public record BandPairs(
    @Nullable BandPlan plan, int bits, NearLimit limit, boolean onlyReferred, int maxPairs) {

  private static final int ROWS_A_PARTITION = 500_000;
  private static final int BYTES_A_COPY = 96; // compressed, with its share of what is found
  private static final int PARTS = 4; // of a band for each task, so that these are equally large

  /// What is shuffled of a row at most, in bytes, as long as it has a few candidates.
  public int budget() {
    return plan == null ? BYTES_A_COPY : plan.bands() * BYTES_A_COPY;
  }

  /// The candidates, as in [GroupComparison#SCHEMA].
  ///
  /// @param rows texts: `fp`, `content`, `first`, `documents`, `referred`, `keys`, `known`
  /// @param count of the rows
  public Dataset<Row> pairs(Dataset<Row> rows, long count, int cores) {
    Verification verification = Objects.requireNonNull(limit.verification());
    BandComparison comparison =
        new BandComparison(plan, bits, verification.minSimilarity(), limit.reach(), maxPairs);
    Dataset<Row> copies;
    if (plan == null) {
      copies =
          rows.selectExpr("0 AS band", "0 AS key", "first", "content", "fp AS known").coalesce(1);
    } else {
      int partitions =
          (int) Math.min(100_000, Math.max(2L * cores, count * plan.bands() / ROWS_A_PARTITION));
      int parts = Math.max(1, PARTS * partitions / plan.bands());
      copies =
          rows.selectExpr(
                  "posexplode(keys) AS (band, key)",
                  "first",
                  "content",
                  "concat(known, fp) AS known")
              .repartition(partitions, col("band"), expr("pmod(key, " + parts + ")"))
              .sortWithinPartitions("band");
    }
    Dataset<Row> found =
        copies
            .mapPartitions(comparison, Encoders.row(BandComparison.SCHEMA))
            .distinct(); // of a pair that several bands have
    String input = "(documentsA - referredA) * (documentsB - referredB)";
    String pairs =
        "documentsA * documentsB - referredA * referredB" + (onlyReferred ? " - " + input : "");
    return found
        .join(side(rows, "A"), expr("a = firstA"))
        .join(side(rows, "B"), expr("b = firstB"))
        .selectExpr("a", "b", "distance", pairs + " AS pairs")
        .where("pairs > 0");
  }

  private static Dataset<Row> side(Dataset<Row> rows, String side) {
    return rows.select("first", "documents", "referred")
        .toDF("first" + side, "documents" + side, "referred" + side);
  }
}
