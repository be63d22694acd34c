package io.neardup.cli;

import io.neardup.cli.corpus.Corpus;
import io.neardup.cli.corpus.CorpusJoin;
import io.neardup.cli.corpus.Losses;
import io.neardup.cli.corpus.NearSet;
import io.neardup.cli.files.InputFile;
import io.neardup.cli.files.InputFiles;
import io.neardup.measure.Verification;
import io.neardup.pairs.bands.Families;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// An overview of near-duplicates as JSON or as an HTML page: counts, pairs by distance, and the
/// largest groups. Except for the seconds, the same input gives the same report.
///
/// @param facts by name
/// @param losses with the dropped records, null if none are dropped
record JoinReport(Facts facts, CorpusJoin join, List<NearSet> groups, @Nullable Losses losses)
    implements Report {

  private static final int GROUPS = 50;
  private static final int MEMBERS = 10;
  private static final int BAR_PIXELS = 400;

  /// What the page calls facts whose names alone do not say it.
  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry("survivor", "record of each group to keep (--survivor)"),
          Map.entry("maxDistance", "bits that may differ"),
          Map.entry("plan", "how pairs are found (--plan)"),
          Map.entry("recall", "share of the pairs at the limit that is found (--recall)"),
          Map.entry("skipped", "unreadable records, left out (--on-error skip)"),
          Map.entry("withoutText", "records without a text, left out (--null drop)"),
          Map.entry("notCompared", "records kept, as their texts cannot be read"),
          Map.entry("withoutFeatures", "records kept, as their texts have no words"),
          Map.entry("fingerprints", "different fingerprints"),
          Map.entry("groups", "groups of near-duplicates"),
          Map.entry("droppedForReference", "dropped for a record of the reference"),
          Map.entry("variants", "dropped as variants, which --variants keep keeps"),
          Map.entry("nearAndKept", "near another record, but kept (--max-unique, --variants)"),
          Map.entry("candidates", "pairs compared by their features, or else within the distance"),
          Map.entry("beyond", "dropped, but connected to the kept record by a chain alone"),
          Map.entry("minSimilarity", "share of features that near-duplicates have in common"),
          Map.entry("candidatesWithin", "bits up to which pairs are candidates"),
          Map.entry("compared", "candidates compared by their features"),
          Map.entry("refused", "candidates that are not near-duplicates"),
          Map.entry("partlyCompared", "records of thousands alike, compared with some of these"),
          Map.entry("nearNone", "records of these that are near none"),
          Map.entry("referenceTooShort", "records of the reference too short for --min-words"),
          Map.entry("emptied", "records left out, as nothing but passages was in them"),
          Map.entry("cutRuns", "runs of words in too many records to compare all"));

  /// Adds what a join has found to the facts.
  static JoinReport of(
      Facts facts,
      CorpusReader records,
      CorpusJoin join,
      List<NearSet> groups,
      @Nullable Losses losses) {
    Corpus corpus = join.corpus();
    InputFiles files = records.files();
    long dropped = NearSet.dropped(groups);
    JoinReport report = new JoinReport(facts, join, groups, losses);
    facts
        .put("files", names(files.files()))
        .put("profile", records.profile().name())
        .put("maxDistance", join.limit().maxDistance())
        .put("plan", join.coverage().plan())
        .put("recall", join.coverage().recall())
        .put("records", corpus.input())
        .put("skipped", corpus.input() - corpus.read() - records.command().withoutText())
        .put("withoutFeatures", corpus.withoutFeatures())
        .put("fingerprints", join.fingerprints())
        .put("groups", groups.size())
        .put("kept", corpus.read() - dropped)
        .put("dropped", dropped);
    if (!files.references().isEmpty()) {
      facts
          .put("against", names(files.references()))
          .put("referenceRecords", corpus.reference().size())
          .put("droppedForReference", NearSet.droppedFor(groups, corpus.reference()));
    }
    if (losses != null) {
      facts.put("variants", losses.variants());
    }
    facts
        .put("nearAndKept", join.spared())
        .put("candidates", report.candidates())
        .put("beyond", NearSet.beyond(groups));
    return report;
  }

  private static List<String> names(List<InputFile> files) {
    return files.stream().map(InputFile::name).toList();
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
    Map<String, Object> report = new LinkedHashMap<>(facts.values());
    report.put("steps", facts.steps());
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
  private record LargeGroup(int size, String kept, List<String> members) {}

  private List<LargeGroup> largest() {
    return groups.stream().limit(GROUPS).map(this::listed).toList();
  }

  private LargeGroup listed(NearSet group) {
    Corpus corpus = join.corpus();
    return new LargeGroup(
        group.size(),
        corpus.id(group.survivor()),
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
                Stream.concat(
                        facts.values().entrySet().stream(), verification().entrySet().stream())
                    .map(fact -> List.of(words(fact.getKey()), shown(fact.getValue()))));
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
            List.of("records", "kept", "members"),
            largest().stream()
                .map(group ->
                    List.of(
                        group.size,
                        group.kept,
                        String.join(", ", group.members) + (group.size > MEMBERS ? ", …" : ""))));
  }

  private static String words(String name) {
    String separated = name.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
    return WORDS.getOrDefault(name, separated);
  }

  private static String shown(Object value) {
    return value instanceof List<?> values
        ? values.stream().map(String::valueOf).collect(Collectors.joining(", "))
        : value.toString();
  }

  /// The numbers of dropped records by the share of their features that the kept one lacks.
  static String unique(Losses losses) {
    return losses.distribution().entrySet().stream()
        .map(share ->
            share.getKey() == 0
                ? String.format(Locale.ROOT, "none %,d", share.getValue())
                : String.format(
                    Locale.ROOT, "up to %.0f %% %,d", share.getKey() * 100, share.getValue()))
        .collect(Collectors.joining(", "));
  }
}
