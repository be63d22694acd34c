package io.neardup.spark;

import io.neardup.pairs.bands.BandPlan;
import io.neardup.pairs.group.SurvivorRule;
import io.neardup.profile.Profile;
import io.neardup.spark.corpus.CorpusDocuments;
import io.neardup.spark.corpus.CorpusRecords;
import io.neardup.spark.corpus.JobProfile;
import io.neardup.spark.corpus.WorkFolder;
import io.neardup.spark.input.CorpusInput;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A command that computes the fingerprints of a corpus.
abstract class FingerprintingCommand extends SparkCommand {

  /// Runs the command.
  ///
  /// @param report receives what is reported
  abstract void run(
      CorpusDocuments corpus, WorkFolder folder, Profile profile, Map<String, Object> report)
      throws IOException;

  /// The rules by which documents of a group are preferred.
  List<SurvivorRule> rules() {
    return List.of();
  }

  @Override
  final List<String> values() {
    return rules().stream().map(SurvivorRule::column).filter(Objects::nonNull).toList();
  }

  /// The bands by which pairs are found, null if only fingerprints are compared.
  @Nullable BandPlan bands() {
    return null;
  }

  @Override
  final CorpusRecords run(
      CorpusInput input, WorkFolder folder, JobProfile profile, Map<String, Object> report)
      throws IOException {
    CorpusDocuments corpus =
        new CorpusDocuments(input, folder, profile, rules(), bands(), options.maxRejected());
    describe(corpus, report);
    report.put("withoutFeatures", corpus.withoutFeatures());
    report.put("fingerprints", corpus.fingerprints());
    run(corpus, folder, profile.build(), report);
    return corpus;
  }
}
