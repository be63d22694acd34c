package io.neardup.spark.corpus;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.least;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.xxhash64;

import io.neardup.spark.input.JobException;
import java.io.IOException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/// Connected components of pairs, by alternating large-star and small-star until nothing changes:
/// O(log² n) rounds, in practice a few, and no node has to fit into memory with its neighbours.
///
/// Source: Kiveris, Lattanzi, Mirrokni, Rastogi, Vassilvitskii, "Connected Components in MapReduce
/// and Beyond", SoCC 2014.
public final class LinkedComponents {

  private static final int MAX_ROUNDS = 100;

  private final WorkFolder folder;
  private int rounds;

  public LinkedComponents(WorkFolder folder) {
    this.folder = folder;
  }

  /// The component of each node that is in a pair.
  ///
  /// @param pairs `a` and `b`, different numbers
  /// @return `node` and `component`, the smallest node of it
  public Dataset<Row> of(Dataset<Row> pairs) throws IOException {
    Dataset<Row> links =
        folder.stage(
            "links-0",
            "links of pairs",
            () -> pairs.select(col("b").as("u"), col("a").as("v")).distinct());
    Row state = state(links);
    for (rounds = 1; rounds <= MAX_ROUNDS; rounds++) {
      Dataset<Row> before = links;
      links =
          folder.stage(
              "links-" + rounds, "components, round " + rounds, () -> smallStar(largeStar(before)));
      Row after = state(links);
      if (after.equals(state)) {
        Dataset<Row> roots = links.select(col("v").as("node"), col("v").as("component")).distinct();
        return links.select(col("u").as("node"), col("v").as("component")).union(roots);
      }
      state = after;
    }
    throw new JobException("the components did not converge in " + MAX_ROUNDS + " rounds");
  }

  /// The number of rounds of the last call.
  public int rounds() {
    return rounds;
  }

  /// Connects the larger neighbours of each node with its smallest one.
  private static Dataset<Row> largeStar(Dataset<Row> links) {
    Dataset<Row> both = links.union(links.select(col("v").as("u"), col("u").as("v")));
    Dataset<Row> smallest =
        both.groupBy(col("u").as("of"))
            .agg(min("v").as("least"))
            .select(col("of"), least(col("least"), col("of")).as("least"));
    return both.where(col("v").gt(col("u")))
        .join(smallest, col("u").equalTo(col("of")))
        .select(col("v").as("u"), col("least").as("v"))
        .distinct();
  }

  /// Connects the smaller neighbours of each node, and itself, with the smallest one.
  private static Dataset<Row> smallStar(Dataset<Row> links) {
    Dataset<Row> smallest = links.groupBy(col("u").as("of")).agg(min("v").as("least"));
    Dataset<Row> others =
        links
            .join(smallest, col("u").equalTo(col("of")))
            .where(col("v").notEqual(col("least")))
            .select(col("v").as("u"), col("least").as("v"));
    return others.union(smallest.select(col("of").as("u"), col("least").as("v"))).distinct();
  }

  /// What changes if a link changes.
  private static Row state(Dataset<Row> links) {
    return links
        .agg(
            count(lit(1)),
            coalesce(
                sum(
                    xxhash64(col("u"), col("v"))
                        .bitwiseAND(lit((1L << 40) - 1))
                        .cast("decimal(38,0)")),
                lit(0)))
        .first();
  }
}
