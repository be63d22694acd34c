package io.neardup.spark.corpus;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.udf;

import io.neardup.measure.DropRule;
import io.neardup.pairs.group.SurvivorRule;
import io.neardup.spark.pair.FingerprintBytes;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.types.DataTypes;
import org.jspecify.annotations.Nullable;

/// The groups of a corpus, their members, and which of each is kept.
public final class NearGroups {

  /// Whether a member is the preferred one of its group.
  public static final String SURVIVES = "number = survivor";

  private static final int LISTED = 50;

  private final CorpusDocuments corpus;
  private final Dataset<Row> members;
  private final long groups;
  private final long dropped;
  private final long spared;

  /// A group in the report.
  private record LargeGroup(long size, @Nullable String kept) {}

  /// Finds the groups.
  ///
  /// @param pairs as [VerifiedPairs#of] returns them
  /// @param rules by which one member of each group is preferred
  /// @param rule by which `pairs` may be dropped
  /// @param reach the distance of near-duplicates, at most
  public static NearGroups of(
      CorpusDocuments corpus,
      Dataset<Row> pairs,
      boolean stars,
      List<SurvivorRule> rules,
      Broadcast<DropRule> rule,
      int reach)
      throws IOException {
    WorkFolder folder = corpus.job().folder();
    Dataset<Row> linked;
    int rounds;
    long spared = 0;
    if (stars) {
      StarGroups found = new StarGroups(folder);
      linked = found.of(corpus.rows(), pairs, SurvivorRule.isCentral(rules));
      rounds = found.rounds();
      spared = rule.value().isAll() ? 0 : found.spared();
    } else {
      LinkedComponents found = new LinkedComponents(folder);
      linked = found.of(pairs);
      rounds = found.rounds();
    }
    Dataset<Row> rows =
        folder.stage("group-rows", "fingerprints of groups", () -> rows(corpus, linked, stars));
    Dataset<Row> members =
        folder.stage(
            "members",
            "members of groups",
            () -> members(corpus, rows, SurvivorRule.keepsOne(rules)));
    Map<String, Object> report = corpus.job().report();
    report.put("rounds", rounds);
    if (!stars && SurvivorRule.keepsOne(rules)) {
      folder.describe("members beyond the distance");
      report.put("beyond", members.where("distance > " + reach).count());
    }
    return new NearGroups(corpus, members, spared);
  }

  private NearGroups(CorpusDocuments corpus, Dataset<Row> members, long spared) {
    this.corpus = corpus;
    this.members = members;
    this.spared = spared;
    WorkFolder folder = corpus.job().folder();
    folder.describe("number of groups");
    Row counts =
        members
            .selectExpr(
                "count_if(" + SURVIVES + ")",
                "count_if(NOT kept)",
                "count_if(NOT kept AND NOT " + corpus.isInput("survivor") + ")")
            .first();
    this.groups = counts.getLong(0);
    this.dropped = counts.getLong(1);
    Map<String, Object> report = corpus.job().report();
    report.put("groups", groups);
    report.put("kept", corpus.records() - corpus.rejected() - dropped);
    report.put("dropped", dropped);
    if (corpus.referred() > 0) {
      report.put("droppedForReference", counts.getLong(2));
    }
    folder.describe("largest groups");
    report.put(
        "largestGroups",
        members
            .where(SURVIVES)
            .orderBy(expr("size").desc(), expr("number"))
            .selectExpr("size", "if(kept, id, null)")
            .takeAsList(LISTED)
            .stream()
            .map(group -> new LargeGroup(group.getLong(0), group.getString(1)))
            .toList());
  }

