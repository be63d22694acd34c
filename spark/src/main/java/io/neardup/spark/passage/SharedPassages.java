package io.neardup.spark.passage;

import static org.apache.spark.sql.functions.col;

import io.neardup.passage.CommonPassages;
import io.neardup.passage.MarkedRuns;
import io.neardup.passage.Passage;
import io.neardup.passage.Passage.TextRange;
import io.neardup.passage.PassagePairs;
import io.neardup.passage.RecordText;
import io.neardup.spark.corpus.CorpusRecords;
import io.neardup.spark.corpus.TextPairs;
import io.neardup.spark.corpus.WorkFolder;
import io.neardup.spark.pair.BandPairs;
import java.io.IOException;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/// The pairs of records that share passages.
///
/// ```
/// texts ──► anchors ──► records of an anchor, sorted ──► distinct pairs ──► texts of both, compared
/// ```
public final class SharedPassages {

  /// Ranges are the first char and the end of a part of a text, in UTF-16.
  private static final StructType SHARED =
      StructType.fromDDL(
          "a BIGINT NOT NULL, b BIGINT NOT NULL, words INT NOT NULL, shareA DOUBLE NOT NULL,"
              + " shareB DOUBLE NOT NULL, longestRun INT NOT NULL, wordsA INT NOT NULL, wordsB INT NOT NULL,"
              + " passages ARRAY<STRUCT<"
              + "a: ARRAY<INT>, b: ARRAY<INT>, words: INT,"
              + " gaps: ARRAY<STRUCT<a: ARRAY<INT>, b: ARRAY<INT>>>>> NOT NULL");

  private final CorpusRecords corpus;
  private final Dataset<Row> shared;
  private final long candidates;
  private final long cut;

  /// Finds the pairs of all records; with a reference, those of one of its records and one of the
  /// input.
  ///
  /// @param minWords the smallest number of words of a passage
  /// @param minShare the smallest share of the shorter text
  /// @param maxList the number of records with one anchor of which all pairs are compared
  public SharedPassages(AnchoredCorpus corpus, int minWords, double minShare, int maxList)
      throws IOException {
    this(
        corpus,
        "",
        corpus.documents(),
        corpus.anchors(),
        corpus.referred() > 0 ? "NOT " + corpus.isInput("a") : "true",
        minWords,
        minShare,
        maxList);
    Map<String, Object> report = corpus.job().report();
    report.put("candidates", candidates);
    report.put("cutRuns", cut);
    corpus.job().folder().describe("number of pairs");
    report.put("pairs", shared.count());
  }

  /// Finds the pairs of the records that are kept.
  ///
  /// @param name of the stages
  /// @param dropped the `number` of each other record
  /// @param size how many these are
  static SharedPassages ofKept(
      CorpusRecords corpus,
      String name,
      Dataset<Row> dropped,
      long size,
      int minWords,
      double minShare)
      throws IOException {
    WorkFolder folder = corpus.job().folder();
    Dataset<Row> kept =
        folder.stage(
            name + "anchors",
            "anchors of kept records",
            () ->
                corpus.rows(
                    corpus.textsWithout(dropped, size),
                    AnchoredCorpus::anchored,
                    AnchoredCorpus.RECORDS));
    folder.describe("number of anchors");
    long anchors = AnchoredCorpus.count(kept);
    return new SharedPassages(
        corpus, name, kept, anchors, "true", minWords, minShare, PassagePairs.MAX_LIST);
  }

  /// Finds the pairs of some records.
  ///
  /// @param name of the stages
  /// @param records with `number` and `anchors`
  /// @param anchors the number of these
  /// @param isEarlier which records `a` are compared with later ones of the input
  private SharedPassages(
      CorpusRecords corpus,
      String name,
      Dataset<Row> records,
      long anchors,
      String isEarlier,
      int minWords,
      double minShare,
      int maxList)
      throws IOException {
    this.corpus = corpus;
    WorkFolder folder = corpus.job().folder();
    Dataset<Row> found =
        folder.stage(
            name + "candidates",
            "pairs of records with an anchor",
            () ->
                candidates(
                        AnchoredCorpus.entries(records)
                            .repartition(
                                AnchoredCorpus.partitions(records, anchors), col("anchor")),
                        maxList)
                    .where("a < 0 OR " + isEarlier + " AND " + corpus.isInput("b"))
                    .distinct());
    folder.describe("number of candidates");
    Row counts = found.selectExpr("count_if(a >= 0)", "count_if(a < 0)").first();
    this.candidates = counts.getLong(0);
    this.cut = counts.getLong(1);
    TextPairs texts = TextPairs.of(corpus, name + "passage-texts", found.where("a >= 0"));
    this.shared =
        folder.stage(
            name + "shared",
            "passages of candidates",
            () ->
                texts.compare(
                    (profile, text) -> RecordText.of("", text, profile, MarkedRuns.NONE),
                    (pair, a, b) -> shared(pair, PassagePairs.compare(a, b, minWords, minShare)),
                    SHARED));
  }

  /// The records `a` and `b` of each anchor: all pairs of up to `maxList` records, and of more each
  /// with the first. For each anchor of more, there is also a row with `a` below 0.
  private static Dataset<Row> candidates(Dataset<Row> entries, int maxList) {
    String all =
        " OVER (PARTITION BY anchor ORDER BY number"
            + " ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)";
    // Records of a frequent anchor are alone in their window: nobody needs those before them.
    String before =
        " OVER (PARTITION BY anchor, if(isCut, b, NULL) ORDER BY b"
            + " ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)";
    return entries
        .selectExpr(
            "anchor",
            "number AS b",
            "count(1)" + all + " > " + maxList + " AS isCut",
            "first(number)" + all + " AS first")
        .selectExpr("*", "collect_list(b)" + before + " AS before")
        .selectExpr(
            "explode(CASE WHEN NOT isCut THEN before WHEN first < b THEN array(first)"
                + " ELSE array(anchor | shiftleft(1L, 63)) END) AS a",
            "b");
  }

  /// The pairs with the numbers of both records, `a` and `b`, and the words of both texts.
  Dataset<Row> numbered() {
    return shared;
  }

  /// The pairs with the ids of both records, as the command line lists them.
  public Dataset<Row> pairs() {
    return BandPairs.joined(shared, corpus.documents().select("number", "id"))
        .selectExpr("idA AS a", "idB AS b", "words", "shareA", "shareB", "longestRun", "passages");
  }

  private static @Nullable Row shared(Row pair, @Nullable CommonPassages common) {
    return common == null
        ? null
        : RowFactory.create(
            pair.get(0),
            pair.get(1),
            common.words(),
            common.a().share(),
            common.b().share(),
            common.longestRun(),
            common.a().words(),
            common.b().words(),
            common.passages().stream().map(SharedPassages::row).toArray(Row[]::new));
  }

  private static Row row(Passage passage) {
    return RowFactory.create(
        range(passage.a()),
        range(passage.b()),
        passage.words(),
        passage.gaps().stream()
            .map(gap -> RowFactory.create(range(gap.a()), range(gap.b())))
            .toArray(Row[]::new));
  }

  private static int[] range(TextRange range) {
    return new int[] {range.start(), range.end()};
  }

  /// The number of anchors in too many records, each of which was compared with the first.
  long cut() {
    return cut;
  }
}
