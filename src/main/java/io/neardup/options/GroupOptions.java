package io.neardup.options;

import io.neardup.pairs.group.SurvivorRule;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// How near-duplicates form groups, and which record of a group is kept.
public final class GroupOptions {

  @Option(
      names = "--by",
      paramLabel = "KIND",
      description =
          "star (default): a record and the records within its distance; components (default with"
              + " --survivor none): records connected by chains of near-duplicates, which may be"
              + " far apart")
  @Nullable GroupKind by;

  @Option(
      names = "--survivor",
      paramLabel = "RULES",
      description =
          "the record of a group to keep: central, the one with the most near-duplicates (default;"
              + " with --by star), first (default with --by components) or last in the order of the"
              + " files, longest, the one with the most characters, or none; also by columns, in"
              + " order: fetched:max,length:max,url:shortest (also min, longest; length of the"
              + " text). Missing values, and for max and min values that are neither numbers"
              + " nor dates, come last")
  @Nullable String survivor;

  /// The kinds of groups.
  enum GroupKind {
    COMPONENTS,
    STAR
  }

  /// Whether groups are stars.
  public boolean stars() {
    return by == null ? !SurvivorRule.isNone(survivor) : by == GroupKind.STAR;
  }

  /// The rules as given, or the default rule.
  public String survivor() {
    return survivor == null ? stars() ? "central" : "first" : survivor;
  }

  /// The rules in order; the first that tells two records apart decides.
  ///
  /// @throws ParameterException if they are not known, or do not fit the kind of groups
  public List<SurvivorRule> rules(CommandSpec command) {
    try {
      List<SurvivorRule> rules = SurvivorRule.parse(survivor());
      PairOptions.require(
          command,
          stars() || rules.getFirst().criterion() != SurvivorRule.Criterion.CENTRAL,
          "--survivor central can be used only with --by star");
      return rules;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), "--survivor: " + e.getMessage(), e);
    }
  }

  /// The warning about records dropped although the kept record is beyond the distance; empty if
  /// there are none.
  public static String warning(long beyond) {
    return beyond == 0
        ? ""
        : String.format(
            Locale.ROOT,
            "warning: %,d of them %s the record kept for them, but connected to it by a"
                + " chain; --by star avoids this",
            beyond,
            beyond == 1 ? "is no near-duplicate of" : "are no near-duplicates of");
  }
}
