package io.neardup.spark.corpus;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;

import io.neardup.spark.pair.BandPairs;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.spark.api.java.function.MapPartitionsFunction;
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
    return of("star", () -> ranked(rows, pairs, central));
  }

  /// The star of each row that is in a pair.
  ///
  /// @param name of the stages
  /// @param ranked all pairs: `a`, `ra`, `b`, `rb`, two rows with their ranks, which begin with
  ///   `isInput`, `dropsA` and `dropsB`
  public Dataset<Row> of(String name, Supplier<Dataset<Row>> ranked) throws IOException {
    Dataset<Row> all = folder.stage(name + "-edges", "ranks of pairs", () -> edges(ranked.get()));
    Dataset<Row> edges = all.where("takes");
    Dataset<Row> taken = edges.selectExpr("u AS node").limit(0);
    Dataset<Row> open = edges;
    rounds = 0;
    for (long left = open.count(); left > 0; left = open.count()) {
      Dataset<Row> undecided = open;
      boolean last = left <= lastPairs;
      Dataset<Row> found =
          folder.stage(
              name + "-members-" + rounds,
              "stars, round " + (rounds + 1),
              () -> last ? lastTaken(undecided) : taken(undecided));
      taken = taken.union(found);
      rounds++;
      if (last) {
        break;
      }
      open =
          folder.stage(
              name + "-open-" + rounds,
              "candidates, round " + rounds,
              () -> without(without(undecided, "u", found), "v", found));
    }
    spared = without(without(all.where("NOT takes"), "u", taken), "v", taken);
    Dataset<Row> members =
        without(edges, "v", taken)
            .groupBy("u")
            .agg(expr("min(struct(rv, v)) AS star"))
            .selectExpr("u AS node", "star.v AS component");
    return members.union(members.selectExpr("component AS node", "component").distinct());
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

  /// The pairs with the ranks of their rows.
  private static Dataset<Row> ranked(Dataset<Row> rows, Dataset<Row> pairs, boolean central) {
    Dataset<Row> known = central ? withNear(rows, pairs) : rows.selectExpr("*", "0L AS near");
    String rank = "struct(best.isInput AS isInput, -near AS near, best) AS r";
    return BandPairs.joined(pairs, known.selectExpr("first", rank));
  }

  /// Which rows, `u`, are near earlier ones, `v`, with their ranks, and `takes`: whether `u` may be
  /// dropped for `v`. Rows with records of the reference are taken by none.
  private static Dataset<Row> edges(Dataset<Row> ranked) {
    return ranked
        .selectExpr(
            "if(ra > rb, a, b) AS u",
            "if(ra > rb, ra, rb) AS ru",
            "if(ra > rb, b, a) AS v",
            "if(ra > rb, rb, ra) AS rv",
            "if(ra > rb, dropsA, dropsB) AS takes")
        .where("ru.isInput");
  }

  /// The rows with the number of documents within the distance, including their own.
  private static Dataset<Row> withNear(Dataset<Row> rows, Dataset<Row> pairs) {
    Dataset<Row> others =
        pairs
            .select("a", "b")
            .union(pairs.select("b", "a"))
            .toDF("u", "v")
            .join(rows.selectExpr("first AS fv", "documents AS ofV"), expr("v = fv"))
            .groupBy("u")
            .agg(expr("sum(ofV) AS others"));
    return rows.join(others, expr("first = u")).selectExpr("*", "others + documents AS near");
  }

  /// The rows that are taken by those that no undecided one can take.
  private static Dataset<Row> taken(Dataset<Row> open) {
    return without(open, "v", open.selectExpr("u AS node")).selectExpr("u AS node").distinct();
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
