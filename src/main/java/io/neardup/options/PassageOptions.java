package io.neardup.options;

import io.neardup.passage.Winnowing;
import java.util.Locale;
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
              + " found, and without Spark every record of --against with this many words, if they"
              + " are 6 or more; characters of scripts without spaces count as words")
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

  /// The report about records that are too short for a passage.
  ///
  /// @param tooShort how many, 1 or more
  /// @param records all that are counted
  /// @param minWords the smallest number of words of a passage
  /// @param ofReference whether the records are those of a reference
  public static String tooShort(int tooShort, int records, int minWords, boolean ofReference) {
    int least = Winnowing.STANDARD.run();
    String words =
        minWords > least
            ? minWords + " words"
            : least + " words, or 8 characters of scripts without spaces,";
    return String.format(
        Locale.ROOT,
        "%,d of %,d records%s %s fewer than %s and %s not found%s",
        tooShort,
        records,
        ofReference ? " of the reference" : "",
        tooShort == 1 ? "has" : "have",
        words,
        tooShort == 1 ? "is" : "are",
        minWords > least ? "; --min-words " + least + " finds shorter passages" : "");
  }
}
