package io.neardup.options;

import io.neardup.profile.Profile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Which pairs of records are found. Subclasses add the distance.
public class PairOptions {

  @Option(
      names = "--recall",
      paramLabel = "SHARE",
      description =
          "share of the pairs at that distance to find, 0.95 by default, more of nearer ones; 1"
              + " finds all. Fingerprints of up to 64 bits are always compared exactly")
  private double recall = 0.95;

  @Option(
      names = "--max-pairs",
      paramLabel = "N",
      description = "pairs that may be held in memory at once, 20,000,000 by default")
  private int maxPairs = 20_000_000;

  protected PairOptions() {}

  /// The recall.
  public final double recall() {
    return recall;
  }

  /// The maximum of pairs in memory.
  public final int maxPairs() {
    return maxPairs;
  }

  /// The distance.
  ///
  /// @param option that requests it
  /// @param requested null for that of the profile
  /// @param mostPairs that may be requested to be held in memory
  /// @throws ParameterException if a number is out of range
  protected final int distance(
      CommandSpec command,
      Profile profile,
      String option,
      @Nullable Integer requested,
      int mostPairs) {
    int distance = requested == null ? profile.maxDistance() : requested;
    require(
        command,
        distance >= 0 && distance <= profile.bits(),
        option + " must be 0 to " + profile.bits() + " bits, was " + distance);
    require(
        command,
        recall > 0 && recall <= 1,
        "--recall must be above 0 and at most 1, was " + recall);
    require(
        command,
        maxPairs > 0 && maxPairs <= mostPairs,
        "--max-pairs must be 1 to " + mostPairs + ", was " + maxPairs);
    return distance;
  }

  /// Checks an option.
  ///
  /// @throws ParameterException unless the condition is true
  public static void require(CommandSpec command, boolean condition, String fault) {
    if (!condition) {
      throw new ParameterException(command.commandLine(), fault);
    }
  }
}
