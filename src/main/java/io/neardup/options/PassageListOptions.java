package io.neardup.options;

import static io.neardup.options.PairOptions.require;

import io.neardup.passage.PassagePairs;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// What is listed about the passages that records share.
public final class PassageListOptions extends PassageOptions {

  /// What to do about word runs in too many records.
  public static final String REMEDY =
      "; --boilerplate lists what they belong to, --max-list raises the number";

  private static final int MIN_RECORDS = 10;

  @Option(
      names = "--min-share",
      paramLabel = "SHARE",
      description = "share of the shorter text that is in passages, 0 to 1; 0 by default")
  double minShare;

  @Option(
      names = "--max-list",
      paramLabel = "N",
      description =
          "records with the same run of words of which all pairs are compared, 100 by default")
  int maxList = PassagePairs.MAX_LIST;

  @Option(
      names = "--boilerplate",
      description =
          "list the passages that the most records share instead: records (how many), words,"
              + " example (the first record), start and end in it, text")
  boolean boilerplate;

  @Option(
      names = "--min-records",
      paramLabel = "N",
      description = "records that must share a passage of boilerplate, 10 by default")
  @Nullable Integer minRecords;

  /// Checks the options.
  ///
  /// @throws ParameterException if a number is out of range, or options exclude each other
  public void check(CommandSpec command) {
    minWords(command);
    require(command, minShare >= 0 && minShare <= 1, "--min-share must be 0 to 1, was " + minShare);
    require(command, maxList >= 2, "--max-list must be 2 or more, was " + maxList);
    require(command, minRecords() >= 2, "--min-records must be 2 or more, was " + minRecords);
    require(command, minRecords == null || boilerplate, "--min-records goes with --boilerplate");
    require(command, minShare == 0 || !boilerplate, "--min-share does not go with --boilerplate");
  }

  /// The smallest share of the shorter text that passages cover.
  public double minShare() {
    return minShare;
  }

  /// The maximum number of records with the same word run whose pairs are all compared.
  public int maxList() {
    return maxList;
  }

  /// Whether to list the passages shared by the most records, instead of pairs.
  public boolean boilerplate() {
    return boilerplate;
  }

  /// The smallest number of records that make a passage boilerplate.
  public int minRecords() {
    return minRecords == null ? MIN_RECORDS : minRecords;
  }

  /// The report about word runs in too many records.
  ///
  /// @param runs the number of such runs
  /// @param maxList the maximum number of records whose pairs are all compared
  public static String cut(long runs, int maxList) {
    return String.format(
        Locale.ROOT,
        "%,d %s in more than %d records, which were compared only with the first" + " one",
        runs,
        runs == 1 ? "run of words is" : "runs of words are",
        maxList);
  }
}
