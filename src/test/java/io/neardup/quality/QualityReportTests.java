package io.neardup.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import io.neardup.quality.LabelledTexts.Kind;
import io.neardup.quality.LabelledTexts.Pair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QualityReportTests {

  /// Four documents at places 0, 2, 3 and 7 of a line, with distances 2, 3, 7, 1, 5, 4.
  private static final List<String> PLACES = List.of("0", "2", "3", "7");

  @Test
  void scoresEqualHandCounts() {
    KindCurve curve =
        KindCurve.of(
            new PlacesOnALine(),
            new Kind(PLACES, List.of(new Pair(0, 1), new Pair(3, 2)), List.of()));

    assertThat(curve.at(0)).isEqualTo(new Score(0, 0, 0, 2));
    assertThat(curve.at(1)).isEqualTo(new Score(0, 1, 0, 2));
    assertThat(curve.at(2)).isEqualTo(new Score(1, 1, 0, 2));
    assertThat(curve.at(4)).isEqualTo(new Score(2, 2, 0, 2));
    assertThat(curve.at(9)).isEqualTo(new Score(2, 4, 0, 2));
    assertThat(curve.at(2).precision()).isEqualTo(0.5);
    assertThat(curve.at(2).recall()).isEqualTo(0.5);
    assertThat(curve.at(4).f1()).isCloseTo(2 / 3.0, within(1e-12));
    assertThat(curve.best()).isEqualTo(4);
  }

  @Test
  void ambiguousPairsAreNotScored() {
    KindCurve curve =
        KindCurve.of(
            new PlacesOnALine(),
            new Kind(PLACES, List.of(new Pair(0, 1)), List.of(new Pair(2, 1), new Pair(0, 2))));

    assertThat(curve.at(3)).isEqualTo(new Score(1, 0, 2, 1));
    assertThat(curve.at(3).f1()).isEqualTo(1);
  }

  @Test
  void textsWithoutFeaturesNeverMatch() {
    Kind kind = new Kind(List.of("", "5", ""), List.of(new Pair(0, 2)), List.of());

    assertThat(KindCurve.of(new PlacesOnALine(), kind).at(9)).isEqualTo(new Score(0, 0, 0, 1));
  }

  @Test
  void noMethodMatchesTextsWithoutWords() {
    Kind kind = new Kind(List.of("…", "one two", "—"), List.of(new Pair(0, 2)), List.of());
    for (Method method :
        List.of(
            FingerprintMethod.of(Profiles.SIMHASH_256_V1),
            TrialRecipe.parse("1+2,log,128,30,edges").named("trial", "for tests"),
            new MinHashMethod(64, 0),
            new JaccardMethod(),
            new LongestSentencesMethod())) {
      Score all = KindCurve.of(method, kind).at(method.maxDistance());

      assertThat(all).as(method.name()).isEqualTo(new Score(0, 0, 0, 1));
    }
  }

  @Test
  void pairsAcrossKindsAreNotScored(@TempDir Path folder) throws IOException {
    write(folder, "a\tb\t1\t0.1\nc\td\ta\t0.4\na\tc\ta\t0.4\n");

    Map<String, Kind> kinds = LabelledTexts.read(folder).kinds();

    assertThat(kinds.keySet()).containsExactly("x", "y");
    assertThat(kinds.get("x").texts()).containsExactly("one", "two");
    assertThat(kinds.get("x").positives()).containsExactly(new Pair(0, 1));
    assertThat(kinds.get("x").ambiguous()).isEmpty();
    assertThat(kinds.get("y").ambiguous()).containsExactly(new Pair(0, 1));
  }

  @Test
  void pairsOfUnknownDocumentsAreRejected(@TempDir Path folder) throws IOException {
    write(folder, "a\tz\t1\t0.1\n");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> LabelledTexts.read(folder))
        .withMessage("pairs.tsv names z, which docs.jsonl lacks");
  }

  @Test
  void averagesAreUnweightedAndExcludePlagiarism() {
    Kind perfect = new Kind(List.of("1", "1"), List.of(new Pair(0, 1)), List.of());
    Kind missed = new Kind(List.of("1", "9"), List.of(new Pair(0, 1)), List.of());
    Kind nothingToFind = new Kind(List.of("1", "1"), List.of(), List.of());
    MethodCurves curves =
        MethodCurves.of(
            new PlacesOnALine(),
            new LabelledTexts(
                Map.of("a", perfect, "b", missed, "c", nothingToFind, "code_plag", missed)));

    assertThat(curves.kinds()).containsOnlyKeys("a", "b", "code_plag");
    assertThat(curves.macro(0, Score::f1)).isEqualTo(0.5);
    assertThat(curves.macro(8, Score::f1)).isEqualTo(1);
    assertThat(curves.micro(0)).isEqualTo(new Score(1, 0, 0, 2));
    assertThat(curves.f1AtBestOfEachKind()).isEqualTo(1);
  }

  @Test
  void invertedIndexCountsTheSameAsComparingAllPairs() {
    List<String> texts =
        List.of("a b c d", "a b c", "x y", "", "d c b a", "a b c d", "one", "one", "b c x y");
    Distances distances = new JaccardMethod().distances(texts);
    long[] counts = new long[1001];
    for (int a = 1; a < texts.size(); a++) {
      for (int b = 0; b < a; b++) {
        if (distances.between(a, b) != Distances.NEVER) {
          counts[distances.between(a, b)]++;
        }
      }
    }

    assertThat(distances.histogram(1000)).isEqualTo(counts);
    assertThat(distances.between(0, 1)).isEqualTo(333); // 2 of 3 pairs of words are shared
  }

  @Test
  void minHashEstimatesTheJaccardDistance() {
    StringBuilder a = new StringBuilder();
    StringBuilder b = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      a.append(' ').append(i);
      b.append(' ').append(i + 100);
    }
    List<String> texts = List.of(a.toString(), b.toString());
    int exact = new JaccardMethod().distances(texts).between(0, 1);
    int components = new MinHashMethod(512, 0).distances(texts).between(0, 1);

    assertThat(components / 512.0).isCloseTo(exact / 1000.0, within(0.1));
  }

  @Test
  void textsWithASharedLongSentenceAreNearerThanOthers() {
    String shared = "This is the longest sentence that there is on both of the pages.";
    Distances distances =
        new LongestSentencesMethod()
            .distances(
                List.of(shared + " Home. Contact.", shared + " News. Weather.", "News. Else."));

    assertThat(distances.between(0, 0)).isZero();
    assertThat(distances.between(0, 1)).isEqualTo(2);
    assertThat(distances.between(0, 2)).isEqualTo(3);
  }

  @Test
  void averagesOfGroupsCoverTheirKindsAlone() {
    Kind perfect = new Kind(List.of("1", "1"), List.of(new Pair(0, 1)), List.of());
    Kind missed = new Kind(List.of("1", "9"), List.of(new Pair(0, 1)), List.of());
    MethodCurves curves =
        MethodCurves.of(
            new PlacesOnALine(),
            new LabelledTexts(Map.of("en_sms", perfect, "zh_sms", missed, "other", perfect)));

    assertThat(curves.groups()).containsOnlyKeys("short texts");
    assertThat(MethodCurves.macro(curves.groups().get("short texts"), 0, Score::f1)).isEqualTo(0.5);
  }

  @Test
  void recipesOfProfilesHaveTheirWidthsAndDistances() {
    QualityReport.PROFILES.forEach((name, recipe) -> {
      Profile profile = new Profiles().find(name).orElseThrow();
      FingerprintMethod method = TrialRecipe.parse(recipe).named(name, recipe);

      assertThat(method.bits()).as(name).isEqualTo(profile.bits());
      assertThat(method.defaultDistance()).as(name).hasValue(profile.maxDistance());
    });
  }

  @Test
  void sampleDistinguishesTheMethods() throws IOException {
    LabelledTexts sample = LabelledTexts.read(QualityReport.SAMPLE);
    List<MethodCurves> curves =
        QualityReport.score(
            List.of(
                FingerprintMethod.of(Profiles.SIMHASH_256_V1),
                TrialRecipe.parse("1+2,log,256,60").named("dense", "for tests"),
                FingerprintMethod.of(Profiles.PAPER_V1),
                new JaccardMethod()),
            sample);
    double sparse = f1AtBest(curves.get(0));
    double dense = f1AtBest(curves.get(1));
    double paper = f1AtBest(curves.get(2));
    double exact = f1AtBest(curves.get(3));

    assertThat(exact).isLessThan(0.995);
    assertThat(sparse).isBetween(0.96, exact);
    assertThat(dense).isLessThan(sparse - 0.05);
    assertThat(paper).isLessThan(dense - 0.05);
    assertThat(curves.getFirst().macro(54, Score::recall)).isGreaterThan(0.99);
    assertThat(
            new MarkdownReport(sample, curves, Map.of(), new EstimateError(sample, 1)).toString())
        .contains("| licences | ", "## simhash-256-v1", "exact Jaccard", "probability Jaccard");
  }

  private static double f1AtBest(MethodCurves curves) {
    return curves.macro(curves.best(), Score::f1);
  }

  private static void write(Path folder, String pairs) throws IOException {
    Files.writeString(
        folder.resolve("docs.jsonl"),
        """
        {"id":"a","kind":"x","text":"one"}
        {"id":"b","kind":"x","text":"two"}
        {"id":"c","kind":"y","text":"three"}
        {"id":"d","kind":"y","text":"four"}
        """);
    Files.writeString(folder.resolve("pairs.tsv"), "id1\tid2\tlabel\tedit_rate\n" + pairs);
  }

  /// Texts are numbers from 0 to 9, and their distance is the difference.
  private record PlacesOnALine() implements Method {

    private static final int NOWHERE = -1;

    @Override
    public String name() {
      return "places";
    }

    @Override
    public String description() {
      return "for tests";
    }

    @Override
    public OptionalInt bytesPerDocument() {
      return OptionalInt.empty();
    }

    @Override
    public int maxDistance() {
      return 9;
    }

    @Override
    public OptionalInt defaultDistance() {
      return OptionalInt.empty();
    }

    @Override
    public Distances distances(List<String> texts) {
      int[] places =
          texts.stream().mapToInt(t -> t.isEmpty() ? NOWHERE : Integer.parseInt(t)).toArray();
      return new Distances() {
        @Override
        public int documents() {
          return places.length;
        }

        @Override
        public int between(int a, int b) {
          boolean never = places[a] == NOWHERE || places[b] == NOWHERE;
          return never ? NEVER : Math.abs(places[a] - places[b]);
        }
      };
    }
  }
}
