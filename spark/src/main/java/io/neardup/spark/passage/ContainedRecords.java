package io.neardup.spark.passage;

import io.neardup.passage.Winnowing;
import io.neardup.spark.corpus.CorpusRecords;
import io.neardup.spark.corpus.StarGroups;
import java.io.IOException;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/// The records that are nearly whole inside another one, by the rule of
/// [io.neardup.passage.ContainedTexts].
///
/// Each is inside the longest one that is kept, so these are stars: their ranks are the lengths.
public final class ContainedRecords {

  private ContainedRecords() {}

  /// The record that is kept, `component`, for each `node` inside it and for itself.
  ///
  /// @param dropped the `number` of each record that is not kept anyway
  /// @param size how many these are
  /// @param share of the words of a record that are in passages of the other one, at least
  public static Dataset<Row> of(CorpusRecords corpus, Dataset<Row> dropped, long size, double share)
      throws IOException {
    SharedPassages shared =
        SharedPassages.ofKept(
            corpus, "contained-", dropped, size, Winnowing.STANDARD.guaranteedWords(), share);
    String drops = " >= " + share + "D AS drops";
    Dataset<Row> inside =
        new StarGroups(corpus.job().folder())
            .of(
                "contained",
                () ->
                    shared
                        .numbered()
                        .selectExpr(
                            "a",
                            rank(corpus, "a"),
                            "shareA" + drops + "A",
                            "b",
                            rank(corpus, "b"),
                            "shareB" + drops + "B"));
    corpus.job().folder().describe("number of records inside others");
    Map<String, Object> report = corpus.job().report();
    report.put("contained", inside.where("node != component").count());
    report.put("containedShare", share);
    report.put("containedCutRuns", shared.cut());
    return inside;
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
