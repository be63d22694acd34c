package io.neardup.spark;

import io.neardup.options.ReferenceOptions;
import io.neardup.spark.corpus.CorpusDocuments;
import io.neardup.spark.corpus.ListedPairs;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Lists pairs.
@Command(
    name = "pairs",
    description = {
      "Lists every pair of near-duplicates.",
      "",
      "Writes pairs/ (a, b, distance), rejected/ and report.json. Of more than 100 records with one"
          + " fingerprint, each is paired with the first, which represents them in other pairs."
          + " With --against, pairs of a record a of the reference and a record b of the input are"
          + " listed, and no others."
    })
final class PairsJob extends NearCommand {

  @Mixin ReferenceOptions against = new ReferenceOptions();

  @Override
  List<String> references() {
    return against.files();
  }

  @Override
  boolean onlyReferred() {
    return against.isGiven();
  }

  @Override
  void run(CorpusDocuments corpus) throws IOException {
    Dataset<Row> pairs = ListedPairs.of(corpus, pairs(corpus, true), onlyReferred());
    list(corpus, "pairs", "pairs of records", pairs);
  }
}
