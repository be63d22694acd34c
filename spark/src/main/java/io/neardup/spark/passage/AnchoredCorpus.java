package io.neardup.spark.passage;

import io.neardup.passage.Anchors;
import io.neardup.passage.Winnowing;
import io.neardup.profile.Profile;
import io.neardup.spark.corpus.CorpusJob;
import io.neardup.spark.corpus.CorpusRecords;
import io.neardup.spark.input.RecordInput;
import java.io.IOException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;

/// The records of a corpus with their anchors.
public final class AnchoredCorpus extends CorpusRecords {

  /// `anchors` are in the order of the text, `tokens` are the numbers of the first tokens of each.
  /// Both are null in records with a fault.
  static final StructType RECORDS =
      StructType.fromDDL(
          "number BIGINT NOT NULL, id STRING, anchors ARRAY<BIGINT>, tokens ARRAY<INT>,"
              + " fault STRING");

  private static final int ANCHORS_A_PARTITION = 4_000_000;

  private final long anchors;

  /// Selects the anchors.
  ///
  /// @throws io.neardup.spark.input.JobException if too many records are rejected
  public AnchoredCorpus(CorpusJob job) throws IOException {
    super(job, "anchors of texts", AnchoredCorpus::anchored, RECORDS);
    job.folder().describe("number of anchors");
    this.anchors = count(documents());
    job.report().put("anchors", anchors);
  }

  /// The row of a text.
  static Row anchored(Profile profile, Row text) {
    String fault = text.getString(3);
    if (fault != null) {
      return RowFactory.create(text.get(0), text.get(1), null, null, fault);
    }
    Anchors anchors = Winnowing.STANDARD.anchors(profile.tokens(text.getString(2), false));
    long[] hashes = new long[anchors.size()];
    int[] tokens = new int[anchors.size()];
    for (int i = 0; i < anchors.size(); i++) {
      hashes[i] = anchors.hash(i);
      tokens[i] = anchors.token(i);
    }
    return RowFactory.create(text.get(0), text.get(1), hashes, tokens, null);
  }

  /// The number of anchors of all records.
  public long anchors() {
    return anchors;
  }

  /// The records of each anchor: `anchor`, `number`, each once.
  ///
  /// @param records with `number` and `anchors`
  static Dataset<Row> entries(Dataset<Row> records) {
    return records.selectExpr("explode(array_distinct(anchors)) AS anchor", "number");
  }

  /// The number of anchors of some records.
  static long count(Dataset<Row> records) {
    return records
        .where("anchors IS NOT NULL")
        .selectExpr("coalesce(sum(size(anchors)), 0L)")
        .first()
        .getLong(0);
  }

  /// The number of partitions among which anchors are divided.
  static int partitions(Dataset<Row> records, long anchors) {
    int cores = records.sparkSession().sparkContext().defaultParallelism();
    return RecordInput.partitions(anchors, ANCHORS_A_PARTITION, cores);
  }
}
