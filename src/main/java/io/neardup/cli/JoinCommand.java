package io.neardup.cli;

import io.neardup.cli.corpus.Corpus;
import io.neardup.cli.corpus.CorpusJoin;
import io.neardup.cli.corpus.StoredCorpus;
import io.neardup.cli.files.InputFiles;
import io.neardup.measure.NearLimit;
import io.neardup.measure.Verification;
import io.neardup.options.PairOptions;
import io.neardup.pairs.JoinRun;
import io.neardup.pairs.RecordPass;
import io.neardup.pairs.bands.BandPlan;
import io.neardup.pairs.bands.Families;
import io.neardup.pairs.disk.WorkFolder;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.simhash.FeatureVector;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ForkJoinPool;
import java.util.function.DoubleSupplier;
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
  @Mixin WorkOptions work = new WorkOptions();

  JoinCommand(Console console) {
    super(console);
  }

  /// Computes the fingerprints of all records, and prepares their join.
  ///
  /// @param needsId whether ids appear in an output
  /// @param needsLength whether the lengths of records are compared
  final CorpusJoin join(
      InputFiles files,
      boolean needsId,
      boolean needsLength,
      NearLimit limit,
      Profile profile,
      ForkJoinPool pool) {
    BandPlan plan = near.plan(spec, profile, limit);
    WorkFolder folder =
        work.open(
            spec,
            plan,
            profile.bits(),
            needsAll(),
            files,
            () -> pass(files, needsId, _ -> {}, _ -> {}, pool).estimate(),
            request(files, needsId, needsLength, limit, profile, plan),
            this::note);
    RecordPass<FeatureVector> texts =
        texts(files, text -> profile.vector(new Content.Text(text)), pool);
    if (folder != null && plan != null) {
      StoredCorpus stored =
          new StoredCorpus(folder, profile, plan, limit, needsId, needsLength, work.memory(spec));
      return join(stored, files, needsId, limit, texts, pool);
    }
    Corpus corpus = new Corpus(profile, needsId, limit.verification() != null, needsLength, plan);
    parse(files, needsId, corpus::sketch, pool, skipping(), corpus::add);
    return inMemory(corpus, limit, texts, pool);
  }

  private CorpusJoin inMemory(
      Corpus corpus, NearLimit limit, RecordPass<FeatureVector> texts, ForkJoinPool pool) {
    CorpusJoin join =
        new CorpusJoin(
            corpus, limit, near.recall(), near.maxPairs(), near.isPlanned(), texts, pool);
    comparing(join.fingerprints(), join.found());
    return join;
  }

  private void comparing(int fingerprints, String found) {
    note(
        String.format(
            Locale.ROOT, "comparing %,d distinct fingerprints (%s)", fingerprints, found));
  }

  /// Joins in files.
  private CorpusJoin join(
      StoredCorpus stored,
      InputFiles files,
      boolean needsId,
      NearLimit limit,
      RecordPass<FeatureVector> texts,
      ForkJoinPool pool) {
    if (!stored.isRead()) {
      stored.begin();
      parse(files, needsId, stored::sketch, pool, skipping(), stored::add);
      stored.end();
    }
    stored.unite();
    if (!near.isPlanned() && stored.rows() <= BandPlan.FEW_ROWS) {
      return inMemory(stored.all(), limit, texts, pool);
    }
    comparing(stored.fingerprints(), CorpusJoin.found(stored.plan(), limit));
    JoinRun bands = new JoinRun();
    try (ProgressLine _ = progress("comparing", bands::progress)) {
      stored.join(bands, pool);
    }
    try (ProgressLine _ = progress("comparing features", stored::comparedShare)) {
      stored.verify(texts);
    }
    return new CorpusJoin(stored, limit, near.maxPairs(), pool);
  }

  @Override
  final ProgressLine progress(String step, DoubleSupplier share) {
    return new ProgressLine(console, run.quiet, () -> step + work.space(), share);
  }

  /// Whether all records must be in memory.
  boolean needsAll() {
    return false;
  }

  /// What a join that is continued must be of.
  private Map<String, String> request(
      InputFiles files,
      boolean needsId,
      boolean needsLength,
      NearLimit limit,
      Profile profile,
      @Nullable BandPlan plan) {
    Map<String, String> request = new TreeMap<>();
    WorkOptions.describe(files, request);
    request.put("--profile", profile.name() + " " + profile.sample());
    request.put("--plan", String.valueOf(plan));
    request.put("--min-similarity", String.valueOf(limit.verification()));
    request.put("--text", String.valueOf(input.text));
    request.put("--id", String.valueOf(input.id));
    request.put("--input-format", String.valueOf(input.format));
    request.put("--encoding", String.valueOf(input.encoding));
    request.put("--delimiter", String.valueOf(input.delimiter));
    request.put("--on-error", String.valueOf(input.onError));
    request.put("outputs with ids", String.valueOf(needsId));
    request.put("--survivor longest", String.valueOf(needsLength));
    return request;
  }

  @Override
  final void ended(boolean complete) {
    work.ended(complete);
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
