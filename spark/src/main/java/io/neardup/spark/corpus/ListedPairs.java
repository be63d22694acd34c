package io.neardup.spark.corpus;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/// The pairs of documents, from the pairs of distinct fingerprints: as the service and the command
/// line list them.
///
/// Up to [#MAX_EQUAL] documents with one fingerprint are listed one by one; of more, each is paired
/// with the first, which represents them in other pairs.
public final class ListedPairs {

  /// Maximum of documents with one fingerprint that are listed pair by pair.
  public static final int MAX_EQUAL = 100;

  private ListedPairs() {}

  /// All pairs: `a`, `b`, `distance`; `a` is the earlier document.
  ///
  /// @param pairs as in [io.neardup.spark.pair.GroupComparison#SCHEMA], without counts
  /// @param onlyReferred whether only pairs of a record of the reference and one of the input are
  ///   listed
  public static Dataset<Row> of(CorpusDocuments corpus, Dataset<Row> pairs, boolean onlyReferred) {
    Column isListed =
        onlyReferred
            ? corpus.isInput(col("numberA")).notEqual(corpus.isInput(col("numberB")))
            : lit(true);
    Dataset<Row> shared = corpus.rows().where(col("documents").gt(1));
    Dataset<Row> documents =
        corpus.documents().where(col("fp").isNotNull()).select("number", "id", "fp", "content");
    Dataset<Row> equal =
        CorpusDocuments.members(documents, shared).select("first", "documents", "number", "id");
    Dataset<Row> listedEqual =
        equal.where(col("documents").leq(MAX_EQUAL).or(col("number").equalTo(col("first"))));
    Dataset<Row> nodes =
        pairs.select(col("a").as("node")).union(pairs.select(col("b").as("node"))).distinct();
    Dataset<Row> single =
        documents
            .join(nodes, col("number").equalTo(col("node")))
            .select(col("number").as("first"), lit(1L).as("documents"), col("number"), col("id"));
    Dataset<Row> listed =
        listedEqual.union(single).dropDuplicates("number").select("first", "number", "id");
    Dataset<Row> near =
        pairs
            .join(side(listed, "A"), col("a").equalTo(col("firstA")))
            .join(side(listed, "B"), col("b").equalTo(col("firstB")))
            .select(col("numberA"), col("idA"), col("numberB"), col("idB"), col("distance"));
    Dataset<Row> same =
        side(listedEqual.select("first", "number", "id"), "A")
            .join(
                side(equal.select("first", "number", "id"), "B"),
                col("firstA").equalTo(col("firstB")))
            .where(col("numberA").lt(col("numberB")))
            .select(col("numberA"), col("idA"), col("numberB"), col("idB"), lit(0).as("distance"));
    return near.union(same)
        .where(isListed)
        .selectExpr(
            "if(numberA < numberB, idA, idB) as a",
            "if(numberA < numberB, idB, idA) as b",
            "distance");
  }

  private static Dataset<Row> side(Dataset<Row> documents, String side) {
    return documents.select(
        col("first").as("first" + side),
        col("number").as("number" + side),
        col("id").as("id" + side));
  }
}
