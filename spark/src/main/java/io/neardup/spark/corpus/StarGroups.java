package io.neardup.spark.corpus;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.negate;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/// Groups by stars: the same as those of the engine, which takes the fingerprints in order and
/// makes each one that is in no star yet the centre of a new one.
///
/// In each round, the rows that no earlier undecided one can take are centres, and take those that
/// they can. A round decides at least the first row of each connected part; a few rounds decide
/// most, but a chain of documents in order, such as the versions of a page, takes one for every
/// two. So the last pairs are decided by one task. At the end, each row that is taken joins the
/// first centre that can take it: the first row that is not taken itself.
///
/// Source: Blelloch, Fineman, Shun, "Greedy Sequential Maximal Independent Set and Matching are
/// Parallel on Average", SPAA 2012.
public final class StarGroups {

  private static final int LAST_PAIRS = 1_000_000;

  private final WorkFolder folder;
  private final long lastPairs;
  private int rounds;
  private @Nullable Dataset<Row> spared;

  public StarGroups(WorkFolder folder) {
    this(folder, LAST_PAIRS);
  }

  /// @param lastPairs the number of undecided pairs that one task decides, 100 bytes each
  StarGroups(WorkFolder folder, long lastPairs) {
    this.folder = folder;
    this.lastPairs = lastPairs;
  }

  /// The star of each fingerprint that is in a pair.
  ///
  /// @param rows `first`, `documents`, `best`: the rank of its best document, with `isInput`: false
  ///   for a record of the reference, whose rows become centres before all others
  /// @param pairs all pairs: `a`, `b`, the first documents of two rows, `dropsA`: whether `a` may
  ///   be dropped for `b`, and `dropsB`
  /// @param central whether rows with the most documents within the distance become centres first
  /// @return `node` and `component`, the first document of the centre
  public Dataset<Row> of(Dataset<Row> rows, Dataset<Row> pairs, boolean central)
      throws IOException {
    Dataset<Row> all =
        folder.stage("star-edges", "ranks of pairs", () -> edges(rows, pairs, central));
    Dataset<Row> edges = all.where(col("takes"));
    Dataset<Row> taken = edges.select(col("u").as("node")).limit(0);
    Dataset<Row> open = edges;
    rounds = 0;
    for (long left = open.count(); left > 0; left = open.count()) {
      Dataset<Row> undecided = open;
      boolean last = left <= lastPairs;
      Dataset<Row> found =
          folder.stage(
              "star-members-" + rounds,
              "stars, round " + (rounds + 1),
              () -> last ? lastTaken(undecided) : taken(undecided));
      taken = taken.union(found);
      rounds++;
      if (last) {
        break;
      }
      open =
          folder.stage(
              "star-open-" + rounds,
              "candidates, round " + rounds,
              () -> without(without(undecided, "u", found), "v", found));
    }
    spared = without(without(all.where(not(col("takes"))), "u", taken), "v", taken);
    Dataset<Row> members =
        without(edges, "v", taken)
            .groupBy(col("u").as("node"))
            .agg(min(struct(col("rv"), col("v"))).as("star"))
            .select(col("node"), col("star.v").as("component"));
    return members.union(members.select(col("component").as("node"), col("component")).distinct());
  }

  /// The number of rows that are near a centre, and are in no other star as they may not be
  /// dropped.
  public long spared() {
    return spared == null ? 0 : spared.select("u").distinct().count();
  }

  /// The number of rounds of the last call.
  public int rounds() {
    return rounds;
  }

  /// Which rows are near earlier ones: `u`, `ru`, `v`, `rv`, with their ranks, of which that of `v`
  /// is the smaller one, and `takes`: whether `u` may be dropped for `v`. Rows with records of the
  /// reference are taken by none.
  private static Dataset<Row> edges(Dataset<Row> rows, Dataset<Row> pairs, boolean central) {
    Column near = central ? negate(col("near")) : lit(0L);
    Dataset<Row> known = central ? withNear(rows, pairs) : rows;
    Dataset<Row> ranks =
        known.select(
            col("first"),
            struct(col("best.isInput").as("isInput"), near.as("near"), col("best")).as("rank"));
    Column isLater = col("ra").gt(col("rb"));
    return pairs
        .join(
            ranks.select(col("first").as("fa"), col("rank").as("ra")), col("a").equalTo(col("fa")))
        .join(
            ranks.select(col("first").as("fb"), col("rank").as("rb")), col("b").equalTo(col("fb")))
        .select(
            when(isLater, col("a")).otherwise(col("b")).as("u"),
            when(isLater, col("ra")).otherwise(col("rb")).as("ru"),
            when(isLater, col("b")).otherwise(col("a")).as("v"),
            when(isLater, col("rb")).otherwise(col("ra")).as("rv"),
            when(isLater, col("dropsA")).otherwise(col("dropsB")).as("takes"))
        .where(col("ru.isInput"));
  }

  /// The rows with the number of documents within the distance, including their own.
  private static Dataset<Row> withNear(Dataset<Row> rows, Dataset<Row> pairs) {
    Dataset<Row> both =
        pairs
            .select(col("a").as("u"), col("b").as("v"))
            .union(pairs.select(col("b").as("u"), col("a").as("v")));
    Dataset<Row> others =
        both.join(
                rows.select(col("first").as("fv"), col("documents").as("count")),
                col("v").equalTo(col("fv")))
            .groupBy("u")
            .agg(sum("count").as("others"));
    return rows.join(others, col("first").equalTo(col("u")))
        .withColumn("near", col("others").plus(col("documents")))
        .drop("u", "others");
  }

  /// The rows that are taken by those that no undecided one can take.
  private static Dataset<Row> taken(Dataset<Row> open) {
    return without(open, "v", open.select(col("u").as("node")))
        .select(col("u").as("node"))
        .distinct();
  }

  /// All rows of the open edges that are taken, in one task: in the order of ranks, a row is taken
  /// if one of its edges leads to a row that is not.
  private static Dataset<Row> lastTaken(Dataset<Row> open) {
    MapPartitionsFunction<Row, Long> inOrder =
        edges -> {
          Set<Long> taken = new HashSet<>();
          edges.forEachRemaining(edge -> {
            if (!taken.contains(edge.getLong(1))) {
              taken.add(edge.getLong(0));
            }
          });
          return taken.iterator();
        };
    return open.coalesce(1)
        .sortWithinPartitions("ru")
        .select("u", "v")
        .mapPartitions(inOrder, Encoders.LONG())
        .toDF("node");
  }

  /// The edges of which an end is none of some rows.
  private static Dataset<Row> without(Dataset<Row> edges, String end, Dataset<Row> rows) {
    return edges.join(rows, col(end).equalTo(rows.col("node")), "left_anti");
  }
}
