package io.neardup.spark;

import io.neardup.spark.corpus.SurvivorOrder;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// How near-duplicates form groups, and which of a group is kept.
final class GroupingOptions {

  @Option(
      names = "--by",
      paramLabel = "KIND",
      description =
          "components (default): records that a chain of near-duplicates connects; star: a record"
              + " and those within the distance of it")
  Kind by = Kind.components;

  @Option(
      names = "--survivor",
      paramLabel = "RULE",
      description =
          "the record of a group to keep: first (default) or last in the order of the files,"
              + " longest, or central, the one with the most near-duplicates (with --by star)")
  SurvivorOrder survivor = SurvivorOrder.FIRST;

  /// The kinds of groups.
  @SuppressWarnings("JavaCase") // as written in the option
  enum Kind {
    components,
    star
  }

  /// @throws ParameterException if the rule does not fit the kind of groups
  void check(CommandSpec command) {
    CorpusOptions.require(
        command,
        survivor != SurvivorOrder.CENTRAL || by == Kind.star,
        "--survivor central can be used only with --by star");
  }
}
