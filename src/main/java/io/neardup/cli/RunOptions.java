package io.neardup.cli;

import io.neardup.cli.files.FileFailure;
import io.neardup.profile.Profile;
import io.neardup.profile.ProfileFile;
import io.neardup.profile.Profiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// How texts become fingerprints, and on how many threads.
final class RunOptions {

  private static final int MAX_THREADS = 1024;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      defaultValue = "simhash-256-v1",
      description =
          "how a text becomes a fingerprint: simhash-256-v1 (default), simhash-512-v1, posts-v1,"
              + " paper-v1, code-v1, chinese-v1 and others")
  String profile = "simhash-256-v1";

  @Option(
      names = "--profiles",
      paramLabel = "FILE",
      description =
          "a configuration of the service, such as application.yml, whose neardup.profiles can be"
              + " named as well")
  @Nullable Path profilesFile;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "by default one for each processor; results do not depend on it")
  int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = {"-q", "--quiet"},
      description = "print no progress and no notes, only the error that ends the command")
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

  /// The built-in profiles, and those of the file.
  ///
  /// @param defaultName the default one
  /// @throws FileFailure if the file is not valid
  Profiles profiles(String defaultName) {
    Path file = profilesFile;
    if (file == null) {
      return new Profiles(List.of(), defaultName);
    }
    try {
      return new Profiles(ProfileFile.read(file, System.getenv()), defaultName);
    } catch (IllegalArgumentException e) {
      throw new FileFailure(file + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw FileFailure.of(file.toString(), e);
    }
  }

  /// A profile that another option names.
  ///
  /// @throws ParameterException if it does not exist
  /// @throws FileFailure if the file of custom profiles is not valid
  Profile named(CommandSpec command, String option, String name) {
    Profiles profiles = profiles(Profiles.SIMHASH_256_V1.name());
    return profiles
        .find(name)
        .orElseThrow(() ->
            new ParameterException(
                command.commandLine(),
                option
                    + " must be one of "
                    + profiles.all().stream().map(Profile::name).collect(Collectors.joining(", "))
                    + ", was '"
                    + name
                    + "'"));
  }
}
