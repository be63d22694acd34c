package io.neardup.spark.corpus;

import static org.apache.spark.sql.functions.expr;

import io.neardup.pairs.group.Components;
import io.neardup.spark.input.JobException;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;

/// Connected components of pairs, by alternating large-star and small-star until nothing changes:
/// O(log² n) rounds, in practice a few, and no node has to fit into memory with its neighbours. A
/// million links or fewer are connected by one task instead.
///
/// Source: Kiveris, Lattanzi, Mirrokni, Rastogi, Vassilvitskii, "Connected Components in MapReduce
/// and Beyond", SoCC 2014.
public final class LinkedComponents {

  private static final int MAX_ROUNDS = 100;
  private static final StructType COMPONENTS =
      StructType.fromDDL("node BIGINT NOT NULL, component BIGINT NOT NULL");

  private static final int ONE_TASK = 1_000_000;

  private final WorkFolder folder;
  private final long oneTask;
  private int rounds;

  public LinkedComponents(WorkFolder folder) {
    this(folder, ONE_TASK);
  }

  /// @param oneTask the number of links that one task connects, 50 bytes each
  LinkedComponents(WorkFolder folder, long oneTask) {
    this.folder = folder;
    this.oneTask = oneTask;
  }

  /// The component of each node that is in a pair.
  ///
  /// @param pairs `a` and `b`, different numbers
  /// @return `node` and `component`, the smallest node of it
  public Dataset<Row> of(Dataset<Row> pairs) throws IOException {
    Dataset<Row> links =
        folder.stage(
            "links-0", "links of pairs", () -> pairs.selectExpr("b AS u", "a AS v").distinct());
    Row state = state(links);
    if (state.getLong(0) <= oneTask) {
      rounds = 1;
      Dataset<Row> all = links;
      return folder.stage("links-1", "components", () -> connected(all));
    }
    for (rounds = 1; rounds <= MAX_ROUNDS; rounds++) {
      Dataset<Row> before = links;
      links =
          folder.stage(
              "links-" + rounds, "components, round " + rounds, () -> smallStar(largeStar(before)));
      Row after = state(links);
      if (after.equals(state)) {
        return links.union(links.selectExpr("v", "v AS root").distinct()).toDF("node", "component");
      }
      state = after;
    }
    throw new JobException("the components did not converge in " + MAX_ROUNDS + " rounds");
  }

  /// The components of a few links.
  private static Dataset<Row> connected(Dataset<Row> links) {
    MapPartitionsFunction<Row, Row> connect =
        rows -> {
          LongStream.Builder all = LongStream.builder();
          rows.forEachRemaining(link -> all.add(link.getLong(0)).add(link.getLong(1)));
          long[] ends = all.build().toArray();
          long[] nodes = Arrays.stream(ends).sorted().distinct().toArray();
          Components components = new Components(nodes.length, node -> 1);
          for (int i = 0; i < ends.length; i += 2) {
            int a = Arrays.binarySearch(nodes, ends[i]);
            int b = Arrays.binarySearch(nodes, ends[i + 1]);
            components.pair(Math.min(a, b), Math.max(a, b), 0);
          }
          return components.groups().stream()
              .flatMap(group ->
                  group.rows().stream()
                      .map(node -> RowFactory.create(nodes[node], nodes[group.rows().getFirst()])))
              .iterator();
        };
    return links.coalesce(1).mapPartitions(connect, Encoders.row(COMPONENTS));
  }

  /// The number of rounds of the last call.
  public int rounds() {
    return rounds;
  }

  /// Connects the larger neighbours of each node with its smallest one.
  private static Dataset<Row> largeStar(Dataset<Row> links) {
    Dataset<Row> both = links.union(links.select("v", "u"));
    return both.where("v > u")
        .join(smallest(both, "least(min(v), u)"), expr("u = of"))
        .selectExpr("v AS u", "least AS v")
        .distinct();
  }

  /// Connects the smaller neighbours of each node, and itself, with the smallest one.
  private static Dataset<Row> smallStar(Dataset<Row> links) {
    Dataset<Row> smallest = smallest(links, "min(v)");
    return links
        .join(smallest, expr("u = of"))
        .where("v != least")
        .selectExpr("v AS u", "least AS v")
        .union(smallest)
        .toDF("u", "v")
        .distinct();
  }

  /// The smallest neighbour of each node: `of`, `least`.
  private static Dataset<Row> smallest(Dataset<Row> links, String least) {
    return links.groupBy("u").agg(expr(least)).toDF("of", "least");
  }

  /// What changes if a link changes.
  private static Row state(Dataset<Row> links) {
    return links
        .selectExpr(
            "count(1)",
            "coalesce(sum(cast(xxhash64(u, v) & ((1L << 40) - 1) AS decimal(38, 0))), 0)")
        .first();
  }
}
