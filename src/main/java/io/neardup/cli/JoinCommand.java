package io.neardup.cli;

import io.neardup.cli.corpus.Corpus;
import io.neardup.cli.corpus.CorpusJoin;
import io.neardup.cli.corpus.FilePass;
import io.neardup.cli.corpus.SurvivorOrder;
import io.neardup.cli.files.FileFailure;
import io.neardup.cli.files.InputFiles;
import io.neardup.cli.files.RecordBatch;
import io.neardup.measure.NearLimit;
import io.neardup.measure.Verification;
import io.neardup.options.PairOptions;
import io.neardup.options.SurvivorRule;
import io.neardup.options.SurvivorRule.Kind;
import io.neardup.pairs.RecordPass;
import io.neardup.pairs.bands.BandPlan;
import io.neardup.pairs.bands.Families;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.records.RecordFault;
import io.neardup.simhash.FeatureVector;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// A command that finds the near-duplicates of records.
abstract class JoinCommand extends CorpusCommand {

  /// Which records count as near-duplicates.
  static final class JoinOptions extends PairOptions {

    private static final int MAX_PAIRS = 1_000_000_000;

    @Option(
        names = "--max-distance",
        paramLabel = "BITS",
        description =
            "differing bits up to which texts are near-duplicates, by distance alone unless"
                + " --min-similarity is given; by default that of the profile")
    @Nullable Integer maxDistance;

    @Option(
        names = "--plan",
        paramLabel = "PLAN",
        description =
            "how pairs are found: bits, by the distance of fingerprints; or bands:RxB, by B bands"
                + " of R minima of the features, such as bands:4x45. By default bands if the"
                + " features of candidates are compared, unless there are few records, --recall is"
                + " 1 or --max-distance is given")
    @Nullable String plan;

    /// Whether a plan is requested.
    boolean isPlanned() {
      return plan != null;
    }

    /// The bands by which pairs are found, null for the bits of fingerprints.
    ///
    /// @throws ParameterException if the requested ones are not possible
    @Nullable BandPlan plan(CommandSpec command, Profile profile, NearLimit limit) {
      Verification verification = limit.verification();
      boolean possible =
          verification != null && profile.bits() > Long.SIZE && maxDistance == null && recall() < 1;
      if (plan == null) {
        return verification == null || !possible
            ? null
            : BandPlan.of(verification.minSimilarity(), recall()).orElse(null);
      }
      if (plan.equals("bits")) {
        return null;
      }
      require(
          command,
          possible,
          "--plan "
              + plan
              + " needs a profile such as simhash-256-v1, whose candidates are compared"
              + " by their features, and neither --no-verify, --max-distance nor --recall 1");
      Optional<BandPlan> bands =
          plan.startsWith("bands:") ? BandPlan.parse(plan.substring(6)) : Optional.empty();
      require(
          command,
          bands.isPresent(),
          "--plan must be bits, or bands: with 1 to 8 minima and 1 to 128 bands, such as"
              + " bands:4x45, was '"
              + plan
              + "'");
      return bands.orElseThrow();
    }

    /// Up to where records are near-duplicates.
    ///
    /// @throws ParameterException if a number is out of range
    NearLimit limit(CommandSpec command, Profile profile) {
      return limit(command, profile, "--max-distance", maxDistance, MAX_PAIRS);
    }
  }

  @Mixin JoinOptions near = new JoinOptions();

  JoinCommand(Console console) {
    super(console);
  }

  /// Computes the fingerprints of all records, and prepares their join.
  ///
  /// @param needsId whether ids appear in an output
  /// @param rules that may compare the lengths of records
  final CorpusJoin join(
      InputFiles files,
      boolean needsId,
      List<SurvivorRule> rules,
      NearLimit limit,
      Profile profile,
      ForkJoinPool pool) {
    BandPlan plan = near.plan(spec, profile, limit);
    boolean needsLength = rules.contains(new SurvivorRule(Kind.LONGEST, null));
    Corpus corpus =
        new Corpus(profile, needsId, limit.verification() != null, needsLength, plan, reference);
    parse(files, needsId, corpus::sketch, pool, skipping(), corpus::add);
    CorpusJoin join =
        new CorpusJoin(
            corpus,
            limit,
            near.recall(),
            near.maxPairs(),
            near.isPlanned(),
            vectors(files, profile, pool),
            pool);
    note(
        String.format(
            Locale.ROOT,
            "comparing %,d distinct fingerprints (%s)",
            join.fingerprints(),
            join.found()));
    return join;
  }

  /// Reads the values of columns by which survivors are chosen: the input is read once more for
  /// each. Of a reference, all records survive.
  ///
  /// @throws FileFailure if no record has a value of a column
  final SurvivorOrder order(
      InputFiles files, List<SurvivorRule> rules, Corpus corpus, ForkJoinPool pool) {
    SurvivorOrder order = new SurvivorOrder(rules);
    for (SurvivorRule rule : rules) {
      if (rule.column() != null) {
        double[] values = order.column(corpus.size());
        boolean[] found = new boolean[1];
        new FilePass(
                files.files(),
                first -> first.columns().choose(rule.column(), input.text, true, _ -> {}),
                pool,
                2 * run.threads + 2,
                _ -> {})
            .run(
                reference.size(),
                (_, batch, first) -> {
                  for (int i = 0; i < batch.size(); i++) {
                    String value = id(batch, i);
                    values[first + i] = SurvivorOrder.value(rule.kind(), value);
                    if (value != null) {
                      found[0] = true;
                    }
                  }
                  return true;
                },
                _ -> {});
        if (!found[0] && corpus.read() > 0) {
          throw new FileFailure(
              "no record has a value in column '" + rule.column() + "', named by --survivor");
        }
      }
    }
    return order;
  }

  private static @Nullable String id(RecordBatch batch, int index) {
    try {
      return batch.read(index).id();
    } catch (RecordFault _) {
      return null; // such as an object; the record itself was read, or skipped
    }
  }

  /// Reads the features of records again.
  final RecordPass<FeatureVector> vectors(InputFiles files, Profile profile, ForkJoinPool pool) {
    return texts(files, text -> profile.vector(new Content.Text(text)), pool);
  }

  /// Work on a join.
  @FunctionalInterface
  interface JoinWork<T> {
    /// Its result.
    T of(CorpusJoin join) throws IOException;
  }

  /// Joins a corpus, with progress.
  final <T> T joined(CorpusJoin join, JoinWork<T> work) throws IOException {
    T result;
    try (ProgressLine _ = progress("comparing", join::progress)) {
      result = work.of(join);
    }
    if (join.compared() > 0) {
      note(
          String.format(
              Locale.ROOT,
              "%,d candidates compared by their features, %,d refused",
              join.compared(),
              join.refused()));
    }
    Families families = join.families();
    if (families != null && families.rows() > 0) {
      note(
          String.format(
              Locale.ROOT,
              "%,d records are among thousands that are alike and were compared with some of these"
                  + " only; %,d of them are near none of those",
              families.rows(),
              families.alone()));
    }
    return result;
  }
}
