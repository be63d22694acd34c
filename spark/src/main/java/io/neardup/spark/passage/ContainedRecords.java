package io.neardup.spark.passage;

import static org.apache.spark.sql.functions.expr;

import io.neardup.measure.DropRule;
import io.neardup.passage.Winnowing;
import io.neardup.spark.corpus.CorpusRecords;
import io.neardup.spark.corpus.StarGroups;
import io.neardup.spark.corpus.TextPairs;
import java.io.IOException;
import java.util.Map;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;

/// The records that are nearly whole inside another one, by the rule of
/// [io.neardup.passage.ContainedTexts].
///
/// Each is inside the longest one that is kept, so these are stars: their ranks are the lengths.
public final class ContainedRecords {

  private static final StructType ALLOWED =
      StructType.fromDDL(
          "x BIGINT NOT NULL, y BIGINT NOT NULL, mayA BOOLEAN NOT NULL, mayB BOOLEAN NOT NULL");

  private ContainedRecords() {}

  /// The record that is kept, `component`, for each `node` inside it and for itself.
  ///
  /// @param dropped the `number` of each record that is not kept anyway
  /// @param size how many these are
  /// @param share of the words of a record that are in passages of the other one, at least
  /// @param rule on what may be dropped
  public static Dataset<Row> of(
      CorpusRecords corpus, Dataset<Row> dropped, long size, double share, Broadcast<DropRule> rule)
      throws IOException {
    SharedPassages shared =
        SharedPassages.ofKept(
            corpus, "contained-", dropped, size, Winnowing.STANDARD.guaranteedWords(), share);
    String drops = " >= " + share + "D AS drops";
    Dataset<Row> ranked =
        shared
            .numbered()
            .selectExpr(
                "a",
                rank(corpus, "a"),
                "shareA" + drops + "A",
                "b",
                rank(corpus, "b"),
                "shareB" + drops + "B")
            .where("if(ra > rb, dropsA, dropsB)");
    Dataset<Row> allowed = rule.value().isAll() ? ranked : allowed(corpus, ranked, rule);
    Dataset<Row> inside = new StarGroups(corpus.job().folder()).of("contained", () -> allowed);
    corpus.job().folder().describe("number of records inside others");
    Map<String, Object> report = corpus.job().report();
    report.put("contained", inside.where("node != component").count());
    report.put("containedShare", share);
    report.put("containedCutRuns", shared.cut());
    return inside;
  }

  /// The pairs of which the rule allows to drop one record for the other.
  private static Dataset<Row> allowed(
      CorpusRecords corpus, Dataset<Row> pairs, Broadcast<DropRule> rule) throws IOException {
    Dataset<Row> found =
        TextPairs.of(corpus, "contained-texts", pairs.select("a", "b"))
            .compareFeatures(
                (pair, a, b) ->
                    RowFactory.create(
                        pair.get(0),
                        pair.get(1),
                        rule.value().dropsInside(a, b),
                        rule.value().dropsInside(b, a)),
                ALLOWED);
    return pairs
        .join(found, expr("a = x AND b = y"))
        .selectExpr("a", "ra", "mayA AS dropsA", "b", "rb", "mayB AS dropsB");
  }

  /// Records of the reference are kept, of others the longest one, of equal ones the first.
  private static String rank(CorpusRecords corpus, String side) {
    return "struct("
        + corpus.isInput(side)
        + " AS isInput, -words"
        + side
        + " AS words, "
        + side
        + " AS number) AS r"
        + side;
  }
}
