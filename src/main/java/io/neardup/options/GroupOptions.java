package io.neardup.options;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// How near-duplicates form groups, and which of a group is kept.
public final class GroupOptions {

  @Option(
      names = "--by",
      paramLabel = "KIND",
      description =
          "star (default): a record and those within the distance of it; components: records that a"
              + " chain of near-duplicates connects, which may be far apart")
  @Nullable GroupKind by;

  @Option(
      names = "--survivor",
      paramLabel = "RULE",
      description =
          "the record of a group to keep: central, the one with the most near-duplicates (default;"
              + " with --by star), first (default with --by components) or last in the order of the"
              + " files, or longest, the one with the most characters")
  @Nullable Survivor survivor;

  /// The kinds of groups.
  enum GroupKind {
    COMPONENTS,
    STAR
  }

  /// Which record of a group is kept. Ties are decided in favour of the first.
  public enum Survivor {
    /// The first in the order of the files.
    FIRST,

    /// The last.
    LAST,

    /// The one with the longest text, by its code points.
    LONGEST,

    /// The one with the most near-duplicates; for stars.
    CENTRAL
  }

  /// Whether groups are stars.
  public boolean stars() {
    return by != GroupKind.COMPONENTS;
  }

  /// The rule.
  ///
  /// @throws ParameterException if it does not fit the kind of groups
  public Survivor survivor(CommandSpec command) {
    if (survivor == null) {
      return stars() ? Survivor.CENTRAL : Survivor.FIRST;
    }
    if (survivor == Survivor.CENTRAL && !stars()) {
      throw new ParameterException(
          command.commandLine(), "--survivor central can be used only with --by star");
    }
    return survivor;
  }

  /// The warning about records that are dropped for one beyond the distance of them, empty if there
  /// are none.
  public static String warning(long beyond) {
    return beyond == 0
        ? ""
        : String.format(
            Locale.ROOT,
            "warning: %,d of them are no near-duplicates of the record that is kept for them, as a"
                + " chain connects them; --by star has none",
            beyond);
  }
}
