package io.neardup.spark.corpus;

import static org.apache.spark.sql.functions.col;

import java.io.IOException;
import java.util.function.Function;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

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

  /// What is made of the texts of one side: pairs of a record mostly follow each other.
  public static final class Side<T> {

    private final Function<String, T> maker;
    private long number = -1;
    private @Nullable T last;

    public Side(Function<String, T> maker) {
      this.maker = maker;
    }

    /// What is made of the text of a record.
    public T of(long record, String text) {
      T made = last;
      if (made == null || number != record) {
        made = maker.apply(text);
        number = record;
        last = made;
      }
      return made;
    }
  }
}
