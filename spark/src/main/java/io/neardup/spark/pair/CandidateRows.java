package io.neardup.spark.pair;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;

/// Copies each distinct fingerprint to every group in which it can have a pair: one for each block,
/// more for groups that are divided into chunks.
///
/// @param plan the blocks
/// @param chunks the number of chunks of each group that is divided
public record CandidateRows(BlockPlan plan, Map<Long, Integer> chunks)
    implements FlatMapFunction<Row, Row> {

  /// `part` has the numbers of the two chunks that a task compares, 16 bits each; -1 for a whole
  /// group.
  public static final StructType SCHEMA =
      StructType.fromDDL(
          "key BIGINT NOT NULL, part INT NOT NULL, fp BINARY NOT NULL, first BIGINT NOT NULL,"
              + " documents BIGINT NOT NULL, referred BIGINT NOT NULL");

  /// `part` of a whole group.
  public static final int WHOLE = -1;

  /// Chunks of a group are fewer.
  public static final int MAX_CHUNKS = 1 << 15;

  /// The chunk of a fingerprint in a group.
  ///
  /// @param first the number of its first document
  public static int chunk(long first, int chunks) {
    long mixed = (first ^ first >>> 29) * 0x9e3779b97f4a7c15L;
    return (int) ((mixed >>> 33) % chunks);
  }

  @Override
  public Iterator<Row> call(Row row) {
    byte[] fp = row.getAs("fp");
    long first = row.getAs("first");
    long documents = row.getAs("documents");
    long referred = row.getAs("referred");
    List<Row> copies = new ArrayList<>();
    plan.keys(FingerprintBytes.words(fp))
        .forEach(key -> {
          int divided = chunks.getOrDefault(key, 1);
          if (divided == 1) {
            copies.add(RowFactory.create(key, WHOLE, fp, first, documents, referred));
          }
          int chunk = chunk(first, divided);
          for (int other = 0; other < divided; other++) {
            if (other != chunk) {
              int part = Math.min(chunk, other) << Short.SIZE | Math.max(chunk, other);
              copies.add(RowFactory.create(key, part, fp, first, documents, referred));
            }
          }
        });
    return copies.iterator();
  }

  /// Whether a task that compares two chunks reports a pair.
  public static boolean isReportedBy(int part, int chunks, int chunkOfA, int chunkOfB) {
    if (part == WHOLE) {
      return true;
    }
    int low = part >>> Short.SIZE;
    int high = part & (1 << Short.SIZE) - 1;
    return chunkOfA != chunkOfB || high == low + 1 && (chunkOfA == low || high == chunks - 1);
  }
}
