package io.neardup.spark;

import io.neardup.profile.Profile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Which texts are near-duplicates, and how large the work of a task may become.
final class PairOptions {

  private static final int MAX_PAIRS = 1 << 27;

  @Option(
      names = {"-d", "--distance"},
      paramLabel = "BITS",
      description =
          "differing bits up to which texts are near-duplicates; by default that of the profile")
  @Nullable Integer distance;

  @Option(
      names = "--recall",
      paramLabel = "SHARE",
      description =
          "share of the pairs at that distance to find, 0.95 by default, more of nearer ones; 1 finds"
              + " all. Fingerprints of up to 64 bits are always compared exactly")
  double recall = 0.95;

  @Option(
      names = "--max-group",
      paramLabel = "N",
      description =
          "fingerprints that one task compares, 1,000,000 by default; larger groups are divided")
  int maxGroup = 1_000_000;

  @Option(
      names = "--max-pairs",
      paramLabel = "N",
      description = "pairs of a group that one task may hold in memory, 20,000,000 by default")
  int maxPairs = 20_000_000;

  /// The distance.
  ///
  /// @throws ParameterException if a number is out of range
  int distance(CommandSpec command, Profile profile) {
    int bits = distance == null ? profile.maxDistance() : distance;
    CorpusOptions.require(
        command,
        bits >= 0 && bits <= profile.bits(),
        "--distance must be 0 to " + profile.bits() + " bits, was " + bits);
    CorpusOptions.require(
        command,
        recall > 0 && recall <= 1,
        "--recall must be above 0 and at most 1, was " + recall);
    CorpusOptions.require(command, maxGroup >= 2, "--max-group must be 2 or more, was " + maxGroup);
    CorpusOptions.require(
        command,
        maxPairs > 0 && maxPairs <= MAX_PAIRS,
        "--max-pairs must be 1 to " + MAX_PAIRS + ", was " + maxPairs);
    return bits;
  }
}
