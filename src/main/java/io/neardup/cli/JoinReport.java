package io.neardup.cli;

import io.neardup.cli.corpus.Corpus;
import io.neardup.cli.corpus.CorpusJoin;
import io.neardup.cli.corpus.NearSet;
import io.neardup.cli.files.InputFile;
import io.neardup.cli.files.InputFiles;
import io.neardup.measure.Verification;
import io.neardup.profile.Profile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// An overview of near-duplicates as JSON or as an HTML page: counts, pairs by distance, and the
/// largest groups. Holds no times, so that the same input gives the same bytes.
record JoinReport(Profile profile, InputFiles files, CorpusJoin join, List<NearSet> groups)
    implements Report {

  private static final int GROUPS = 50;
  private static final int MEMBERS = 10;
  private static final int BAR_PIXELS = 400;

  private Map<String, Object> facts() {
    Corpus corpus = join.corpus();
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("files", files.files().stream().map(InputFile::name).toList());
    facts.put("profile", profile.name());
    facts.put("maxDistance", join.limit().maxDistance());
    facts.put("recall", join.plan().recall());
    facts.put("records", corpus.size());
    facts.put("skipped", corpus.skipped());
    facts.put("withoutFeatures", corpus.withoutFeatures());
    facts.put("fingerprints", join.fingerprints());
    facts.put("groups", groups.size());
    facts.put("nearDuplicates", groups.stream().mapToLong(group -> group.size() - 1L).sum());
    facts.put("beyond", NearSet.beyond(groups, join.limit().reach()));
    return facts;
  }

  /// How candidates were verified, empty if they were not.
  private Map<String, Object> verification() {
    Map<String, Object> facts = new LinkedHashMap<>();
    Verification verification = join.limit().verification();
    if (verification != null) {
      facts.put("minSimilarity", verification.minSimilarity());
      facts.put("candidatesWithin", verification.candidatesWithin());
      facts.put("compared", join.compared());
      facts.put("refused", join.refused());
    }
    return facts;
  }

  @Override
  public Map<String, Object> json() {
    Map<String, Object> report = facts();
    if (!verification().isEmpty()) {
      report.put("verification", verification());
    }
    List<Map<String, Object>> distances = new ArrayList<>();
    long[] histogram = join.histogram();
    for (int distance = 0; distance < histogram.length; distance++) {
      Map<String, Object> bar = new LinkedHashMap<>();
      bar.put("distance", distance);
      bar.put("pairs", histogram[distance]);
      distances.add(bar);
    }
    report.put("distances", distances);
    report.put("largestGroups", groups.stream().limit(GROUPS).map(this::group).toList());
    return report;
  }

  private Map<String, Object> group(NearSet group) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("size", group.size());
    facts.put("kept", join.corpus().id(group.survivor()));
    facts.put("diameter", group.diameter().distance());
    facts.put("members", members(group));
    return facts;
  }

  /// The first members.
  private List<String> members(NearSet group) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < Math.min(MEMBERS, group.size()); i++) {
      ids.add(join.corpus().id(group.member(i)));
    }
    return ids;
  }

  @Override
  public HtmlPage html() {
    long[] histogram = join.histogram();
    long most = Math.max(1, Arrays.stream(histogram).max().orElse(1));
    return new HtmlPage("Near-duplicates")
        .table(
            List.of(),
            Stream.concat(facts().entrySet().stream(), verification().entrySet().stream())
                .map(fact -> List.of(fact.getKey(), fact.getValue().toString())))
        .text("h2", "Pairs by distance")
        .table(
            List.of(),
            IntStream.range(0, histogram.length)
                .mapToObj(distance ->
                    List.of(
                        distance,
                        histogram[distance],
                        new HtmlPage.Bar(histogram[distance] * BAR_PIXELS / most))))
        .text("h2", "Largest groups")
        .table(
            List.of("records", "diameter", "kept", "members"),
            groups.stream()
                .limit(GROUPS)
                .map(group ->
                    List.of(
                        group.size(),
                        group.diameter().distance(),
                        join.corpus().id(group.survivor()),
                        String.join(", ", members(group))
                            + (group.size() > MEMBERS ? ", …" : ""))));
  }
}
