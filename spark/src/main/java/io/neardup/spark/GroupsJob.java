package io.neardup.spark;

import io.neardup.spark.corpus.CorpusDocuments;
import java.io.IOException;
import picocli.CommandLine.Command;

/// Lists groups.
@Command(
    name = "groups",
    description = {
      "Lists the groups of near-duplicates.",
      "",
      "Writes groups/ (group, size, id, kept, distance from the one that is kept), rejected/ and"
          + " report.json."
    })
final class GroupsJob extends GroupingCommand {

  @Override
  void run(CorpusDocuments corpus) throws IOException {
    list(
        corpus,
        "groups",
        "members of groups",
        groups(corpus).members().select("group", "size", "id", "kept", "distance"));
  }
}
