package io.neardup.options;

import static io.neardup.options.PairOptions.require;

import io.neardup.measure.DropRule;
import io.neardup.measure.NearLimit;
import io.neardup.measure.Verification;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// What may be lost with dropped records.
public final class LossOptions {

  @Option(
      names = "--max-unique",
      paramLabel = "SHARE",
      description =
          "keep a near-duplicate if more than this share of its features, 0 to 1, is not in the"
              + " kept record")
  private @Nullable Double maxUnique;

  @Option(
      names = "--variants",
      paramLabel = "ACTION",
      description =
          "what to do with near-duplicates that differ in rare features, such as products"
              + " described by one form: drop (default) or keep")
  private @Nullable Variants variants;

  @Option(
      names = "--contained",
      paramLabel = "SHARE",
      description =
          "also drop records of whose words at least this share, such as 0.9, is in passages of"
              + " another record that is not shorter")
  private @Nullable Double contained;

  /// What to do with variants.
  @SuppressWarnings("JavaCase") // as written in the option
  private enum Variants {
    drop,
    keep
  }

  /// Whether some near-duplicates are kept.
  public boolean isRequested() {
    return maxUnique != null || keepsVariants();
  }

  /// The requested options, for messages.
  public String requested() {
    return (maxUnique == null ? "" : " --max-unique") + (keepsVariants() ? " --variants" : "");
  }

  /// What may be dropped, before variants are distinguished from copies.
  public DropRule rule() {
    return new DropRule(maxUnique == null ? 1 : maxUnique, null, 0, keepsVariants());
  }

  /// Whether variants are kept.
  public boolean keepsVariants() {
    return variants == Variants.keep;
  }

  /// The share of the words of a record in passages of another one from which on it is dropped,
  /// too; null if none is.
  public @Nullable Double contained() {
    return contained;
  }

  /// Checks the options.
  ///
  /// @return the limit for near-duplicates; all pairs are compared if that decides what is kept
  /// @throws ParameterException if a number is out of range, or the features do not decide
  public NearLimit check(CommandSpec command, NearLimit limit, boolean stars) {
    require(
        command,
        maxUnique == null || maxUnique >= 0 && maxUnique <= 1,
        "--max-unique must be 0 to 1, was " + maxUnique);
    require(
        command,
        contained == null || contained > 0 && contained <= 1,
        "--contained must be above 0 and at most 1, was " + contained);
    if (!isRequested()) {
      return limit;
    }
    String option = maxUnique == null ? "--variants keep" : "--max-unique";
    Verification verification = limit.verification();
    require(command, stars, option + " can be used only with --by star");
    if (verification == null) {
      throw new ParameterException(
          command.commandLine(),
          option
              + " needs a profile such as simhash-256-v1, whose candidates are compared by their"
              + " features, and neither --no-verify nor a distance alone");
    }
    return new NearLimit(limit.maxDistance(), verification.ofAll());
  }
}
