package io.neardup.spark.corpus;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.negate;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import io.neardup.pairs.group.Diameter;
import io.neardup.pairs.group.SurvivorRule;
import io.neardup.spark.pair.FingerprintBytes;
import io.neardup.spark.pair.GroupComparison;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import scala.collection.Seq;

/// The groups of a corpus, their members, and which of each is kept.
public final class NearGroups {

  private final WorkFolder folder;
  private final Dataset<Row> pairs;
  private final boolean stars;
  private final Dataset<Row> rows;
  private final Dataset<Row> members;
  private final long groups;
  private final long dropped;
  private final long droppedForReference;
  private final int rounds;
  private final long spared;

  /// @param pairs as [VerifiedPairs#pairs()] has them
  /// @param rules by which one member of each group is preferred
  /// @param rule by which `pairs` may be dropped
  public NearGroups(
      CorpusDocuments corpus,
      WorkFolder folder,
      Dataset<Row> pairs,
      boolean stars,
      List<SurvivorRule> rules,
      JobDropRule rule)
      throws IOException {
    this.folder = folder;
    this.pairs = pairs;
    this.stars = stars;
    Dataset<Row> linked;
    if (stars) {
      StarGroups found = new StarGroups(folder);
      linked = found.of(corpus.rows(), pairs, SurvivorRule.isCentral(rules));
      this.rounds = found.rounds();
      this.spared = rule.isAll() ? 0 : found.spared();
    } else {
      LinkedComponents found = new LinkedComponents(folder);
      linked = found.of(pairs);
      this.rounds = found.rounds();
      this.spared = 0;
    }
    this.rows =
        folder.stage("group-rows", "fingerprints of groups", () -> rows(corpus, linked, stars));
    this.members =
        folder.stage(
            "members",
            "members of groups",
            () -> members(corpus, rows, SurvivorRule.keepsOne(rules)));
    folder.describe("number of groups");
    Row counts =
        members
            .agg(
                count(when(survives(), 1)),
                count(when(not(col("kept")), 1)),
                count(when(not(col("kept")).and(not(corpus.isInput(col("survivor")))), 1)))
            .first();
    this.groups = counts.getLong(0);
    this.dropped = counts.getLong(1);
    this.droppedForReference = counts.getLong(2);
  }

  /// The rows of groups with several documents: `fp`, `content`, `first`, `group`, `rows` and
  /// `size` of the group, and its survivor: `rank`, `fp`.
  private static Dataset<Row> rows(CorpusDocuments corpus, Dataset<Row> linked, boolean stars) {
    Dataset<Row> all =
        corpus
            .rows()
            .join(linked, col("first").equalTo(col("node")), "left")
            .where(col("component").isNotNull().or(col("documents").gt(1)))
            .withColumn("group", coalesce(col("component"), col("first")));
    Column isEligible = stars ? col("first").equalTo(col("group")) : lit(true);
    Dataset<Row> totals =
        all.groupBy(col("group").as("of"))
            .agg(
                count(lit(1)).as("rows"),
                sum(col("documents").minus(col("referred"))).as("size"),
                min(when(isEligible, struct(col("best").as("rank"), col("fp"), col("content"))))
                    .as("survivor"))
            .withColumn(
                "size", col("size").plus(when(col("survivor.rank.isInput"), 0L).otherwise(1L)))
            .where(col("size").gt(1));
    return all.join(totals, col("group").equalTo(col("of")))
        .select("fp", "content", "first", "group", "rows", "size", "survivor");
  }

  private static Dataset<Row> members(CorpusDocuments corpus, Dataset<Row> rows, boolean keepsOne) {
    Column survives = col("number").equalTo(col("survivor.rank.number"));
    Column keeps = lit(keepsOne).or(not(col("survivor.rank.isInput")));
    return CorpusDocuments.members(corpus.documents().select("fp", "content", "number", "id"), rows)
        .where(survives.or(corpus.isInput(col("number"))))
        .select(
            col("group"),
            col("size"),
            col("number"),
            col("id"),
            col("survivor.rank.number").as("survivor"),
            keeps.as("keeps"),
            survives.and(keeps).as("kept"),
            col("content").equalTo(col("survivor.content")).eqNullSafe(lit(true)).as("equal"),
            CorpusDocuments.distance(col("fp"), col("survivor.fp")).as("distance"));
  }

  /// The members: `group`, `size`, `number`, `id`, `survivor`, the number of the preferred one of
  /// the group, `keeps`: whether that one is kept, `kept`: whether it is that one and is kept,
  /// `equal`: whether its features are known to be those of it, and `distance` from it. A record of
  /// the reference is a member only as the survivor.
  public Dataset<Row> members() {
    return members;
  }

  /// Whether a member is the preferred one of its group.
  public static Column survives() {
    return col("number").equalTo(col("survivor"));
  }

  /// The members that are not kept, with `keptId`, the id of the one that is, null if none is.
  public Dataset<Row> droppedMembers() {
    Dataset<Row> survivors =
        members
            .where(survives())
            .select(col("number").as("of"), when(col("kept"), col("id")).as("keptId"));
    return members.where(not(col("kept"))).join(survivors, col("survivor").equalTo(col("of")));
  }

