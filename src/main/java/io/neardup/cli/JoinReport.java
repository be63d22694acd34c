package io.neardup.cli;

import io.neardup.cli.corpus.Corpus;
import io.neardup.cli.corpus.CorpusJoin;
import io.neardup.cli.corpus.Losses;
import io.neardup.cli.corpus.NearSet;
import io.neardup.cli.files.InputFile;
import io.neardup.cli.files.InputFiles;
import io.neardup.measure.Verification;
import io.neardup.pairs.bands.Families;
import io.neardup.profile.Profile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// An overview of near-duplicates as JSON or as an HTML page: counts, pairs by distance, and the
/// largest groups. Except for the seconds, the same input gives the same report.
///
/// @param losses with the dropped records, null if none are dropped
/// @param seconds that the command took
record JoinReport(
    Profile profile,
    InputFiles files,
    CorpusJoin join,
    List<NearSet> groups,
    @Nullable Losses losses,
    double seconds)
    implements Report {

  private static final int GROUPS = 50;
  private static final int MEMBERS = 10;
  private static final int BAR_PIXELS = 400;

  private Map<String, Object> facts() {
    Corpus corpus = join.corpus();
    Map<String, Object> facts = new LinkedHashMap<>();
    long dropped = NearSet.dropped(groups);
    facts.put("version", NeardupCommand.Version.ofBuild());
    facts.put("seconds", Math.round(seconds * 10) / 10.0);
    facts.put("files", files.files().stream().map(InputFile::name).toList());
    boolean referred = !files.references().isEmpty();
    if (referred) {
      facts.put("against", files.references().stream().map(InputFile::name).toList());
    }
    facts.put("profile", profile.name());
    facts.put("maxDistance", join.limit().maxDistance());
    facts.put("plan", join.coverage().plan());
    facts.put("recall", join.coverage().recall());
    facts.put("records", corpus.input());
    if (referred) {
      facts.put("referenceRecords", corpus.reference().size());
    }
    facts.put("skipped", corpus.skipped());
    facts.put("withoutFeatures", corpus.withoutFeatures());
    facts.put("fingerprints", join.fingerprints());
    facts.put("groups", groups.size());
    facts.put("kept", corpus.read() - dropped);
    facts.put("dropped", dropped);
    if (referred) {
      facts.put("droppedForReference", NearSet.droppedFor(groups, corpus.reference()));
    }
    if (losses != null) {
      facts.put("variants", losses.variants());
      facts.put("nearAndKept", join.spared());
    }
    facts.put("candidates", candidates());
    facts.put("beyond", NearSet.beyond(groups));
    return facts;
  }

  /// The pairs that were compared by their features, or else those within the distance.
  private long candidates() {
    return join.limit().verification() == null
        ? LongStream.of(join.histogram()).sum()
        : join.compared();
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
      Families families = join.families();
      if (families != null && families.rows() > 0) {
        facts.put("partlyCompared", families.rows());
        facts.put("nearNone", families.alone());
      }
    }
    return facts;
  }

  @Override
  public Map<String, Object> json() {
    Map<String, Object> report = facts();
    if (!verification().isEmpty()) {
      report.put("verification", verification());
    }
    if (losses != null) {
      report.put("unique", unique());
    }
    report.put("distances", distances());
    report.put("largestGroups", largest());
    return report;
  }

  /// The pairs of records at a distance.
  private record Distance(int distance, long pairs) {}

  /// The dropped records of which a share of the features, at most, is not in the kept record.
  private record Unique(double upTo, long records) {}

  private List<Unique> unique() {
    return losses == null
        ? List.of()
        : losses.distribution().entrySet().stream()
            .map(each -> new Unique(each.getKey(), each.getValue()))
            .toList();
  }

  private List<Distance> distances() {
    long[] histogram = join.histogram();
    return IntStream.range(0, histogram.length)
        .mapToObj(distance -> new Distance(distance, histogram[distance]))
        .toList();
  }

  /// A group with its first members.
  private record LargeGroup(int size, String kept, int diameter, List<String> members) {}

  private List<LargeGroup> largest() {
    return groups.stream().limit(GROUPS).map(this::listed).toList();
  }

  private LargeGroup listed(NearSet group) {
    Corpus corpus = join.corpus();
    return new LargeGroup(
        group.size(),
        corpus.id(group.survivor()),
        join.diameter(group).distance(),
        IntStream.range(0, Math.min(MEMBERS, group.size()))
            .mapToObj(i -> corpus.id(group.members()[i]))
            .toList());
  }

  @Override
  public HtmlPage html() {
    List<Distance> distances = distances();
    long most = Math.max(1, distances.stream().mapToLong(Distance::pairs).max().orElse(1));
    HtmlPage page =
        new HtmlPage("Near-duplicates")
            .table(
                List.of(),
                Stream.concat(facts().entrySet().stream(), verification().entrySet().stream())
                    .map(fact -> List.of(fact.getKey(), fact.getValue().toString())));
    if (losses != null) {
      page.text("h2", "Features of dropped records that the kept one lacks")
          .table(
              List.of("share, at most", "records"),
              unique().stream().map(each -> List.of(each.upTo, each.records)));
    }
    return page.text("h2", "Pairs by distance")
        .table(
            List.of(),
            distances.stream()
                .map(bar ->
                    List.of(
                        bar.distance, bar.pairs, new HtmlPage.Bar(bar.pairs * BAR_PIXELS / most))))
        .text("h2", "Largest groups")
        .table(
            List.of("records", "diameter", "kept", "members"),
            largest().stream()
                .map(group ->
                    List.of(
                        group.size,
                        group.diameter,
                        group.kept,
                        String.join(", ", group.members) + (group.size > MEMBERS ? ", …" : ""))));
  }
}
