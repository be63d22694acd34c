package io.neardup.cli;

import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// How texts become fingerprints, and on how many threads.
final class RunOptions {

  private static final int MAX_THREADS = 1024;
  private static final Profiles PROFILES = new Profiles();

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      defaultValue = "simhash-256-v1",
      description =
          "how a text becomes a fingerprint: simhash-256-v1 (default), simhash-512-v1, paper-v1,"
              + " code-v1, chinese-v1 and others")
  String profile = "simhash-256-v1";

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "by default one for each processor; results do not depend on it")
  int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = {"-q", "--quiet"},
      description = "print no progress and no notes, only errors")
  boolean quiet;

  /// The profile.
  ///
  /// @throws ParameterException if it does not exist, or another option is not valid
  Profile profile(CommandSpec command) {
    if (threads < 1 || threads > MAX_THREADS) {
      throw new ParameterException(
          command.commandLine(), "--threads must be 1 to " + MAX_THREADS + ", was " + threads);
    }
    return named(command, "--profile", profile);
  }

  /// A profile that another option names.
  ///
  /// @throws ParameterException if it does not exist
  Profile named(CommandSpec command, String option, String name) {
    return PROFILES
        .find(name)
        .orElseThrow(() ->
            new ParameterException(
                command.commandLine(),
                option
                    + " must be one of "
                    + PROFILES.all().stream().map(Profile::name).collect(Collectors.joining(", "))
                    + ", was '"
                    + name
                    + "'"));
  }
}
