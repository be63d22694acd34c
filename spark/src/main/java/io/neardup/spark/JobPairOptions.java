package io.neardup.spark;

import io.neardup.measure.NearLimit;
import io.neardup.options.PairOptions;
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

  /// Up to where records are near-duplicates.
  ///
  /// @throws ParameterException if a number is out of range
  NearLimit limit(CommandSpec command, Profile profile) {
    require(command, maxGroup >= 2, "--max-group must be 2 or more, was " + maxGroup);
    return limit(command, profile, "--distance", distance, MAX_PAIRS);
  }
}
