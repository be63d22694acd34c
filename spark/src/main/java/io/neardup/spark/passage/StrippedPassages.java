package io.neardup.spark.passage;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.size;
import static org.apache.spark.sql.functions.sort_array;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import io.neardup.passage.Passage;
import io.neardup.passage.Passage.TextRange;
import io.neardup.passage.PassagePairs;
import io.neardup.passage.Repetitions;
import io.neardup.spark.corpus.CorpusRecords;
import io.neardup.spark.corpus.TextRows;
import io.neardup.spark.corpus.WorkFolder;
import java.io.IOException;
import java.util.List;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/// The records that are kept, without the passages that earlier ones of them have as well.
public final class StrippedPassages {

  private static final StructType PASSAGE =
      new StructType()
          .add("start", DataTypes.IntegerType, false)
          .add("end", DataTypes.IntegerType, false)
          .add("words", DataTypes.IntegerType, false)
          .add("of", DataTypes.LongType, false)
          .add("ofStart", DataTypes.IntegerType, false)
          .add("ofEnd", DataTypes.IntegerType, false);

  /// `rest` is what remains of the text, null if nothing does.
  private static final StructType STRIPPED =
      new StructType()
          .add("number", DataTypes.LongType, false)
          .add("rest", DataTypes.StringType, true)
          .add("passages", DataTypes.createArrayType(PASSAGE, false), false);

  private final CorpusRecords corpus;
  private final Dataset<Row> stripped;
  private final long cut;
  private final Row counts;

  /// Finds the passages.
  ///
  /// @param dropped the `number` of each record that is not kept
  /// @param droppedSize how many these are
  /// @param minWords the smallest number of words of a passage
  public StrippedPassages(
      CorpusRecords corpus, WorkFolder folder, Dataset<Row> dropped, long droppedSize, int minWords)
      throws IOException {
    this.corpus = corpus;
    Dataset<Row> kept =
        folder.stage(
            "kept-anchors",
            "anchors of kept records",
            () ->
                corpus
                    .textsWithout(dropped, droppedSize)
                    .map(
                        new TextRows(corpus.profile(), AnchoredCorpus::anchored),
                        Encoders.row(AnchoredCorpus.RECORDS)));
    folder.describe("number of anchors");
    SharedPassages shared =
        new SharedPassages(
            corpus,
            kept,
            AnchoredCorpus.count(kept),
            lit(true),
            folder,
            minWords,
            0,
            PassagePairs.MAX_LIST);
    this.cut = shared.cut();
    Dataset<Row> repeats =
        shared
            .numbered()
            .groupBy(col("b").as("number"))
            .agg(sort_array(collect_list(struct("a", "passages"))).as("repeats"));
    MapFunction<Row, Row> strip = StrippedPassages::stripped;
    this.stripped =
        folder.stage(
            "stripped",
            "texts without repeated passages",
            () ->
                corpus
                    .texts(repeats.select("number"))
                    .join(repeats, "number")
                    .select("number", "text", "repeats")
                    .map(strip, Encoders.row(STRIPPED)));
    folder.describe("number of repeated passages");
    this.counts =
        stripped
            .agg(
                coalesce(sum(size(col("passages")).cast("long")), lit(0L)),
                count(lit(1)),
                count(when(col("rest").isNull(), 1)))
            .first();
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
    return stripped.where(col("rest").isNull()).select("number");
  }

  /// The passages with the ids of both records, as the command line lists them.
  public Dataset<Row> passages() {
    Dataset<Row> ids = corpus.documents().select("number", "id");
    return stripped
        .select(col("number"), explode(col("passages")).as("passage"))
        .select("number", "passage.*")
        .join(ids, "number")
        .join(ids.toDF("ofNumber", "ofId"), col("of").equalTo(col("ofNumber")))
        .select(
            col("id"),
            col("start"),
            col("end"),
            col("words"),
            col("ofId").as("of"),
            col("ofStart"),
            col("ofEnd"));
  }

  /// The number of passages.
  public long removed() {
    return counts.getLong(0);
  }

  /// The number of records that repeat something.
  public long records() {
    return counts.getLong(1);
  }

  /// The number of records of which nothing remains.
  public long emptiedSize() {
    return counts.getLong(2);
  }

  /// The number of anchors in so many records that each was compared with the first only.
  public long cut() {
    return cut;
  }
}
