package io.neardup.spark;

import static org.apache.spark.sql.functions.col;

import io.neardup.profile.Profile;
import io.neardup.spark.corpus.CorpusDocuments;
import io.neardup.spark.corpus.NearGroups;
import io.neardup.spark.corpus.WorkFolder;
import java.io.IOException;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import picocli.CommandLine.Command;

/// Lists groups.
@Command(
    name = "groups",
    description = {
      "Lists the groups of near-duplicates.",
      "",
      "Writes groups/ (group, size, id, kept, distance from the one that is kept), extents/ (for each"
          + " group its diameter and the pair with the largest distance that connects it), rejected/"
          + " and report.json."
    })
final class GroupsJob extends GroupingCommand {

  @Override
  void run(CorpusDocuments corpus, WorkFolder folder, Profile profile, Map<String, Object> report)
      throws IOException {
    NearGroups groups = groups(corpus, folder, profile, report);
    list(
        folder,
        "groups",
        "members of groups",
        groups.members().select("group", "size", "id", "kept", "distance"));
    Dataset<Row> extents = groups.extents();
    list(folder, "extents", "extents of groups", extents);
    folder.describe("widest groups");
    report.put(
        "widestGroups",
        JobReport.rows(
            extents.orderBy(col("diameter").desc(), col("group")).drop("group").limit(LISTED)));
  }
}
