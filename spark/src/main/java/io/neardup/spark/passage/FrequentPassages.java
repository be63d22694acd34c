package io.neardup.spark.passage;

import static org.apache.spark.sql.functions.expr;

import io.neardup.passage.Boilerplate;
import io.neardup.passage.MarkedRuns;
import io.neardup.passage.RecordText;
import io.neardup.profile.Profile;
import io.neardup.spark.corpus.WorkFolder;
import io.neardup.spark.input.JobException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;

/// The passages that many records have.
public final class FrequentPassages {

  /* Boilerplate of the engine reads the records in order and takes rows of neighbouring frequent anchors that are in
  no passage yet. A record whose rows are all in earlier records adds nothing to it: their anchors are in
  passages by then, or the rows are too short. So the tasks look for the first record of each distinct row,
  and the driver reads those, a small share of the corpus where passages are often repeated. */

  /// Anchors that are sent to all executors, 12 bytes each.
  private static final int MAX_ANCHORS = 4_000_000;

  private static final StructType PASSAGES =
      StructType.fromDDL(
          "records INT NOT NULL, words INT NOT NULL, example STRING NOT NULL, start INT NOT NULL,"
              + " end INT NOT NULL, text STRING NOT NULL");

  private final Dataset<Row> passages;

  /// Finds the passages.
  ///
  /// @param minWords the smallest number of words of a passage
  /// @param minRecords the smallest number of records that have it
  /// @throws JobException if too many anchors are in so many records
  public FrequentPassages(AnchoredCorpus corpus, int minWords, int minRecords) throws IOException {
    WorkFolder folder = corpus.job().folder();
    Dataset<Row> frequent =
        folder.stage(
            "frequent",
            "anchors of many records",
            () ->
                AnchoredCorpus.entries(corpus.documents())
                    .groupBy("anchor")
                    .agg(expr("cast(count(1) AS int) AS records"))
                    .where("records >= " + minRecords));
    folder.describe("number of frequent anchors");
    long number = frequent.count();
    if (number > MAX_ANCHORS) {
      throw new JobException(
          String.format(
              Locale.ROOT,
              "%,d anchors are in %,d records or more, and at most %,d can be held in memory; raise"
                  + " --min-records",
              number,
              minRecords,
              MAX_ANCHORS));
    }
    List<Row> sorted = frequent.orderBy("anchor").collectAsList();
    long[] anchors = sorted.stream().mapToLong(row -> row.getLong(0)).toArray();
    int[] records = sorted.stream().mapToInt(row -> row.getInt(1)).toArray();
    Dataset<Row> firsts =
        folder.stage("firsts", "first records of passages", () -> firsts(corpus, anchors));
    folder.describe("passages of many records");
    List<Row> found = find(corpus, firsts, new Boilerplate(anchors, records, minWords));
    corpus.job().report().put("boilerplate", found.size());
    this.passages = corpus.documents().sparkSession().createDataFrame(found, PASSAGES).coalesce(1);
  }

  private static Dataset<Row> firsts(AnchoredCorpus corpus, long[] anchors) {
    Broadcast<long[]> frequent = corpus.toExecutors(anchors);
    return corpus
        .documents()
        .where("fault IS NULL")
        .select("number", "anchors", "tokens")
        .flatMap(new FrequentRows(frequent), Encoders.row(FrequentRows.SCHEMA))
        .groupBy("row")
        .agg(expr("min(number) AS number"))
        .select("number")
        .distinct();
  }

  private static List<Row> find(
      AnchoredCorpus corpus, Dataset<Row> firsts, Boilerplate boilerplate) {
    Profile profile = corpus.job().profile().build();
    Dataset<Row> texts =
        corpus
            .texts(firsts)
            .join(corpus.documents().select("number", "id"), "number")
            .orderBy("number")
            .select("id", "text");
    List<Row> found = new ArrayList<>();
    for (Boilerplate.Frequent each :
        boilerplate.find((records, reader) -> {
          int record = 0;
          for (Iterator<Row> rows = texts.toLocalIterator(); rows.hasNext(); record++) {
            Row row = rows.next();
            reader.read(
                record,
                RecordText.of(row.getString(0), row.getString(1), profile, MarkedRuns.NONE));
          }
        })) {
      found.add(
          RowFactory.create(
              each.records(),
              each.words(),
              each.exampleId(),
              each.start(),
              each.end(),
              each.text()));
    }
    return found;
  }

  /// The passages, those that most records have first: as the command line lists them.
  public Dataset<Row> passages() {
    return passages;
  }

  /// The rows of neighbouring frequent anchors of a record, each by a hash of its anchors and of
  /// their places.
  private record FrequentRows(Broadcast<long[]> frequent) implements FlatMapFunction<Row, Row> {

    static final StructType SCHEMA =
        StructType.fromDDL("row BIGINT NOT NULL, number BIGINT NOT NULL");

    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    @Override
    public Iterator<Row> call(Row record) {
      List<Long> anchors = record.getList(1);
      List<Integer> tokens = record.getList(2);
      List<Row> rows = new ArrayList<>();
      long hash = 0;
      int length = 0;
      for (int i = 0; i <= anchors.size(); i++) {
        if (i < anchors.size() && Arrays.binarySearch(frequent.value(), anchors.get(i)) >= 0) {
          int step = length++ == 0 ? 0 : tokens.get(i) - tokens.get(i - 1);
          hash = Long.rotateLeft((hash ^ anchors.get(i)) * FACTOR + step, 29) * FACTOR;
        } else if (length > 0) {
          rows.add(RowFactory.create(hash, record.get(0)));
          hash = 0;
          length = 0;
        }
      }
      return rows.iterator();
    }
  }
}
