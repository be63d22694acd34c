package io.neardup.cli;

import io.neardup.profile.Profile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Which records count as near-duplicates.
final class JoinOptions {

  private static final double DEFAULT_RECALL = 0.95;
  private static final int MAX_PAIRS = 1_000_000_000;

  @Option(
      names = "--max-distance",
      paramLabel = "BITS",
      description =
          "differing bits up to which texts are near-duplicates; by default that of the profile")
  @Nullable Integer maxDistance;

  @Option(
      names = "--recall",
      paramLabel = "SHARE",
      description =
          "share of the pairs at that distance to find, 0.95 by default, more of nearer ones; 1"
              + " finds all")
  double recall = DEFAULT_RECALL;

  @Option(
      names = "--max-pairs",
      paramLabel = "N",
      description = "pairs that may be held in memory, 16 bytes each; 20,000,000 by default")
  int maxPairs = 20_000_000;

  /// The distance.
  ///
  /// @throws ParameterException if a number is out of range
  int distance(CommandSpec command, Profile profile) {
    int distance = maxDistance == null ? profile.maxDistance() : maxDistance;
    require(
        command,
        distance >= 0 && distance <= profile.bits(),
        "--max-distance must be 0 to " + profile.bits() + " bits, was " + distance);
    require(
        command,
        recall > 0 && recall <= 1,
        "--recall must be above 0 and at most 1, was " + recall);
    require(
        command,
        maxPairs > 0 && maxPairs <= MAX_PAIRS,
        "--max-pairs must be 1 to " + MAX_PAIRS + ", was " + maxPairs);
    return distance;
  }

  private static void require(CommandSpec command, boolean condition, String fault) {
    if (!condition) {
      throw new ParameterException(command.commandLine(), fault);
    }
  }
}
