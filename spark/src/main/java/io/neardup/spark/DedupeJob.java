package io.neardup.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import io.neardup.profile.Profile;
import io.neardup.spark.corpus.CorpusDocuments;
import io.neardup.spark.corpus.NearGroups;
import io.neardup.spark.corpus.WorkFolder;
import java.io.IOException;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import picocli.CommandLine.Command;

/// Copies records without near-duplicates.
@Command(
    name = "dedupe",
    description = {
      "Copies the records of a corpus, keeping one record of each group of near-duplicates.",
      "",
      "Writes clean/ (the kept records with all that they have, in the format of the input), kept/"
          + " (their ids), dropped/ (the others, with the record kept for each, and the reason),"
          + " rejected/ (records that cannot be used) and report.json."
    })
final class DedupeJob extends GroupingCommand {

  @Override
  void run(CorpusDocuments corpus, WorkFolder folder, Profile profile, Map<String, Object> report)
      throws IOException {
    NearGroups groups = groups(corpus, folder, profile, report);
    Dataset<Row> dropped = groups.droppedMembers();
    corpus.writeRecords(dropped, groups.dropped());
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
            .join(dropped.select("number"), new String[] {"number"}, "left_anti")
            .select("id"));
  }
}
