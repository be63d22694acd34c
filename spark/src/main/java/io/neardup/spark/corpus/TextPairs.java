package io.neardup.spark.corpus;

import static org.apache.spark.sql.functions.col;

import java.io.IOException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/// Pairs of records with their texts, which are read again, and joined with the pairs: a text takes
/// less of a shuffle than its features or tokens, and a task holds two.
public final class TextPairs {

  private TextPairs() {}

  /// The pairs with two further columns, `textA` and `textB`.
  ///
  /// @param stage the name of the stage that reads the texts
  /// @param pairs with the numbers of records in `a` and `b`
  public static Dataset<Row> of(
      CorpusRecords corpus, WorkFolder folder, String stage, Dataset<Row> pairs)
      throws IOException {
    Dataset<Row> texts = folder.stage(stage, "texts of candidates", () -> texts(corpus, pairs));
    return pairs
        .join(side(texts, "A"), col("a").equalTo(col("numberA")))
        .join(side(texts, "B"), col("b").equalTo(col("numberB")))
        .drop("numberA", "numberB");
  }

  private static Dataset<Row> texts(CorpusRecords corpus, Dataset<Row> pairs) {
    return corpus.texts(
        pairs.select(col("a").as("number")).union(pairs.select(col("b").as("number"))).distinct());
  }

  private static Dataset<Row> side(Dataset<Row> texts, String side) {
    return texts.select(col("number").as("number" + side), col("text").as("text" + side));
  }
}
