package io.neardup.spark.pair;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import io.neardup.spark.input.JobException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/// Finds the pairs of distinct fingerprints within a distance.
///
/// ```
/// fingerprints ──► a copy for each block ──► groups with an equal block ──► joins of the engine ──► pairs
///                        │
///                        └──► sizes of groups ──► hot groups: further blocks, or chunks
/// ```
///
/// @param plan the blocks
/// @param maxGroup the largest group that one task compares, in rows
/// @param onlyReferred whether only pairs of a record of a reference and one of the input count
/// @param maxPairs maximum of pairs that a task holds of one group, 8 bytes each
public record PairJoin(BlockPlan plan, int maxGroup, boolean onlyReferred, int maxPairs) {

  private static final int ROWS_A_PARTITION = 500_000;
  private static final int COMPARED_AT_ONCE = 4_000; // rows: below, a scan is one task

  /// What is compared.
  ///
  /// @param hot the groups that are divided
  /// @param copies the number of rows in all groups and their parts, as they are shuffled
  /// @param largest the number of rows of the largest group before it is divided
  public record Sizes(HotGroups hot, long copies, long largest) {}

  /// The sizes of the groups, counted in one pass, and the division of the hot ones.
  ///
  /// @param rows distinct fingerprints: `fp`
  public Sizes sizes(Dataset<Row> rows, long count, int cores) {
    if (plan.blocks() == 0) {
      boolean isOneTask = count <= COMPARED_AT_ONCE || cores == 1;
      long parallel = isOneTask ? 1 : Math.round(Math.sqrt(4.0 * cores)) + 1;
      int chunks = checkedChunks(Math.max(Math.ceilDiv(2 * count, maxGroup), parallel), count);
      Map<Long, Integer> divided = chunks > 1 ? Map.of(0L, chunks) : Map.of();
      return new Sizes(new HotGroups(divided, Map.of()), count * Math.max(1, chunks - 1), count);
    }
    Row counts = counted(rows, HotGroups.NONE).agg(sum("count"), max("count"), hotGroups()).first();
    if (counts.isNullAt(0)) {
      return new Sizes(HotGroups.NONE, 0, 0);
    }
    Map<Long, Long> large = new HashMap<>();
    for (Row group : counts.<Row>getList(2)) {
      large.put(group.getLong(0), group.getLong(1));
    }
    return large.isEmpty()
        ? new Sizes(HotGroups.NONE, counts.getLong(0), counts.getLong(1))
        : divided(rows, large, counts.getLong(0), counts.getLong(1));
  }

  /// Divides each hot group by further blocks if that halves the comparisons at least, otherwise
  /// into chunks.
  private Sizes divided(Dataset<Row> rows, Map<Long, Long> large, long undivided, long largest) {
    Map<Long, KeyLayout> candidates = new HashMap<>();
    for (long key : large.keySet()) {
      KeyLayout further = plan.further(GroupKey.block(key));
      if (further.blocks() > 0) {
        candidates.put(key, further);
      }
    }
    Map<Long, Integer> chunks = new HashMap<>();
    Map<Long, KeyLayout> split = new HashMap<>();
    long copies = undivided;
    if (!candidates.isEmpty()) {
      for (Row group :
          counted(rows, new HotGroups(Map.of(), candidates))
              .withColumn("group", col("key").bitwiseAND(lit(GroupKey.group(-1L))))
              .groupBy("group")
              .agg(
                  sum(col("count").cast("double").multiply(col("count"))),
                  sum("count"),
                  hotGroups())
              .collectAsList()) {
        long key = group.getLong(0);
        long size = large.getOrDefault(key, 0L);
        if (group.getDouble(1) < (double) size * size / 2) {
          split.put(key, candidates.get(key));
          large.remove(key);
          copies += group.getLong(2) - size;
          for (Row part : group.<Row>getList(3)) {
            large.put(part.getLong(0), part.getLong(1));
          }
        }
      }
    }
    for (Map.Entry<Long, Long> group : large.entrySet()) {
      long size = group.getValue();
      int number = Math.max(2, checkedChunks(Math.ceilDiv(2 * size, maxGroup), size));
      chunks.put(group.getKey(), number);
      copies += size * (number - 2);
    }
    return new Sizes(new HotGroups(chunks, split), copies, largest);
  }

  private static int checkedChunks(long chunks, long size) {
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

  private Column hotGroups() {
    return collect_list(when(col("count").gt(maxGroup), struct(col("key"), col("count"))));
  }

  private Dataset<Row> counted(Dataset<Row> rows, HotGroups split) {
    return rows.select("fp")
        .flatMap(new Keys(plan, split), Encoders.LONG())
        .toDF("key")
        .groupBy("key")
        .count();
  }

  /// The pairs, as in [GroupComparison#SCHEMA].
  ///
  /// @param rows distinct fingerprints: `fp`, `first`, `documents`, `referred`
  /// @param allPairs whether all pairs are returned; otherwise what connects the fingerprints that
  ///   they connect
  public Dataset<Row> pairs(Dataset<Row> rows, Sizes sizes, boolean allPairs, int cores) {
    SparkSession spark = rows.sparkSession();
    if (plan.maxDistance() == 0) {
      return spark.createDataFrame(List.of(), GroupComparison.SCHEMA); // distinct ones differ
    }
    int partitions =
        (int) Math.min(100_000, Math.max(2L * cores, sizes.copies() / ROWS_A_PARTITION));
    return rows.select("fp", "first", "documents", "referred")
        .flatMap(new CandidateRows(plan, sizes.hot()), Encoders.row(CandidateRows.SCHEMA))
        .repartition(partitions, col("key"), col("part"))
        .sortWithinPartitions("key", "part", "first")
        .mapPartitions(
            new GroupComparison(plan, sizes.hot(), allPairs, onlyReferred, maxPairs),
            Encoders.row(GroupComparison.SCHEMA));
  }

  /// The keys of a fingerprint; only those of parts if some groups are split.
  private record Keys(BlockPlan plan, HotGroups hot) implements FlatMapFunction<Row, Long> {

    @Override
    public Iterator<Long> call(Row row) {
      List<Long> keys = new ArrayList<>();
      boolean parts = !hot.split().isEmpty();
      CandidateRows.keys(
          plan,
          hot,
          FingerprintBytes.words(row.getAs(0)),
          key -> {
            if (GroupKey.isPart(key) || !parts) {
              keys.add(key);
            }
          });
      return keys.iterator();
    }
  }
}
