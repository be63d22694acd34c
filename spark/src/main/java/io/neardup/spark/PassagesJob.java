package io.neardup.spark;

import static org.apache.spark.sql.functions.expr;

import io.neardup.options.PairOptions;
import io.neardup.options.PassageListOptions;
import io.neardup.options.ReferenceOptions;
import io.neardup.profile.Profile;
import io.neardup.spark.corpus.CorpusJob;
import io.neardup.spark.corpus.CorpusRecords;
import io.neardup.spark.passage.AnchoredCorpus;
import io.neardup.spark.passage.FrequentPassages;
import io.neardup.spark.passage.SharedPassages;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Lists passages that records share.
@Command(
    name = "passages",
    description = {
      "Lists every pair of records that share a passage, also if they are not near-duplicates.",
      "",
      "Writes passages/ (a, b, words in common, shareA and shareB of the words of each, longestRun,"
          + " and passages, the places in both texts), or with --boilerplate boilerplate/ (records,"
          + " words, example, start, end, text), rejected/ and report.json. Of more than 100"
          + " records with the same run of words, each is paired with the first; the number of such"
          + " runs is reported."
    })
final class PassagesJob extends SparkCommand {

  @Mixin PassageListOptions passages = new PassageListOptions();
  @Mixin ReferenceOptions against = new ReferenceOptions();

  @Override
  List<String> references() {
    return against.files();
  }

  @Override
  void check(Profile profile, Map<String, Object> results) {
    passages.check(spec);
    PairOptions.require(
        spec,
        !passages.boilerplate() || !against.isGiven(),
        "--against does not go with --boilerplate");
    results.put("minWords", passages.minWords(spec));
    if (passages.boilerplate()) {
      results.put("minRecords", passages.minRecords());
    } else {
      results.put("minShare", passages.minShare());
      results.put("maxList", passages.maxList());
    }
  }

  @Override
  CorpusRecords run(CorpusJob job) throws IOException {
    AnchoredCorpus corpus = new AnchoredCorpus(job);
    int minWords = passages.minWords(spec);
    if (passages.boilerplate()) {
      FrequentPassages found = new FrequentPassages(corpus, minWords, passages.minRecords());
      list(corpus, "boilerplate", "passages of many records", found.passages());
    } else {
      SharedPassages found =
          new SharedPassages(corpus, minWords, passages.minShare(), passages.maxList());
      list(corpus, "passages", "pairs of records", listed(found.pairs()));
    }
    return corpus;
  }

  private Dataset<Row> listed(Dataset<Row> pairs) {
    return options.outputFormat == CorpusOptions.ListFormat.csv
        ? pairs.withColumn("passages", expr("to_json(passages)"))
        : pairs;
  }
}
