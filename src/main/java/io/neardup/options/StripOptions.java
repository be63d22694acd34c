package io.neardup.options;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/// What to do with passages that records repeat.
public final class StripOptions {

  @Option(
      names = "--passages",
      paramLabel = "ACTION",
      description =
          "strip removes from kept records each passage that an earlier kept record also has, with"
              + " edited words inside it; without Spark, also what a record itself repeats. Other"
              + " columns remain; a record left empty is dropped. Without Spark, reference removes"
              + " only the passages that a record of --against has")
  private @Nullable Action action;

  @Mixin private PassageOptions passages = new PassageOptions();

  @SuppressWarnings("JavaCase") // as written in the option
  private enum Action {
    strip,
    reference
  }

  /// Whether to strip passages.
  public boolean isRequested() {
    return action != null;
  }

  /// Whether to strip only what a reference has.
  public boolean isOfReference() {
    return action == Action.reference;
  }

  /// The option, as it is given.
  @Override
  public String toString() {
    return "--passages " + action;
  }

  /// Whether their length is given.
  public boolean hasMinWords() {
    return passages.isRequested();
  }

  /// The smallest number of words of a passage.
  ///
  /// @throws picocli.CommandLine.ParameterException if it is out of range
  public int minWords(CommandSpec command) {
    return passages.minWords(command);
  }
}
