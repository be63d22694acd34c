package io.neardup.cli;

import io.neardup.cli.corpus.Corpus;
import io.neardup.cli.corpus.CorpusJoin;
import io.neardup.cli.files.InputFiles;
import io.neardup.measure.NearLimit;
import io.neardup.options.PairOptions;
import io.neardup.pairs.bands.Families;
import io.neardup.pairs.bands.JoinWay;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import java.io.IOException;
import java.util.Locale;
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

    /// How pairs are found.
    ///
    /// @throws ParameterException if the requested plan is not possible
    JoinWay way(CommandSpec command, Profile profile, NearLimit limit) {
      return way(command, profile, limit, maxDistance != null);
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
  /// @param needsLength whether the lengths of records are compared
  final CorpusJoin join(
      InputFiles files,
      boolean needsId,
      boolean needsLength,
      NearLimit limit,
      Profile profile,
      ForkJoinPool pool) {
    JoinWay way = near.way(spec, profile, limit);
    Corpus corpus =
        new Corpus(profile, needsId, limit.verification() != null, needsLength, way.bands());
    parse(files, needsId, corpus::sketch, pool, skipping(), corpus::add);
    CorpusJoin join =
        new CorpusJoin(
            corpus,
            limit,
            near.recall(),
            near.maxPairs(),
            way.isForced(),
            texts(files, text -> profile.vector(new Content.Text(text)), pool),
            pool);
    note(
        String.format(
            Locale.ROOT,
            "comparing %,d distinct fingerprints (%s)",
            join.fingerprints(),
            join.found()));
    return join;
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
