package io.neardup.spark;

import io.neardup.measure.NearLimit;
import io.neardup.options.PairOptions;
import io.neardup.pairs.bands.JoinWay;
import io.neardup.profile.Profile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Which texts are near-duplicates, and how large the work of a task may become.
final class JobPairOptions extends PairOptions {

  private static final int MAX_PAIRS = 1 << 27;

  @Option(
      names = {"-d", "--distance"},
      paramLabel = "BITS",
      description =
          "differing bits up to which texts are near-duplicates, by distance alone unless"
              + " --min-similarity is given; by default that of the profile")
  @Nullable Integer distance;

  @Option(
      names = "--max-group",
      paramLabel = "N",
      description =
          "fingerprints that one task compares, 1,000,000 by default; larger groups are divided")
  int maxGroup = 1_000_000;

  @Option(
      names = "--plan",
      paramLabel = "PLAN",
      description =
          "the bands of minima of the features by which pairs are found, such as 4x45, 45 bands of"
              + " 4 minima; by default those that --recall needs")
  @Nullable String plan;

  /// How pairs are found: by bands if features decide, by bits if the distance does.
  ///
  /// @throws ParameterException if that is not possible
  JoinWay way(CommandSpec command, Profile profile, NearLimit limit) {
    boolean byFeatures = limit.verification() != null;
    require(command, byFeatures || plan == null, "--plan goes without --distance and --no-verify");
    JoinWay way = way(command, profile, limit, plan, distance != null);
    require(
        command,
        !byFeatures || way.bands() != null,
        "pairs whose features are compared are found by bands, which needs more than 64 bits, no"
            + " --distance, a --recall below 1 and a larger --min-similarity; change these, name"
            + " bands by --plan, or let the distance decide with --no-verify");
    return way;
  }

  /// Up to where records are near-duplicates.
  ///
  /// @throws ParameterException if a number is out of range
  NearLimit limit(CommandSpec command, Profile profile) {
    require(command, maxGroup >= 2, "--max-group must be 2 or more, was " + maxGroup);
    return limit(command, profile, "--distance", distance, MAX_PAIRS);
  }
}