  /// The rows of groups with several documents: `fp`, `content`, `group`, `size` of the group, and
  /// its survivor: `rank`, `fp`, `content`.
  private static Dataset<Row> rows(CorpusDocuments corpus, Dataset<Row> linked, boolean stars) {
    Dataset<Row> all =
        corpus
            .rows()
            .join(linked, expr("first = node"), "left")
            .where("component IS NOT NULL OR documents > 1")
            .selectExpr("*", "coalesce(component, first) AS group");
    String isEligible = stars ? "first = group" : "true";
    Dataset<Row> totals =
        all.groupBy(col("group").as("of"))
            .agg(
                expr("sum(documents - referred) AS others"),
                expr(
                    "min(CASE WHEN "
                        + isEligible
                        + " THEN struct(best AS rank, fp, content) END) AS survivor"))
            .selectExpr("of", "survivor", "others + if(survivor.rank.isInput, 0L, 1L) AS size")
            .where("size > 1");
    return all.join(totals, expr("group = of"))
        .select("fp", "content", "group", "size", "survivor");
  }

  private static Dataset<Row> members(CorpusDocuments corpus, Dataset<Row> rows, boolean keepsOne) {
    return described(
        CorpusDocuments.members(corpus.documents().select("fp", "content", "number", "id"), rows)
            .where("number = survivor.rank.number OR " + corpus.isInput("number"))
            .selectExpr(
                "*",
                "survivor.rank.number AS of",
                "survivor.fp AS ofFp",
                "survivor.content AS ofContent",
                keepsOne + " OR NOT survivor.rank.isInput AS keeps",
                "false AS inside"));
  }

  /// The columns of [#members()], from those of a member and of the preferred one.
  private static Dataset<Row> described(Dataset<Row> members) {
    UDF2<byte[], byte[], Integer> distance = FingerprintBytes::distance;
    return members
        .withColumn("distance", udf(distance, DataTypes.IntegerType).apply(col("fp"), col("ofFp")))
        .selectExpr(
            "group",
            "size",
            "number",
            "id",
            "of AS survivor",
            "keeps",
            "number = of AND keeps AS kept",
            "(content = ofContent) <=> true AS equal",
            "inside",
            "distance");
  }

  /// These groups with further members: records that are inside others, and what was dropped for
  /// these.
  ///
  /// @param inside the record that is kept, `component`, for each `node` inside it and for itself
  public NearGroups withContained(Dataset<Row> inside) throws IOException {
    Dataset<Row> united =
        corpus
            .job()
            .folder()
            .stage(
                "contained", "members of groups and records inside others", () -> united(inside));
    return new NearGroups(corpus, united, spared);
  }

  private Dataset<Row> united(Dataset<Row> inside) {
    Dataset<Row> single =
        inside
            .join(members, expr("node = number"), "left_anti")
            .selectExpr("node AS number", "node AS survivor", "true AS keeps");
    Dataset<Row> moved =
        members
            .select("number", "survivor", "keeps")
            .union(single)
            .join(inside, expr("survivor = node"), "left")
            .selectExpr(
                "number",
                "coalesce(component, survivor) AS of",
                "keeps",
                "(node != component) <=> true AS inside");
    Dataset<Row> known = corpus.documents().select("number", "id", "fp", "content");
    return described(
        moved
            .join(moved.groupBy("of").count().toDF("group", "size"), expr("of = group"))
            .join(known, "number")
            .join(known.toDF("ofNumber", "ofId", "ofFp", "ofContent"), expr("of = ofNumber")));
  }

  /// The members: `group`, `size`, `number`, `id`, `survivor`, the number of the preferred one of
  /// the group, `keeps`: whether that one is kept, `kept`: whether it is that one and is kept,
  /// `equal`: whether its features are known to be those of it, `inside`: whether it is dropped as
  /// it is inside that one, and `distance` from it. A record of the reference is a member only as
  /// the survivor.
  public Dataset<Row> members() {
    return members;
  }

  /// The members that are not kept, with `keptId`, the id of the one that is, null if none is.
  public Dataset<Row> droppedMembers() {
    Dataset<Row> survivors =
        members.where(SURVIVES).selectExpr("number AS of", "if(kept, id, null) AS keptId");
    return members.where("NOT kept").join(survivors, expr("survivor = of"));
  }

  /// The number of groups.
  public long groups() {
    return groups;
  }

  /// The number of documents that are not kept.
  public long dropped() {
    return dropped;
  }

  /// The number of fingerprints that are near a kept record, and are kept as they may not be
  /// dropped.
  public long spared() {
    return spared;
  }
}