  /// How far apart the members of each group are: `group`, `size`, `kept`, `diameter`, the largest
  /// distance of two of them; `exact`, false if it is a lower bound; and the pair with the largest
  /// distance of those that connect the group: `weakestA`, `weakestB`, `weakestDistance`, the
  /// survivor twice if all fingerprints are equal.
  ///
  /// As in the service, all pairs of up to 1,000 fingerprints are compared; of more, those farthest
  /// from the first one are determined, and the distance of the rows farthest from one of them.
  public Dataset<Row> extents() throws IOException {
    return folder.stage("extents", "distances in groups", this::measured);
  }

  private Dataset<Row> measured() {
    Dataset<Row> small = rows.where(col("rows").leq(Diameter.EXACT_ROWS));
    Dataset<Row> large = rows.where(col("rows").gt(Diameter.EXACT_ROWS));
    UDF1<Seq<byte[]>, Integer> widest = NearGroups::diameter;
    Dataset<Row> exact =
        small
            .groupBy("group")
            .agg(
                udf(widest, DataTypes.IntegerType).apply(collect_list("fp")).as("diameter"),
                lit(true).as("exact"));
    Dataset<Row> first = large.groupBy("group").agg(min(struct("first", "fp")).as("from"));
    Dataset<Row> bounds =
        farthest(large, farthest(large, first))
            .select(col("group"), col("from.distance").as("diameter"), lit(false).as("exact"));
    Dataset<Row> survivors =
        members
            .where(survives())
            .select(
                col("group").as("g"),
                col("size"),
                col("id").as("survivorId"),
                when(col("kept"), col("id")).as("kept"));
    Dataset<Row> ids = members.select(col("number").as("n"), col("id").as("i"));
    Dataset<Row> weakest = weakest();
    return exact
        .union(bounds)
        .join(survivors, col("group").equalTo(col("g")))
        .join(weakest, col("group").equalTo(col("of")), "left")
        .join(ids.as("a"), col("a.n").equalTo(col("weakest.a")), "left")
        .join(ids.as("b"), col("b.n").equalTo(col("weakest.b")), "left")
        .select(
            col("group"),
            col("size"),
            col("kept"),
            col("diameter"),
            col("exact"),
            coalesce(col("a.i"), col("survivorId")).as("weakestA"),
            coalesce(col("b.i"), col("survivorId")).as("weakestB"),
            coalesce(col("weakest.distance"), lit(0)).as("weakestDistance"));
  }

  /// The pair with the largest distance of those that connect a group, the first of several; in
  /// stars a pair with the centre.
  private Dataset<Row> weakest() {
    Dataset<Row> nodes = rows.select(col("first"), col("group"));
    Dataset<Row> connecting =
        pairs
            .where(col("distance").notEqual(GroupComparison.CONNECTED))
            .join(nodes.as("x"), col("a").equalTo(col("x.first")))
            .join(nodes.as("y"), col("b").equalTo(col("y.first")))
            .where(col("x.group").equalTo(col("y.group")));
    Dataset<Row> ofGroup =
        stars
            ? connecting.where(
                col("a").equalTo(col("x.group")).or(col("b").equalTo(col("x.group"))))
            : connecting;
    return ofGroup
        .groupBy(col("x.group").as("of"))
        .agg(
            max(struct(col("distance"), negate(col("a")).as("a"), negate(col("b")).as("b")))
                .as("w"))
        .select(
            col("of"),
            struct(
                    col("w.distance").as("distance"),
                    negate(col("w.a")).as("a"),
                    negate(col("w.b")).as("b"))
                .as("weakest"));
  }

  /// The row of each group that is farthest from another one, the first of several.
  ///
  /// @param from `group`, and `from` with `fp`: there are few, one of each large group
  /// @return `group`, and `from` with `distance`, `first`, `fp`
  private static Dataset<Row> farthest(Dataset<Row> rows, Dataset<Row> from) {
    return rows.join(
            broadcast(from.withColumnRenamed("group", "of")), col("group").equalTo(col("of")))
        .groupBy("group")
        .agg(
            max(struct(
                    CorpusDocuments.distance(col("fp"), col("from.fp")).as("distance"),
                    negate(col("first")).as("first"),
                    col("fp")))
                .as("from"));
  }

  private static int diameter(Seq<byte[]> fingerprints) {
    byte[][] all = new byte[fingerprints.size()][];
    for (int i = 0; i < all.length; i++) {
      all[i] = fingerprints.apply(i);
    }
    int diameter = 0;
    for (int i = 0; i < all.length; i++) {
      for (int j = i + 1; j < all.length; j++) {
        diameter = Math.max(diameter, FingerprintBytes.distance(all[i], all[j]));
      }
    }
    return diameter;
  }

  /// The number of groups.
  public long groups() {
    return groups;
  }

  /// The number of documents that are not kept.
  public long dropped() {
    return dropped;
  }

  /// The number of documents that are not kept as a record of the reference is near them.
  public long droppedForReference() {
    return droppedForReference;
  }

  /// The number of documents that are beyond a distance from the one that is kept for them.
  public long beyond(int distance) {
    folder.describe("members beyond the distance");
    return members.where(col("distance").gt(distance)).count();
  }

  /// The number of fingerprints that are near a kept record, and are kept as they may not be
  /// dropped.
  public long spared() {
    return spared;
  }

  /// The number of rounds in which the groups were found.
  public int rounds() {
    return rounds;
  }
}
