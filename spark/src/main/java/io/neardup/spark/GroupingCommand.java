package io.neardup.spark;

import static org.apache.spark.sql.functions.col;

import io.neardup.profile.Profile;
import io.neardup.spark.corpus.CorpusDocuments;
import io.neardup.spark.corpus.NearGroups;
import io.neardup.spark.corpus.SurvivorOrder;
import io.neardup.spark.corpus.WorkFolder;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// A command that forms groups, and chooses the record of each to keep.
abstract class GroupingCommand extends NearCommand {

  /// The number of groups in the report.
  static final int LISTED = 50;

  @Option(
      names = "--by",
      paramLabel = "KIND",
      description =
          "star (default): a record and those within the distance of it; components: records that a"
              + " chain of near-duplicates connects, which may be far apart")
  GroupShape by = GroupShape.star;

  @Option(
      names = "--survivor",
      paramLabel = "RULE",
      description =
          "the record of a group to keep: central, the one with the most near-duplicates (default;"
              + " with --by star), first (default with --by components) or last in the order of the"
              + " files, or longest")
  @Nullable SurvivorOrder survivor;

  /// The kinds of groups.
  @SuppressWarnings("JavaCase") // as written in the option
  enum GroupShape {
    components,
    star
  }

  /// @throws ParameterException if the rule does not fit the kind of groups
  @Override
  void check(Profile profile, Map<String, Object> results) {
    super.check(profile, results);
    CorpusOptions.require(
        spec,
        survivor != SurvivorOrder.CENTRAL || by == GroupShape.star,
        "--survivor central can be used only with --by star");
    results.put("by", by.name());
    results.put("survivor", order().name().toLowerCase(Locale.ROOT));
  }

  @Override
  SurvivorOrder order() {
    if (survivor != null) {
      return survivor;
    }
    return by == GroupShape.star ? SurvivorOrder.CENTRAL : SurvivorOrder.FIRST;
  }

  /// Finds the groups.
  NearGroups groups(
      CorpusDocuments corpus, WorkFolder folder, Profile profile, Map<String, Object> report)
      throws IOException {
    boolean stars = by == GroupShape.star;
    Dataset<Row> pairs = pairs(corpus, folder, profile, stars, report);
    NearGroups groups = new NearGroups(corpus, folder, pairs, stars, order());
    report.put("groups", groups.groups());
    report.put("kept", corpus.records() - corpus.rejected() - groups.dropped());
    report.put("dropped", groups.dropped());
    if (!stars) {
      report.put("beyond", groups.beyond(distance()));
    }
    report.put("rounds", groups.rounds());
    folder.describe("largest groups");
    report.put(
        "largestGroups",
        JobReport.rows(
            groups
                .members()
                .where(col("kept"))
                .orderBy(col("size").desc(), col("number"))
                .select(col("size"), col("id").as("kept"))
                .limit(LISTED)));
    return groups;
  }
}
