package io.neardup.spark.corpus;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.negate;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;

/// Groups by stars: the same as those of the engine, which takes the fingerprints in order and
/// makes each one that is in no star yet the centre of a new one.
///
/// In each round, a fingerprint whose earlier neighbours are all decided becomes a centre, and its
/// neighbours cease to be candidates. A round decides at least the first candidate of each
/// connected part; a few rounds decide most, but a chain of documents in order, such as the
/// versions of a page, takes one for every two. So the last pairs are decided by one task. At the
/// end, each fingerprint that is no centre joins the first of its neighbours that is one.
///
/// Source: Blelloch, Fineman, Shun, "Greedy Sequential Maximal Independent Set and Matching are
/// Parallel on Average", SPAA 2012.
public final class StarGroups {

  private static final int LAST_PAIRS = 1_000_000;

  private final WorkFolder folder;
  private final long lastPairs;
  private int rounds;

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
  /// @param rows `first`, `documents`, `best`: the rank of its best document
  /// @param pairs all pairs: `a`, `b`, the first documents of two rows
  /// @param central whether rows with the most documents within the distance become centres first
  /// @return `node` and `component`, the first document of the centre
  public Dataset<Row> of(Dataset<Row> rows, Dataset<Row> pairs, boolean central)
      throws IOException {
    Dataset<Row> edges =
        folder.stage("star-edges", "ranks of pairs", () -> edges(rows, pairs, central));
    Dataset<Row> open = edges;
    Dataset<Row> centres = null;
    rounds = 0;
    for (long left = open.count(); left > 0; left = open.count()) {
      Dataset<Row> undecided = open;
      boolean last = left <= 2 * lastPairs;
      Dataset<Row> found =
          folder.stage(
              "star-centres-" + rounds,
              "stars, round " + (rounds + 1),
              () -> last ? lastCentres(undecided) : centres(undecided));
      centres = centres == null ? found : centres.union(found);
      rounds++;
      if (last) {
        break;
      }
      open =
          folder.stage(
              "star-open-" + rounds,
              "candidates, round " + rounds,
              () -> withoutDecided(undecided, found));
    }
    if (centres == null) {
      return edges.select(col("u").as("node"), col("u").as("component"));
    }
    Dataset<Row> all = centres.distinct();
    Dataset<Row> members =
        edges
            .join(all.select(col("node").as("centre")), col("v").equalTo(col("centre")))
            .join(all, col("u").equalTo(all.col("node")), "left_anti")
            .groupBy("u")
            .agg(min(struct(col("rv"), col("v"))).as("star"))
            .select(col("u").as("node"), col("star.v").as("component"));
    return members.union(all.select(col("node"), col("node").as("component")));
  }

  /// The number of rounds of the last call.
  public int rounds() {
    return rounds;
  }

  /// Each pair in both directions, with the ranks of both rows: `u`, `ru`, `v`, `rv`.
  private static Dataset<Row> edges(Dataset<Row> rows, Dataset<Row> pairs, boolean central) {
    Dataset<Row> both =
        pairs
            .select(col("a").as("u"), col("b").as("v"))
            .union(pairs.select(col("b").as("u"), col("a").as("v")));
    Column near = central ? negate(col("near")) : lit(0L);
    Dataset<Row> known = central ? withNear(rows, both) : rows;
    Dataset<Row> ranks =
        known.select(col("first"), struct(near.as("near"), col("best")).as("rank"));
    return both.join(
            ranks.select(col("first").as("fu"), col("rank").as("ru")), col("u").equalTo(col("fu")))
        .join(
            ranks.select(col("first").as("fv"), col("rank").as("rv")), col("v").equalTo(col("fv")))
        .select("u", "ru", "v", "rv");
  }

  /// The rows with the number of documents within the distance, including their own.
  private static Dataset<Row> withNear(Dataset<Row> rows, Dataset<Row> both) {
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

  /// The candidates whose neighbours in the open edges are all later. Candidates without open edges
  /// became centres when their last earlier neighbour was decided: [#withoutDecided] keeps them.
  private static Dataset<Row> centres(Dataset<Row> open) {
    return open.groupBy("u")
        .agg(min("rv").as("least"), min("ru").as("own"))
        .where(col("least").isNull().or(col("own").lt(col("least"))))
        .select(col("u").as("node"));
  }

  /// All centres of the open edges, in one task: a candidate becomes a centre unless it is a
  /// neighbour of an earlier one.
  private static Dataset<Row> lastCentres(Dataset<Row> open) {
    MapPartitionsFunction<Row, Long> inOrder =
        edges -> {
          Set<Long> centres = new HashSet<>();
          Set<Long> others = new HashSet<>();
          edges.forEachRemaining(edge -> {
            long candidate = edge.getLong(0);
            if (!others.contains(candidate)) {
              centres.add(candidate);
              if (!edge.isNullAt(1)) {
                others.add(edge.getLong(1));
              }
            }
          });
          return centres.iterator();
        };
    return open.coalesce(1)
        .sortWithinPartitions("ru")
        .select("u", "v")
        .mapPartitions(inOrder, Encoders.LONG())
        .toDF("node");
  }

  /// The open edges between candidates that are not decided yet; a candidate that has none left has
  /// an edge to nothing.
  private static Dataset<Row> withoutDecided(Dataset<Row> open, Dataset<Row> centres) {
    Dataset<Row> ended =
        open.join(centres.withColumnRenamed("node", "c"), col("u").equalTo(col("c")))
            .where(col("v").isNotNull())
            .select(col("v").as("node"))
            .union(centres)
            .distinct();
    Dataset<Row> left = open.join(ended, col("u").equalTo(col("node")), "left_anti");
    Dataset<Row> edges = left.join(ended, col("v").equalTo(col("node")), "left_anti");
    Dataset<Row> alone =
        left.join(
                edges.select(col("u").as("e")).distinct(), col("u").equalTo(col("e")), "left_anti")
            .select(
                col("u"),
                col("ru"),
                lit(null).cast("bigint").as("v"),
                lit(null).cast(open.schema().apply("rv").dataType()).as("rv"))
            .distinct();
    return edges.union(alone);
  }
}
