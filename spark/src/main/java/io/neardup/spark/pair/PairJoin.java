package io.neardup.spark.pair;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import io.neardup.hamming.FingerprintSnapshot;
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
/// @param maxPairs maximum of pairs that a task holds of one group
public record PairJoin(BlockPlan plan, int maxGroup, int maxPairs) {

  private static final int ROWS_A_PARTITION = 500_000;
  private static final int COMPARED_AT_ONCE = 4_000; // rows: below, a scan is one task

  /// What is compared.
  ///
  /// @param hot the groups that are divided
  /// @param copies the number of rows in all groups
  /// @param largest the number of rows of the largest group
  public record Sizes(HotGroups hot, long copies, long largest) {}

  /// The sizes of the groups, counted in one pass, and the division of the hot ones.
  ///
  /// @param rows distinct fingerprints: `fp`
  public Sizes sizes(Dataset<Row> rows, long count, int cores) {
    if (plan.blocks() == 0) {
      int chunks =
          (int)
              Math.max(
                  Math.ceilDiv(2 * count, maxGroup),
                  count <= COMPARED_AT_ONCE || cores == 1
                      ? 1
                      : Math.round(Math.sqrt(4.0 * cores)) + 1);
      chunks = checkedChunks(chunks, count);
      return new Sizes(
          new HotGroups(chunks > 1 ? Map.of(0L, chunks) : Map.of(), Map.of()),
          count * Math.max(1, chunks - 1),
          count);
    }
    HotGroups none = new HotGroups(Map.of(), Map.of());
    Row counts =
        counted(rows, new Keys(plan, none, wordCount()))
            .agg(sum("count"), max("count"), collect_list(hotGroup()))
            .first();
    long copies = counts.isNullAt(0) ? 0 : counts.getLong(0);
    long largest = counts.isNullAt(1) ? 0 : counts.getLong(1);
    Map<Long, Long> large = new HashMap<>();
    for (Row group : counts.<Row>getList(2)) {
      large.put(group.getLong(0), group.getLong(1));
    }
    return new Sizes(large.isEmpty() ? none : divide(rows, large), copies, largest);
  }

  /// Divides each hot group by further blocks if that halves the comparisons at least, otherwise
  /// into chunks.
  private HotGroups divide(Dataset<Row> rows, Map<Long, Long> large) {
    Map<Long, Boolean> candidates = new HashMap<>();
    large.keySet().stream()
        .filter(key -> plan.further(GroupKey.block(key)).blocks() > 0)
        .forEach(key -> candidates.put(key, true));
    Map<Long, Integer> chunks = new HashMap<>();
    Map<Long, Boolean> split = new HashMap<>();
    if (!candidates.isEmpty()) {
      Dataset<Row> parts =
          counted(rows, new Keys(plan, new HotGroups(Map.of(), candidates), wordCount()))
              .withColumn("group", col("key").bitwiseAND(lit(GroupKey.group(-1L))));
      for (Row group :
          parts
              .groupBy("group")
              .agg(
                  sum(col("count").cast("double").multiply(col("count"))), collect_list(hotGroup()))
              .collectAsList()) {
        long key = group.getLong(0);
        double size = large.get(key);
        if (group.getDouble(1) < size * size / 2) {
          split.put(key, true);
          for (Row part : group.<Row>getList(2)) {
            chunks.put(part.getLong(0), chunksOf(part.getLong(1)));
          }
        }
      }
    }
    large.forEach((key, size) -> {
      if (!split.containsKey(key)) {
        chunks.put(key, chunksOf(size));
      }
    });
    return new HotGroups(chunks, split);
  }

  private int chunksOf(long size) {
    return Math.max(2, checkedChunks(Math.ceilDiv(2 * size, maxGroup), size));
  }

  private static int checkedChunks(long chunks, long size) {
    if (chunks >= CandidateRows.MAX_CHUNKS) {
      throw new TooManyPairsException(
          "a group of "
              + size
              + " fingerprints would be divided into "
              + chunks
              + " chunks; lower --distance or --recall, or raise --max-group");
    }
    return (int) chunks;
  }

  private Column hotGroup() {
    return when(col("count").gt(maxGroup), struct(col("key"), col("count")));
  }

  private Dataset<Row> counted(Dataset<Row> rows, Keys keys) {
    return rows.select("fp").flatMap(keys, Encoders.LONG()).toDF("key").groupBy("key").count();
  }

  private int wordCount() {
    return FingerprintSnapshot.wordCount(plan.bits());
  }

  /// The pairs, as in [GroupComparison#SCHEMA].
  ///
  /// @param rows distinct fingerprints: `fp`, `first`, `documents`
  /// @param allPairs whether all pairs are returned; otherwise enough of them to connect the same
  ///   fingerprints
  public Dataset<Row> pairs(Dataset<Row> rows, Sizes sizes, boolean allPairs, int cores) {
    SparkSession spark = rows.sparkSession();
    if (plan.maxDistance() == 0) {
      return spark.createDataFrame(List.of(), GroupComparison.SCHEMA); // distinct ones differ
    }
    int partitions =
        (int) Math.min(100_000, Math.max(2L * cores, sizes.copies() / ROWS_A_PARTITION));
    return rows.select("fp", "first", "documents")
        .flatMap(
            new CandidateRows(plan, sizes.hot(), wordCount()), Encoders.row(CandidateRows.SCHEMA))
        .repartition(partitions, col("key"), col("part"))
        .sortWithinPartitions("key", "part")
        .mapPartitions(
            new GroupComparison(plan, sizes.hot(), allPairs, maxPairs),
            Encoders.row(GroupComparison.SCHEMA));
  }

  /// The keys of a fingerprint; only those of parts if some groups are split.
  private record Keys(BlockPlan plan, HotGroups split, int wordCount)
      implements FlatMapFunction<Row, Long> {

    @Override
    public Iterator<Long> call(Row row) {
      long[] words = new long[wordCount];
      FingerprintBytes.words(row.getAs(0), words, 0);
      List<Long> keys = new ArrayList<>();
      boolean parts = !split.split().isEmpty();
      CandidateRows.keys(
          plan,
          split,
          words,
          key -> {
            if (GroupKey.isPart(key) || !parts) {
              keys.add(key);
            }
          });
      return keys.iterator();
    }
  }
}
