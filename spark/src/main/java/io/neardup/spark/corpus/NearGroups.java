package io.neardup.spark.corpus;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.when;

import java.io.IOException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/// The members of the groups of a corpus, and which of each is kept.
public final class NearGroups {

  private final Dataset<Row> members;
  private final long groups;
  private final long dropped;
  private final int rounds;

  /// @param pairs as in [io.neardup.spark.pair.GroupComparison#SCHEMA], without counts
  public NearGroups(
      CorpusDocuments corpus,
      WorkFolder folder,
      Dataset<Row> pairs,
      boolean stars,
      SurvivorOrder order)
      throws IOException {
    Dataset<Row> linked;
    if (stars) {
      StarGroups found = new StarGroups(folder);
      linked = found.of(corpus.rows(), pairs, order == SurvivorOrder.CENTRAL);
      this.rounds = found.rounds();
    } else {
      LinkedComponents found = new LinkedComponents(folder);
      linked = found.of(pairs);
      this.rounds = found.rounds();
    }
    this.members =
        folder.stage("members", "members of groups", () -> members(corpus, linked, stars, order));
    folder.describe("number of groups");
    Row counts =
        members
            .agg(count(when(col("kept"), 1)), count(when(col("kept").equalTo(false), 1)))
            .first();
    this.groups = counts.getLong(0);
    this.dropped = counts.getLong(1);
  }

  private static Dataset<Row> members(
      CorpusDocuments corpus, Dataset<Row> linked, boolean stars, SurvivorOrder order) {
    Dataset<Row> grouped =
        corpus
            .rows()
            .join(linked, col("first").equalTo(col("node")), "left")
            .withColumn("group", coalesce(col("component"), col("first")))
            .where(col("component").isNotNull().or(col("documents").gt(1)))
            .select(col("fp").as("gfp"), col("first"), col("group"));
    Dataset<Row> all =
        corpus
            .documents()
            .where(col("fp").isNotNull())
            .withColumn("rank", order.rank())
            .join(grouped, col("fp").equalTo(col("gfp")))
            .select("group", "first", "number", "id", "fp", "rank");
    Dataset<Row> eligible = stars ? all.where(col("first").equalTo(col("group"))) : all;
    Dataset<Row> survivors =
        eligible
            .groupBy(col("group").as("of"))
            .agg(min(struct(col("rank"), col("number"), col("id"), col("fp"))).as("survivor"));
    Dataset<Row> sizes = all.groupBy(col("group").as("in")).agg(count(lit(1)).as("size"));
    return all.join(
            survivors.join(sizes, col("of").equalTo(col("in"))), col("group").equalTo(col("of")))
        .where(col("size").gt(1))
        .select(
            col("group"),
            col("size"),
            col("number"),
            col("id"),
            col("number").equalTo(col("survivor.number")).as("kept"),
            col("survivor.id").as("keptId"),
            CorpusDocuments.distance(col("fp"), col("survivor.fp")).as("distance"));
  }

  /// The members: `group`, `size`, `number`, `id`, `kept`, `keptId`, `distance` from the one that
  /// is kept.
  public Dataset<Row> members() {
    return members;
  }

  /// The number of groups.
  public long groups() {
    return groups;
  }

  /// The number of documents that are not kept.
  public long dropped() {
    return dropped;
  }

  /// The number of rounds in which the groups were found.
  public int rounds() {
    return rounds;
  }
}
