package io.neardup.options;

import io.neardup.passage.Winnowing;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Which passages count.
public class PassageOptions {

  @Option(
      names = "--min-words",
      paramLabel = "N",
      description =
          "smallest number of equal words in a passage, 17 by default; every run of 17 or more is"
              + " found; characters of scripts without spaces count as words")
  @Nullable Integer minWords;

  /// Whether one of the options is given.
  public final boolean isRequested() {
    return minWords != null;
  }

  /// The smallest number of words of a passage.
  ///
  /// @throws ParameterException if it is out of range
  public final int minWords(CommandSpec command) {
    if (minWords == null) {
      return Winnowing.STANDARD.guaranteedWords();
    }
    PairOptions.require(command, minWords >= 1, "--min-words must be 1 or more, was " + minWords);
    return minWords;
  }
}
