package io.neardup.spark;

import io.neardup.profile.Profile;
import io.neardup.spark.corpus.CorpusDocuments;
import io.neardup.spark.corpus.ListedPairs;
import io.neardup.spark.corpus.WorkFolder;
import java.io.IOException;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import picocli.CommandLine.Command;

/// Lists pairs.
@Command(
    name = "pairs",
    description = {
      "Lists every pair of near-duplicates.",
      "",
      "Writes pairs/ (a, b, distance), rejected/ and report.json. Of more than 100 records with one"
          + " fingerprint, each is paired with the first, which represents them in other pairs."
    })
final class PairsJob extends NearCommand {

  @Override
  void run(CorpusDocuments corpus, WorkFolder folder, Profile profile, Map<String, Object> report)
      throws IOException {
    Dataset<Row> pairs = pairs(corpus, folder, profile, true, report);
    list(folder, "pairs", "pairs of records", ListedPairs.of(corpus, pairs));
  }
}
