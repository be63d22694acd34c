package io.neardup.spark.passage;

import static org.apache.spark.sql.functions.array_distinct;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.size;
import static org.apache.spark.sql.functions.sum;

import io.neardup.passage.Anchors;
import io.neardup.passage.Winnowing;
import io.neardup.profile.Profile;
import io.neardup.spark.corpus.CorpusRecords;
import io.neardup.spark.corpus.JobProfile;
import io.neardup.spark.corpus.WorkFolder;
import io.neardup.spark.input.CorpusInput;
import java.io.IOException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/// The records of a corpus with their anchors.
public final class AnchoredCorpus extends CorpusRecords {

  /// `anchors` are in the order of the text, `tokens` are the numbers of the first tokens of each.
  /// Both are null in records with a fault.
  static final StructType RECORDS =
      new StructType()
          .add("number", DataTypes.LongType, false)
          .add("id", DataTypes.StringType, true)
          .add("anchors", DataTypes.createArrayType(DataTypes.LongType, false), true)
          .add("tokens", DataTypes.createArrayType(DataTypes.IntegerType, false), true)
          .add("fault", DataTypes.StringType, true);

  private static final long ANCHORS_A_PARTITION = 4_000_000;
  private static final long MAX_PARTITIONS = 100_000;

  private final long anchors;

  /// Selects the anchors.
  ///
  /// @param maxRejected the most records that may be rejected
  /// @throws io.neardup.spark.input.JobException if there are more
  public AnchoredCorpus(CorpusInput input, WorkFolder folder, JobProfile profile, long maxRejected)
      throws IOException {
    super(
        input, folder, profile, maxRejected, "anchors of texts", AnchoredCorpus::anchored, RECORDS);
    folder.describe("number of anchors");
    this.anchors = count(documents());
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
    return records.select(explode(array_distinct(col("anchors"))).as("anchor"), col("number"));
  }

  /// The number of anchors of some records.
  static long count(Dataset<Row> records) {
    Row total = records.where(col("anchors").isNotNull()).agg(sum(size(col("anchors")))).first();
    return total.isNullAt(0) ? 0 : total.getLong(0);
  }

  /// The number of partitions among which anchors are divided.
  static int partitions(Dataset<Row> records, long anchors) {
    long least = 2L * records.sparkSession().sparkContext().defaultParallelism();
    return (int) Math.min(MAX_PARTITIONS, Math.max(least, anchors / ANCHORS_A_PARTITION));
  }
}
