package io.neardup.spark;

import io.neardup.options.GroupOptions.Survivor;
import io.neardup.pairs.bands.BandPlan;
import io.neardup.profile.Profile;
import io.neardup.spark.corpus.CorpusDocuments;
import io.neardup.spark.corpus.CorpusRecords;
import io.neardup.spark.corpus.JobProfile;
import io.neardup.spark.corpus.WorkFolder;
import io.neardup.spark.input.RecordInput;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A command that computes the fingerprints of a corpus.
abstract class FingerprintingCommand extends SparkCommand {

  /// Runs the command.
  ///
  /// @param report receives what is reported
  abstract void run(
      CorpusDocuments corpus, WorkFolder folder, Profile profile, Map<String, Object> report)
      throws IOException;

  /// The order of the documents of a group.
  Survivor order() {
    return Survivor.FIRST;
  }

  /// The bands by which pairs are found, null if only fingerprints are compared.
  @Nullable BandPlan bands() {
    return null;
  }

  @Override
  final CorpusRecords run(
      RecordInput input, WorkFolder folder, JobProfile profile, Map<String, Object> report)
      throws IOException {
    CorpusDocuments corpus =
        new CorpusDocuments(input, folder, profile, order(), bands(), options.maxRejected());
    describe(corpus, report);
    report.put("withoutFeatures", corpus.withoutFeatures());
    report.put("fingerprints", corpus.fingerprints());
    run(corpus, folder, profile.build(), report);
    return corpus;
  }
}
