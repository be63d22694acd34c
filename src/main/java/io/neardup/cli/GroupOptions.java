package io.neardup.cli;

import io.neardup.cli.corpus.KeptDocument;
import io.neardup.cli.corpus.NearSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// How near-duplicates form groups, and which of a group is kept.
final class GroupOptions {

  @Option(
      names = "--by",
      paramLabel = "KIND",
      description =
          "star (default): a record and those within the distance of it; components: records that a"
              + " chain of near-duplicates connects, which may be far apart")
  @Nullable Kind by;

  @Option(
      names = "--survivor",
      paramLabel = "RULE",
      description =
          "the record of a group to keep: central, the one with the most near-duplicates (default;"
              + " with --by star), first (default with --by components) or last in the order of the"
              + " files, or longest")
  @Nullable Rule survivor;

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

  /// Whether groups are stars.
  boolean stars() {
    return by != Kind.components;
  }

  /// Whether the kind of groups or the rule is requested.
  boolean isRequested() {
    return by != null || survivor != null;
  }

  /// The warning about records that are dropped for one beyond the distance of them, empty if there
  /// are none.
  static String warning(List<NearSet> groups, int distance) {
    long beyond = NearSet.beyond(groups, distance);
    return beyond == 0
        ? ""
        : String.format(
            Locale.ROOT,
            "%,d of them are beyond the distance from the record that is kept for them, as a chain"
                + " connects them; --by star has none",
            beyond);
  }

  /// The rule.
  ///
  /// @throws ParameterException if it does not fit the kind of groups
  KeptDocument kept(CommandSpec command) {
    if (survivor == null) {
      return stars() ? KeptDocument.CENTRAL : KeptDocument.FIRST;
    }
    if (survivor == Rule.central && !stars()) {
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
