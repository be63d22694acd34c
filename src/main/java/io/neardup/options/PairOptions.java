package io.neardup.options;

import io.neardup.measure.NearLimit;
import io.neardup.measure.Verification;
import io.neardup.pairs.bands.JoinWay;
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
          "share of the pairs at the limit to find, 0.95 by default, more of nearer ones; 1 finds"
              + " all within the distance in bits up to which candidates are compared. Fingerprints"
              + " of up to 64 bits are always compared exactly")
  private double recall = 0.95;

  @Option(
      names = "--max-pairs",
      paramLabel = "N",
      description = "pairs that may be held in memory at once, 20,000,000 by default")
  private int maxPairs = 20_000_000;

  @Option(
      names = "--min-similarity",
      paramLabel = "SHARE",
      description =
          "smallest share of common features of near-duplicates, 0 to 1; the profile's by default,"
              + " such as 0.54")
  private @Nullable Double minSimilarity;

  @Option(
      names = "--no-verify",
      description =
          "decide by distance alone; otherwise the features of candidates near the limit are"
              + " compared, which reads their texts once more")
  private boolean noVerify;

  /// The recall.
  public final double recall() {
    return recall;
  }

  /// The maximum number of pairs in memory.
  public final int maxPairs() {
    return maxPairs;
  }

  /// The limit up to which records are near-duplicates.
  ///
  /// @param option that requests the distance
  /// @param requested null for the profile's
  /// @param mostPairs largest number of pairs in memory that may be requested
  /// @throws ParameterException if a number is out of range
  protected final NearLimit limit(
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
    Double similarity = minSimilarity;
    if (similarity != null) {
      require(
          command,
          similarity >= 0 && similarity <= 1,
          "--min-similarity must be 0 to 1, was " + similarity);
      require(command, !noVerify, "--min-similarity and --no-verify exclude each other");
      require(
          command,
          Verification.isPossible(profile),
          "--min-similarity is for profiles whose distance estimates it, such as simhash-256-v1,"
              + " and not for "
              + profile.name()
              + "; use "
              + option);
    }
    return NearLimit.of(profile, profile.maxDistance(), requested, similarity, !noVerify, null);
  }

  /// How pairs are found.
  ///
  /// @param plan the requested plan, null to choose one
  /// @param hasDistance whether a distance is requested
  /// @throws ParameterException if the requested plan is not possible
  protected final JoinWay way(
      CommandSpec command,
      Profile profile,
      NearLimit limit,
      @Nullable String plan,
      boolean hasDistance) {
    try {
      return JoinWay.of(plan, profile.bits(), limit, hasDistance, recall);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), "--plan " + e.getMessage(), e);
    }
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
