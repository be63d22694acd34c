package io.neardup.options;

import static io.neardup.options.PairOptions.require;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Columns about near-duplicates, added to the records of the clean file.
public final class AnnotateOptions {

  /// Their names, unless others are requested.
  public static final List<String> COLUMNS =
      List.of("group", "group_size", "kept", "kind", "similarity", "unique");

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");

  @Option(
      names = "--annotate",
      description =
          "keep all records, and add columns: group (a number; null if there is no near-duplicate),"
              + " group_size, kept (whether it is the record to keep), kind (what another one is to that:"
              + " copy, variant or contained; otherwise null), similarity (the share of"
              + " features in common with the record to keep) and unique (the share of its features"
              + " that that one lacks)")
  private boolean annotate;

  @Option(
      names = "--keep",
      paramLabel = "WHICH",
      description = "with --annotate: all records (default), or only those kept")
  private @Nullable Keep keep;

  @Option(
      names = "--columns",
      paramLabel = "NAME=OTHER",
      split = ",",
      description = "with --annotate: other names, such as group=cluster,kept=keep")
  private @Nullable List<String> names;

  @SuppressWarnings("JavaCase") // as written in the option
  private enum Keep {
    all,
    kept
  }

  /// Whether records that are near-duplicates of others are written as well.
  public boolean keepsAll() {
    return annotate && keep != Keep.kept;
  }

  /// The names of the columns group, group_size, kept, kind, similarity and unique, in this order;
  /// empty if none are requested.
  ///
  /// @throws ParameterException if they are not valid
  public List<String> names(CommandSpec command) {
    require(
        command,
        annotate || keep == null && names == null,
        "--keep and --columns go with --annotate");
    Map<String, String> renamed = new HashMap<>();
    for (String name : names == null ? List.<String>of() : names) {
      int equals = name.indexOf('=');
      String column = name.substring(0, Math.max(0, equals)).strip();
      String other = name.substring(equals + 1).strip();
      require(
          command,
          COLUMNS.contains(column) && NAME.matcher(other).matches(),
          "--columns names "
              + String.join(", ", COLUMNS)
              + " by letters, digits, _ and -, such as group=cluster; was '"
              + name
              + "'");
      require(
          command,
          renamed.put(column, other) == null,
          "--columns gives '" + column + "' two names");
    }
    List<String> columns =
        COLUMNS.stream().map(column -> renamed.getOrDefault(column, column)).toList();
    require(
        command,
        columns.stream().distinct().count() == columns.size(),
        "--columns gives two columns the same name");
    return annotate ? columns : List.of();
  }
}
