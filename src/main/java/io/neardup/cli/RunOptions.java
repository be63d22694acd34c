package io.neardup.cli;

import io.neardup.cli.files.FileFailure;
import io.neardup.options.PairOptions;
import io.neardup.options.ProfileOptions;
import io.neardup.profile.Profile;
import io.neardup.profile.ProfileFile;
import io.neardup.profile.Profiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// How texts become fingerprints, and on how many threads.
final class RunOptions {

  private static final int MAX_THREADS = 1024;

  @Mixin ProfileOptions profiles = new ProfileOptions();

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "by default one for each processor; results do not depend on it")
  int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = {"-q", "--quiet"},
      description = "print no progress and no notes, only the error that ends the command")
  boolean quiet;

  @Option(
      names = "--progress",
      paramLabel = "FORMAT",
      description =
          "of progress, notes and warnings on the standard error: text (default), or json, an"
              + " object a line, for pipelines")
  ProgressFormat progress = ProgressFormat.text;

  /// How messages are printed.
  @SuppressWarnings("JavaCase") // as written in the option
  enum ProgressFormat {
    text,
    json
  }

  /// The messages of a command.
  Messages messages(Console console) {
    return new Messages(console, quiet, progress == ProgressFormat.json);
  }

  /// The profile.
  ///
  /// @throws ParameterException if it does not exist, or another option is not valid
  Profile profile(CommandSpec command) {
    PairOptions.require(
        command,
        threads > 0 && threads <= MAX_THREADS,
        "--threads must be 1 to " + MAX_THREADS + ", was " + threads);
    return named(command, "--profile", profiles.profile());
  }

  /// The built-in profiles, and the profiles of the file.
  ///
  /// @throws FileFailure if the file is not valid
  private Profiles known() {
    String defaultName = Profiles.SIMHASH_256_V1.name();
    String file = profiles.file();
    if (file == null) {
      return new Profiles(List.of(), defaultName);
    }
    try {
      return new Profiles(ProfileFile.read(Path.of(file)), defaultName);
    } catch (IllegalArgumentException e) {
      throw new FileFailure(file + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw FileFailure.of(file, e);
    }
  }

  /// A profile that another option names.
  ///
  /// @throws ParameterException if it does not exist
  /// @throws FileFailure if the file of custom profiles is not valid
  Profile named(CommandSpec command, String option, String name) {
    Profiles known = known();
    return known
        .find(name)
        .orElseThrow(() ->
            new ParameterException(
                command.commandLine(),
                option
                    + " must be one of "
                    + known.all().stream().map(Profile::name).collect(Collectors.joining(", "))
                    + ", was '"
                    + name
                    + "'"));
  }
}
