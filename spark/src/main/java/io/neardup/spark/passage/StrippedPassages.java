package io.neardup.spark.passage;

import static org.apache.spark.sql.functions.expr;

import io.neardup.passage.Passage;
import io.neardup.passage.Passage.TextRange;
import io.neardup.passage.Repetitions;
import io.neardup.spark.corpus.CorpusRecords;
import io.neardup.spark.corpus.WorkFolder;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/// The records that are kept, without the passages that earlier ones of them have as well.
public final class StrippedPassages {

  /// `rest` is what remains of the text, null if nothing does.
  private static final StructType STRIPPED =
      StructType.fromDDL(
          "number BIGINT NOT NULL, rest STRING, passages ARRAY<STRUCT<start: INT, end: INT,"
              + " words: INT, of: BIGINT, ofStart: INT, ofEnd: INT>> NOT NULL");

  private final CorpusRecords corpus;
  private final Dataset<Row> stripped;
  private final long emptied;

  /// Finds the passages.
  ///
  /// @param dropped the `number` of each record that is not kept
  /// @param droppedSize how many these are
  /// @param minWords the smallest number of words of a passage
  public StrippedPassages(
      CorpusRecords corpus, Dataset<Row> dropped, long droppedSize, int minWords)
      throws IOException {
    WorkFolder folder = corpus.job().folder();
    this.corpus = corpus;
    SharedPassages shared =
        SharedPassages.ofKept(corpus, "kept-", dropped, droppedSize, minWords, 0);
    Dataset<Row> repeats =
        shared
            .numbered()
            .groupBy("b")
            .agg(expr("sort_array(collect_list(struct(a, passages)))"))
            .toDF("number", "repeats");
    this.stripped =
        folder.stage(
            "stripped",
            "texts without repeated passages",
            () ->
                corpus.rows(
                    corpus
                        .texts(repeats.select("number"))
                        .join(repeats, "number")
                        .select("number", "text", "repeats"),
                    (profile, record) -> stripped(record),
                    STRIPPED));
    folder.describe("number of repeated passages");
    Row counts =
        stripped
            .selectExpr(
                "coalesce(sum(cast(size(passages) AS bigint)), 0L)",
                "count(1)",
                "count_if(rest IS NULL)")
            .first();
    this.emptied = counts.getLong(2);
    Map<String, Object> report = corpus.job().report();
    report.put("strippedPassages", counts.getLong(0));
    report.put("strippedRecords", counts.getLong(1));
    report.put("emptied", emptied);
    report.put("cutRuns", shared.cut());
  }

  private static Row stripped(Row record) {
    Repetitions repetitions = new Repetitions();
    for (Row earlier : record.<Row>getList(2)) {
      for (Row passage : earlier.<Row>getList(1)) {
        repetitions.add(
            earlier.getLong(0),
            new Passage(range(passage, 0), range(passage, 1), passage.getInt(2), 0, List.of()));
      }
    }
    String text = record.getString(1);
    String rest = repetitions.strip(text);
    @Nullable String kept = Repetitions.remains(rest) ? rest : null;
    Row[] passages =
        repetitions.removed(text).stream()
            .map(each ->
                RowFactory.create(
                    each.place().start(),
                    each.place().end(),
                    each.words(),
                    each.of(),
                    each.ofPlace().start(),
                    each.ofPlace().end()))
            .toArray(Row[]::new);
    return RowFactory.create(record.get(0), kept, passages);
  }

  private static TextRange range(Row passage, int side) {
    List<Integer> range = passage.getList(side);
    return new TextRange(range.get(0), range.get(1));
  }

  /// The texts of the records that repeat something: `number`, `rest`.
  public Dataset<Row> texts() {
    return stripped.select("number", "rest");
  }

  /// The records of which nothing remains: `number`.
  public Dataset<Row> emptied() {
    return stripped.where("rest IS NULL").select("number");
  }

  /// The passages with the ids of both records, as the command line lists them.
  public Dataset<Row> passages() {
    Dataset<Row> ids = corpus.documents().select("number", "id");
    return stripped
        .selectExpr("number", "inline(passages)")
        .join(ids, "number")
        .join(ids.toDF("ofNumber", "ofId"), expr("of = ofNumber"))
        .selectExpr("id", "start", "end", "words", "ofId AS of", "ofStart", "ofEnd");
  }

  /// The number of records of which nothing remains.
  public long emptiedSize() {
    return emptied;
  }
}
