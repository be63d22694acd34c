package io.neardup.spark.passage;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import io.neardup.spark.corpus.CorpusRecords;
import io.neardup.spark.corpus.TextPairs;
import io.neardup.spark.corpus.WorkFolder;
import java.io.IOException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;

/// The pairs of records that share passages.
///
/// ```
/// texts ──► anchors ──► records of an anchor, sorted ──► distinct pairs ──► texts of both, compared
/// ```
public final class SharedPassages {

  private final CorpusRecords corpus;
  private final Dataset<Row> shared;
  private final long candidates;
  private final long cut;
  private final long pairs;

  /// Finds the pairs of all records; with a reference, those of one of its records and one of the
  /// input.
  ///
  /// @param minWords the smallest number of words of a passage
  /// @param minShare the smallest share of the shorter text
  /// @param maxList the number of records with one anchor of which all pairs are compared
  public SharedPassages(
      AnchoredCorpus corpus, WorkFolder folder, int minWords, double minShare, int maxList)
      throws IOException {
    this(
        corpus,
        corpus.documents(),
        corpus.anchors(),
        corpus.referred() > 0 ? not(corpus.isInput(col("a"))) : lit(true),
        folder,
        minWords,
        minShare,
        maxList);
  }

  /// Finds the pairs of some records.
  ///
  /// @param records with `number` and `anchors`
  /// @param anchors the number of these
  /// @param isEarlier which records `a` are compared with later ones of the input
  SharedPassages(
      CorpusRecords corpus,
      Dataset<Row> records,
      long anchors,
      Column isEarlier,
      WorkFolder folder,
      int minWords,
      double minShare,
      int maxList)
      throws IOException {
    this.corpus = corpus;
    Dataset<Row> found =
        folder.stage(
            "candidates",
            "pairs of records with an anchor",
            () ->
                AnchoredCorpus.entries(records)
                    .repartition(AnchoredCorpus.partitions(records, anchors), col("anchor"))
                    .sortWithinPartitions("anchor", "number")
                    .mapPartitions(new AnchorPairs(maxList), Encoders.row(AnchorPairs.SCHEMA))
                    .where(col("a").lt(0).or(isEarlier.and(corpus.isInput(col("b")))))
                    .distinct());
    folder.describe("number of candidates");
    Row counts =
        found
            .agg(
                coalesce(sum(when(col("a").geq(0), 1L)), lit(0L)),
                coalesce(sum(when(col("a").lt(0), col("b"))), lit(0L)))
            .first();
    this.candidates = counts.getLong(0);
    this.cut = counts.getLong(1);
    Dataset<Row> texts =
        TextPairs.of(corpus, folder, "passage-texts", found.where(col("a").geq(0)));
    this.shared =
        folder.stage(
            "shared",
            "passages of candidates",
            () ->
                texts
                    .select("a", "b", "textA", "textB")
                    .mapPartitions(
                        new TextComparison(corpus.profile(), minWords, minShare),
                        Encoders.row(TextComparison.SCHEMA)));
    folder.describe("number of pairs");
    this.pairs = shared.count();
  }

  /// The pairs with the numbers of both records, as in [TextComparison#SCHEMA].
  Dataset<Row> numbered() {
    return shared;
  }

  /// The pairs with the ids of both records, as the command line lists them.
  public Dataset<Row> pairs() {
    Dataset<Row> ids = corpus.documents().select("number", "id");
    return shared
        .join(ids.toDF("numberA", "idA"), col("a").equalTo(col("numberA")))
        .join(ids.toDF("numberB", "idB"), col("b").equalTo(col("numberB")))
        .select(
            col("idA").as("a"),
            col("idB").as("b"),
            col("words"),
            col("shareA"),
            col("shareB"),
            col("longestRun"),
            col("passages"));
  }

  /// The number of pairs that were compared.
  public long candidates() {
    return candidates;
  }

  /// The number of anchors in too many records, each of which was compared with the first.
  public long cut() {
    return cut;
  }

  /// The number of pairs that share passages.
  public long size() {
    return pairs;
  }
}
