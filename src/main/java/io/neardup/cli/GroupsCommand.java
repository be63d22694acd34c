package io.neardup.cli;

import io.neardup.cli.corpus.Corpus;
import io.neardup.cli.corpus.CorpusJoin;
import io.neardup.cli.corpus.NearSet;
import io.neardup.cli.corpus.SurvivorOrder;
import io.neardup.cli.files.OutputFile;
import io.neardup.cli.files.TableWriter;
import io.neardup.measure.DropRule;
import io.neardup.measure.NearLimit;
import io.neardup.options.GroupOptions;
import io.neardup.pairs.group.SurvivorRule;
import io.neardup.profile.Profile;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Lists groups of near-duplicates.
@Command(
    name = "groups",
    description = {
      "Lists the groups of near-duplicates, a line for each record: group, size of the group, id,"
          + " whether it is the one to keep, and its distance from that. The largest group is the"
          + " first; records of a group are in the order of the files."
    },
    footer = {
      "",
      "Examples:",
      "  neardup groups posts.jsonl -o groups.csv",
      "  neardup groups posts.jsonl --survivor longest --report report.html"
    })
final class GroupsCommand extends JoinCommand {

  private static final List<String> COLUMNS = List.of("group", "size", "id", "kept", "distance");

  @Mixin GroupOptions grouping = new GroupOptions();
  @Mixin TableOptions table = new TableOptions();

  @Mixin ReportOptions reports = new ReportOptions();

  GroupsCommand(Console console) {
    super(console);
  }

  @Override
  List<String> outputs() {
    return Stream.concat(Stream.of(table.output), reports.names.stream()).toList();
  }

  @Override
  void run(Profile profile, ForkJoinPool pool) throws IOException {
    NearLimit limit = near.limit(spec, profile);
    List<SurvivorRule> rules = grouping.rules(spec);
    List<OutputFile> overviews = reports.of(this);
    try (CorpusReader records = open(limit.verification() != null, profile, pool);
        TableWriter writer = table(table.output, table.format, COLUMNS)) {
      CorpusJoin join = join(records, true, rules, limit);
      Corpus corpus = join.corpus();
      SurvivorOrder order = order(records, rules, corpus);
      List<NearSet> groups =
          joined(join, () -> join.groups(grouping.stars(), order, DropRule.ALL, false));
      int number = 0;
      for (NearSet group : groups) {
        number++;
        for (int i = 0; i < group.size(); i++) {
          int member = group.members()[i];
          writer.row(
              number,
              group.size(),
              corpus.id(member),
              group.kept() && member == group.survivor(),
              group.distances()[i]);
        }
      }
      JoinReport found = found(records, join, groups, null);
      for (OutputFile overview : overviews) {
        found.write(overview);
      }
      facts.say("{groups:group} of {records:record}");
      warnBeyond(groups);
    }
  }
}
