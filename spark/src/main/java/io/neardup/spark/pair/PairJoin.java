package io.neardup.spark.pair;

import static org.apache.spark.sql.functions.col;

import io.neardup.spark.input.JobException;
import io.neardup.spark.input.RecordInput;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/// Finds the pairs of distinct fingerprints within a distance.
///
/// ```
/// fingerprints ──► a copy for each block ──► groups with an equal block ──► joins of the engine ──► pairs
///                        │
///                        └──► sizes of groups ──► chunks of large groups
/// ```
///
/// @param plan the blocks
/// @param maxGroup the largest group that one task compares, in rows
/// @param onlyReferred whether only pairs of a record of a reference and one of the input count
/// @param maxPairs maximum of pairs that a task holds of one group, 8 bytes each
public record PairJoin(BlockPlan plan, int maxGroup, boolean onlyReferred, int maxPairs) {

  private static final StructType GROUP = StructType.fromDDL("key BIGINT, part INT");
  private static final int ROWS_A_PARTITION = 500_000;
  private static final int COMPARED_AT_ONCE = 4_000; // rows: below, a scan is one task

  /// What is compared.
  ///
  /// @param chunks the number of chunks of each group that is too large for a task, by its key: a
  ///   task compares two of them
  /// @param copies the number of rows in all groups and pairs of chunks, as they are shuffled
  /// @param largest the number of rows of the largest group before it is divided
  public record Sizes(Map<Long, Integer> chunks, long copies, long largest) {}

  /// The sizes of the groups, counted in one pass, and the division of the large ones.
  ///
  /// @param rows distinct fingerprints: `fp`
  public Sizes sizes(Dataset<Row> rows, long count, int cores) {
    if (plan.blocks() == 0) {
      boolean isOneTask = count <= COMPARED_AT_ONCE || cores == 1;
      long parallel = isOneTask ? 1 : Math.round(Math.sqrt(4.0 * cores)) + 1;
      int chunks = chunks(count, parallel);
      Map<Long, Integer> divided = chunks > 1 ? Map.of(0L, chunks) : Map.of();
      return new Sizes(divided, count * Math.max(1, chunks - 1), count);
    }
    String large = "collect_list(CASE WHEN count > " + maxGroup + " THEN struct(key, count) END)";
    Row counts =
        CandidateRows.keyed(rows.select("fp"), plan)
            .groupBy("key")
            .count()
            .selectExpr("coalesce(sum(count), 0L)", "coalesce(max(count), 0L)", large)
            .first();
    Map<Long, Integer> chunks = new HashMap<>();
    long copies = counts.getLong(0);
    for (Row group : counts.<Row>getList(2)) {
      long size = group.getLong(1);
      int number = chunks(size, 2);
      chunks.put(group.getLong(0), number);
      copies += size * (number - 2);
    }
    return new Sizes(chunks, copies, counts.getLong(1));
  }

  /// The number of chunks of a group, of which two are not larger than a group may be.
  private int chunks(long size, long least) {
    long chunks = Math.max(least, Math.ceilDiv(2 * size, maxGroup));
    if (chunks >= CandidateRows.MAX_CHUNKS) {
      throw new JobException(
          "a group of "
              + size
              + " fingerprints would be divided into "
              + chunks
              + " chunks; lower --distance or --recall, or raise --max-group");
    }
    return (int) chunks;
  }

  /// The pairs, as in [GroupComparison#SCHEMA].
  ///
  /// @param rows distinct fingerprints: `fp`, `first`, `documents`, `referred`
  /// @param allPairs whether all pairs are returned; otherwise what connects the fingerprints that
  ///   they connect
  public Dataset<Row> pairs(Dataset<Row> rows, Sizes sizes, boolean allPairs, int cores) {
    if (plan.maxDistance() == 0) { // distinct ones differ
      return rows.sparkSession().createDataFrame(List.of(), GroupComparison.SCHEMA);
    }
    int partitions = RecordInput.partitions(sizes.copies(), ROWS_A_PARTITION, cores);
    Dataset<Row> keyed =
        CandidateRows.keyed(rows.select("fp", "first", "documents", "referred"), plan);
    Dataset<Row> copies =
        CandidateRows.divided(keyed, sizes.chunks())
            .repartition(partitions, col("key"), col("part"));
    return copies
        .groupBy("key", "part")
        .as(Encoders.row(GROUP), Encoders.row(copies.schema()))
        .flatMapSortedGroups(
            new Column[] {col("first")},
            new GroupComparison(plan, sizes.chunks(), allPairs, onlyReferred, maxPairs),
            Encoders.row(GroupComparison.SCHEMA));
  }
}
