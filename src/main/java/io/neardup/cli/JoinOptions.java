package io.neardup.cli;

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
          "differing bits up to which texts are near-duplicates; by default that of the profile")
  @Nullable Integer maxDistance;

  /// The distance.
  ///
  /// @throws ParameterException if a number is out of range
  int distance(CommandSpec command, Profile profile) {
    return distance(command, profile, "--max-distance", maxDistance, MAX_PAIRS);
  }
}
