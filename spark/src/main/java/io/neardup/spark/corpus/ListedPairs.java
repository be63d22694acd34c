package io.neardup.spark.corpus;

import static org.apache.spark.sql.functions.expr;

import io.neardup.spark.pair.BandPairs;
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
    String isListed =
        onlyReferred ? corpus.isInput("numberA") + " != " + corpus.isInput("numberB") : "true";
    Dataset<Row> documents =
        corpus.documents().where("fp IS NOT NULL").select("number", "id", "fp", "content");
    Dataset<Row> equal =
        CorpusDocuments.members(documents, corpus.rows().where("documents > 1"))
            .select("first", "documents", "number", "id");
    Dataset<Row> listedEqual =
        equal.where("number = first OR documents <= " + MAX_EQUAL).select("first", "number", "id");
    Dataset<Row> nodes = pairs.select("a").union(pairs.select("b")).toDF("node").distinct();
    Dataset<Row> single =
        documents.join(nodes, expr("number = node")).selectExpr("number AS first", "number", "id");
    Dataset<Row> listed = listedEqual.union(single).dropDuplicates("number");
    Dataset<Row> near =
        BandPairs.joined(pairs, listed).select("numberA", "idA", "numberB", "idB", "distance");
    Dataset<Row> same =
        side(listedEqual, "A")
            .join(side(equal.select("first", "number", "id"), "B"), expr("firstA = firstB"))
            .where("numberA < numberB")
            .selectExpr("numberA", "idA", "numberB", "idB", "0 AS distance");
    return near.union(same)
        .where(isListed)
        .selectExpr(
            "if(numberA < numberB, idA, idB) AS a",
            "if(numberA < numberB, idB, idA) AS b",
            "distance");
  }

  private static Dataset<Row> side(Dataset<Row> documents, String side) {
    return documents.toDF("first" + side, "number" + side, "id" + side);
  }
}
