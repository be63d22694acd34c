package io.neardup.spark.pair;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.udf;

import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.types.DataTypes;

/// Copies of distinct fingerprints for every group in which they can have a pair: one for each
/// block, more for groups that are divided into chunks.
final class CandidateRows {

  /// `part` of a whole group.
  static final int WHOLE = -1;

  /// Chunks of a group are fewer.
  static final int MAX_CHUNKS = 1 << 15;

  private CandidateRows() {}

  /// Fingerprints, `fp`, with the `key` of each block.
  static Dataset<Row> keyed(Dataset<Row> rows, BlockPlan plan) {
    UDF1<byte[], long[]> keys = fp -> plan.keys(FingerprintBytes.words(fp)).toArray();
    return rows.withColumn(
        "key", explode(udf(keys, DataTypes.createArrayType(DataTypes.LongType)).apply(col("fp"))));
  }

  /// Fingerprints by key, `key` and `first`, with `part`: the numbers of the two chunks that a task
  /// compares, 16 bits each, or [#WHOLE].
  ///
  /// @param chunks the number of chunks of each group that is divided
  static Dataset<Row> divided(Dataset<Row> keyed, Map<Long, Integer> chunks) {
    UDF2<Long, Long, int[]> parts =
        (key, first) -> parts(chunks.getOrDefault(key, 1), first).toArray();
    return keyed.withColumn(
        "part",
        explode(
            udf(parts, DataTypes.createArrayType(DataTypes.IntegerType))
                .apply(col("key"), col("first"))));
  }

  private static IntStream parts(int chunks, long first) {
    int chunk = chunk(first, chunks);
    return chunks == 1
        ? IntStream.of(WHOLE)
        : IntStream.range(0, chunks)
            .filter(other -> other != chunk)
            .map(other -> Math.min(chunk, other) << Short.SIZE | Math.max(chunk, other));
  }

  /// The chunk of a fingerprint in a group.
  ///
  /// @param first the number of its first document
  static int chunk(long first, int chunks) {
    long mixed = (first ^ first >>> 29) * 0x9e3779b97f4a7c15L;
    return (int) ((mixed >>> 33) % chunks);
  }

  /// Whether a task that compares two chunks reports a pair.
  static boolean isReportedBy(int part, int chunks, int chunkOfA, int chunkOfB) {
    if (part == WHOLE) {
      return true;
    }
    int low = part >>> Short.SIZE;
    int high = part & (1 << Short.SIZE) - 1;
    return chunkOfA != chunkOfB || high == low + 1 && (chunkOfA == low || high == chunks - 1);
  }
}
