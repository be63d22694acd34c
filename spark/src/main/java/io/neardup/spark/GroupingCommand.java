package io.neardup.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.when;

import io.neardup.options.GroupOptions;
import io.neardup.pairs.group.SurvivorRule;
import io.neardup.profile.Profile;
import io.neardup.spark.corpus.CorpusDocuments;
import io.neardup.spark.corpus.NearGroups;
import io.neardup.spark.corpus.WorkFolder;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

/// A command that forms groups, and chooses the record of each to keep.
abstract class GroupingCommand extends NearCommand {

  /// The number of groups in the report.
  static final int LISTED = 50;

  @Mixin GroupOptions grouping = new GroupOptions();

  private List<SurvivorRule> rules = List.of();

  /// @throws ParameterException if the rule does not fit the kind of groups
  @Override
  void check(Profile profile, Map<String, Object> results) {
    super.check(profile, results);
    rules = grouping.rules(spec);
    results.put("by", grouping.stars() ? "star" : "components");
    results.put("survivor", grouping.survivor());
  }

  @Override
  List<SurvivorRule> rules() {
    return rules;
  }

  /// Finds the groups.
  NearGroups groups(
      CorpusDocuments corpus, WorkFolder folder, Profile profile, Map<String, Object> report)
      throws IOException {
    boolean stars = grouping.stars();
    Dataset<Row> pairs = pairs(corpus, folder, profile, stars, report);
    NearGroups groups = new NearGroups(corpus, folder, pairs, stars, rules(), rule(corpus, folder));
    report.put("groups", groups.groups());
    report.put("kept", corpus.records() - corpus.rejected() - groups.dropped());
    report.put("dropped", groups.dropped());
    if (corpus.referred() > 0) {
      report.put("droppedForReference", groups.droppedForReference());
    }
    if (!stars) {
      report.put("beyond", groups.beyond(limit().reach()));
    }
    report.put("rounds", groups.rounds());
    folder.describe("largest groups");
    report.put(
        "largestGroups",
        JobReport.rows(
            groups
                .members()
                .where(NearGroups.survives())
                .orderBy(col("size").desc(), col("number"))
                .select(col("size"), when(col("kept"), col("id")).as("kept"))
                .limit(LISTED)));
    return groups;
  }
}
