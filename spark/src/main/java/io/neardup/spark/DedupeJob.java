package io.neardup.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import io.neardup.options.PairOptions;
import io.neardup.options.StripOptions;
import io.neardup.passage.PassagePairs;
import io.neardup.profile.Profile;
import io.neardup.spark.corpus.CorpusDocuments;
import io.neardup.spark.corpus.NearGroups;
import io.neardup.spark.corpus.WorkFolder;
import io.neardup.spark.passage.StrippedPassages;
import java.io.IOException;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Copies records without near-duplicates.
@Command(
    name = "dedupe",
    description = {
      "Copies the records of a corpus, keeping one record of each group of near-duplicates.",
      "",
      "Writes clean/ (the kept records with all that they have, in the format of the input), kept/"
          + " (their ids), dropped/ (the others, with the record kept for each, and the reason), with"
          + " --passages strip stripped/ (the passages that were removed), rejected/ (records that"
          + " cannot be used) and report.json."
    })
final class DedupeJob extends GroupingCommand {

  @Mixin StripOptions strip = new StripOptions();

  @Override
  void check(Profile profile, Map<String, Object> results) {
    super.check(profile, results);
    int minWords = strip.minWords(spec);
    PairOptions.require(
        spec,
        strip.isRequested() || !strip.hasMinWords(),
        "--min-words goes with --passages strip");
    if (strip.isRequested()) {
      results.put("minWords", minWords);
      results.put("maxList", PassagePairs.MAX_LIST);
    }
  }

  @Override
  void run(CorpusDocuments corpus, WorkFolder folder, Profile profile, Map<String, Object> report)
      throws IOException {
    NearGroups groups = groups(corpus, folder, profile, report);
    Dataset<Row> dropped = groups.droppedMembers();
    Dataset<Row> out = dropped.select("number");
    if (!strip.isRequested()) {
      corpus.writeRecords(out, groups.dropped(), null);
    } else {
      StrippedPassages stripped =
          new StrippedPassages(corpus, folder, out, groups.dropped(), strip.minWords(spec));
      out = out.union(stripped.emptied());
      corpus.writeRecords(out, groups.dropped() + stripped.emptiedSize(), stripped.texts());
      list(folder, "stripped", "passages that were removed", stripped.passages());
      report.put("strippedPassages", stripped.removed());
      report.put("strippedRecords", stripped.records());
      report.put("emptied", stripped.emptiedSize());
      report.put("cutRuns", stripped.cut());
    }
    list(
        folder,
        "dropped",
        "dropped records",
        dropped.select(
            col("id"),
            col("keptId").as("kept"),
            col("distance"),
            when(col("distance").equalTo(0), lit("equal fingerprint"))
                .when(col("distance").leq(limit().reach()), lit("near-duplicate"))
                .otherwise(lit("chain of near-duplicates"))
                .as("reason"),
            corpus.file().as("file"),
            CorpusDocuments.place()));
    list(
        folder,
        "kept",
        "ids of kept records",
        corpus
            .documents()
            .where(col("fault").isNull())
            .join(out, new String[] {"number"}, "left_anti")
            .select("id"));
  }
}
