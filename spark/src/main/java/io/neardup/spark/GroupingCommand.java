package io.neardup.spark;

import io.neardup.options.GroupOptions;
import io.neardup.pairs.group.SurvivorRule;
import io.neardup.profile.Profile;
import io.neardup.spark.corpus.CorpusDocuments;
import io.neardup.spark.corpus.NearGroups;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

/// A command that forms groups, and chooses the record of each to keep.
abstract class GroupingCommand extends NearCommand {

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
  NearGroups groups(CorpusDocuments corpus) throws IOException {
    boolean stars = grouping.stars();
    Dataset<Row> pairs = pairs(corpus, stars);
    return NearGroups.of(corpus, pairs, stars, rules(), rule(), limit().reach());
  }
}
