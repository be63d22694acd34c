package io.neardup.cli;

import io.neardup.measure.NearLimit;
import io.neardup.options.PairOptions;
import io.neardup.profile.Profile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Which records count as near-duplicates.
final class JoinOptions extends PairOptions {

  private static final int MAX_PAIRS = 1_000_000_000;

  @Option(
      names = "--max-distance",
      paramLabel = "BITS",
      description =
          "differing bits up to which texts are near-duplicates, by distance alone unless"
              + " --min-similarity is given; by default that of the profile")
  @Nullable Integer maxDistance;

  /// Up to where records are near-duplicates.
  ///
  /// @throws ParameterException if a number is out of range
  NearLimit limit(CommandSpec command, Profile profile) {
    return limit(command, profile, "--max-distance", maxDistance, MAX_PAIRS);
  }
}
