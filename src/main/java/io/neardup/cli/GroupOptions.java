package io.neardup.cli;

import io.neardup.cli.corpus.KeptDocument;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// How near-duplicates form groups, and which of a group is kept.
final class GroupOptions {

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
  Rule survivor = Rule.first;

  /// The kinds of groups.
  @SuppressWarnings("JavaCase") // as written in the option
  enum Kind {
    components,
    star
  }

  /// The rules.
  @SuppressWarnings("JavaCase") // as written in the option
  enum Rule {
    first,
    last,
    longest,
    central
  }

  /// The rule.
  ///
  /// @throws ParameterException if it does not fit the kind of groups
  KeptDocument kept(CommandSpec command) {
    if (survivor == Rule.central && by != Kind.star) {
      throw new ParameterException(
          command.commandLine(), "--survivor central can be used only with --by star");
    }
    return switch (survivor) {
      case first -> KeptDocument.FIRST;
      case last -> KeptDocument.LAST;
      case longest -> KeptDocument.LONGEST;
      case central -> KeptDocument.CENTRAL;
    };
  }
}
