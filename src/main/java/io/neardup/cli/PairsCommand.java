package io.neardup.cli;

import io.neardup.cli.corpus.Corpus;
import io.neardup.cli.corpus.CorpusJoin;
import io.neardup.cli.files.TableWriter;
import io.neardup.measure.NearLimit;
import io.neardup.options.ReferenceOptions;
import io.neardup.profile.Profile;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Lists pairs of near-duplicates.
@Command(
    name = "pairs",
    description = {
      "Lists every pair of near-duplicates: a, b, distance and featureSimilarity, the share of"
          + " features that they have in common, in the order of the records. verified is true"
          + " where featureSimilarity was computed from the features, and not estimated from the"
          + " distance.",
      "",
      "With --against, pairs of a record a of the reference and a record b of the input are listed,"
          + " and no others.",
      "",
      "Of more than 100 records with the same fingerprint, each is paired with the first, which"
          + " represents them in other pairs."
    },
    footer = {
      "",
      "Examples:",
      "  neardup pairs posts.jsonl -o pairs.csv",
      "  neardup pairs 'parts/*.jsonl.zst' --max-distance 20 --recall 1"
    })
final class PairsCommand extends JoinCommand {

  private static final List<String> COLUMNS =
      List.of("a", "b", "distance", "featureSimilarity", "verified");

  @Mixin ReferenceOptions against = new ReferenceOptions();
  @Mixin TableOptions table = new TableOptions();

  PairsCommand(Console console) {
    super(console);
  }

  @Override
  List<String> references() {
    return against.files();
  }

  @Override
  List<String> outputs() {
    return List.of(table.output);
  }

  @Override
  void run(Profile profile, ForkJoinPool pool) throws IOException {
    NearLimit limit = near.limit(spec, profile);
    boolean verifies = limit.verification() != null;
    List<String> columns = COLUMNS.subList(0, verifies ? COLUMNS.size() : COLUMNS.size() - 1);
    try (CorpusReader records = open(verifies, profile, pool);
        TableWriter writer = table(table.output, table.format, columns)) {
      CorpusJoin join = join(records, true, List.of(), limit);
      Corpus corpus = join.corpus();
      long count =
          joined(
              join,
              () -> {
                long[] found = new long[1];
                join.pairs((a, b, apart, exact) -> {
                  found[0]++;
                  double similarity =
                      exact == null
                          ? profile.projection().featureSimilarity(apart, profile.bits())
                          : exact;
                  writer.row(corpus.id(a), corpus.id(b), apart, similarity, exact != null);
                });
                return found[0];
              });
      facts
          .put("pairs", count)
          .put("records", corpus.input())
          .say("{pairs:pair} of {records:record}");
    }
  }
}
