package io.neardup.spark.corpus;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.greatest;
import static org.apache.spark.sql.functions.least;
import static org.apache.spark.sql.functions.lit;

import io.neardup.measure.Verification;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/// The pairs of rows of a corpus, from those of its distinct fingerprints: documents with equal
/// fingerprints and different features are decided on one by one.
///
/// Of more than [CorpusDocuments#MAX_CONTENTS] rows with one fingerprint, each is compared with the
/// first, which represents them in other pairs.
public final class ContentPairs {

  private ContentPairs() {}

  /// The pairs of rows, as in [io.neardup.spark.pair.GroupComparison#SCHEMA].
  ///
  /// @param found pairs of [CorpusDocuments#distinct()], without counts
  /// @param allPairs whether all are returned; otherwise all candidates, and what connects the same
  ///   rows as the others
  public static Dataset<Row> of(
      CorpusDocuments corpus, Dataset<Row> found, Verification verification, boolean allPairs) {
    Column isDivided = allPairs ? lit(true) : col("distance").gt(verification.clearWithin());
    Dataset<Row> shared = corpus.rows().where(col("contents").gt(1));
    Dataset<Row> few = shared.where(col("contents").leq(CorpusDocuments.MAX_CONTENTS));
    Dataset<Row> divided =
        found
            .where(isDivided)
            .join(side(few, "A"), col("a").equalTo(col("leadA")), "left")
            .join(side(few, "B"), col("b").equalTo(col("leadB")), "left")
            .select(
                coalesce(col("firstA"), col("a")).as("x"),
                coalesce(col("firstB"), col("b")).as("y"),
                col("distance"),
                expr("pairs div coalesce(equalA, 1) * coalesce(documentsA, 1)"
                        + " div coalesce(equalB, 1) * coalesce(documentsB, 1)")
                    .as("pairs"))
            .select(
                least(col("x"), col("y")).as("a"),
                greatest(col("x"), col("y")).as("b"),
                col("distance"),
                col("pairs"));
    Dataset<Row> equal =
        side(shared, "A")
            .join(side(shared, "B"), col("leadA").equalTo(col("leadB")))
            .where(
                col("firstA")
                    .lt(col("firstB"))
                    .and(
                        col("contentsA")
                            .leq(CorpusDocuments.MAX_CONTENTS)
                            .or(col("firstA").equalTo(col("leadA")))))
            .select(
                col("firstA").as("a"),
                col("firstB").as("b"),
                lit(0).as("distance"),
                col("documentsA").multiply(col("documentsB")).as("pairs"));
    Dataset<Row> pairs = divided.union(equal);
    return allPairs ? pairs : found.where(isDivided.equalTo(false)).union(pairs);
  }

  private static Dataset<Row> side(Dataset<Row> rows, String side) {
    return rows.select(
        col("lead").as("lead" + side),
        col("first").as("first" + side),
        col("documents").as("documents" + side),
        col("contents").as("contents" + side),
        col("equal").as("equal" + side));
  }
}
