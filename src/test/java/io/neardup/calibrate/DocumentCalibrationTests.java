package io.neardup.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.neardup.Json;
import io.neardup.calibrate.ProfileCalibration.DistanceScore;
import io.neardup.calibrate.edit.EditedCopies.EditRecall;
import io.neardup.calibrate.edit.TextEditor.EditKind;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import io.neardup.simhash.Fingerprint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class DocumentCalibrationTests {

  private static final Path SAMPLES = Path.of("docs/samples/peps.ndjson");
  private static final Pattern LARGER =
      Pattern.compile(
          "lookup would have (\\S+) false matches, and"
              + " (?:more than 0.01 at every distance|at most 0.01 up to (\\d+) bits)");
  private static final CalibrationOptions OPTIONS = CalibrationOptions.DEFAULTS;

  /// Versions of the same document are the near-duplicates that are to be found.
  @Test
  void theSamplesRecommendADistanceThatSeparatesTheirVersions() throws IOException {
    List<JsonNode> documents = Files.readAllLines(SAMPLES).stream().map(Json::read).toList();
    CalibrationResult result =
        calibrate(documents.stream().map(document -> document.get("text").asString()).toList());
    LabelledDistances labels = new LabelledDistances(256);
    for (int a = 0; a < documents.size(); a++) {
      for (int b = 0; b < a; b++) {
        labels.add(
            sketch(documents.get(a)).distance(sketch(documents.get(b))),
            number(documents.get(a)).equals(number(documents.get(b))),
            1);
      }
    }
    EvaluatedProfile measured = result.profiles().getFirst();
    EvaluatedProfile labelled =
        LabelledCalibration.of(Profiles.SIMHASH_256_V1, labels, documents.size(), OPTIONS)
            .profiles()
            .getFirst();
    double best =
        labelled.calibration().curve().stream().mapToDouble(DistanceScore::f1).max().orElseThrow();
    assertThat(best).isGreaterThan(0.95);
    assertThat(labelled.f1()).isGreaterThan(best - 0.01);
    assertThat(labelled.calibration().curve().get(measured.distance()).f1())
        .isGreaterThan(best - 0.01);
    String reason = measured.reason();
    double falseMatches = measured.falseMatches();
    Matcher sizes = LARGER.matcher(reason);
    for (double size : List.of(1e6, 1e9)) {
      double factor = (size - 1) / 30;
      assertThat(sizes.find()).as(reason).isTrue();
      assertThat(Double.parseDouble(sizes.group(1).replace(",", "")))
          .isCloseTo(falseMatches * factor, withinPercentage(6));
      List<DistanceScore> curve = measured.calibration().curve();
      int few = sizes.group(2) == null ? -1 : Integer.parseInt(sizes.group(2));
      assertThat(few < 0 || curve.get(few).falseMatches() * factor <= 0.01).isTrue();
      assertThat(curve.get(few + 1).falseMatches() * factor).isGreaterThan(0.01);
    }
    assertThat(result.documents()).isEqualTo(31);
    assertThat(result.duplicates()).isEqualTo(5L * 31);
  }

  private static Fingerprint sketch(JsonNode document) {
    return Profiles.SIMHASH_256_V1
        .sketch(new Content.Text(document.get("text").asString()))
        .fingerprint();
  }

  private static String number(JsonNode document) {
    return document.get("id").asString().replaceAll("\\D*(\\d+)\\D.*", "$1");
  }

  @Test
  void theSameSeedGivesTheSameResult() {
    List<String> texts = texts(80, 40, 3);
    CalibrationResult first = calibrate(texts);
    CalibrationResult again = calibrate(texts);
    assertThat(withoutSpeed(again)).isEqualTo(withoutSpeed(first));
    CalibrationResult other =
        new DocumentCalibration(
                List.of(Profiles.SIMHASH_256_V1),
                new CalibrationOptions(2, 0.2, null),
                CalibrationProgress.NONE)
            .of(texts, 80);
    assertThat(withoutSpeed(other)).isNotEqualTo(withoutSpeed(first));
  }

  private static String withoutSpeed(CalibrationResult result) {
    JsonNode json = Json.read(new JsonMapper().writeValueAsString(result));
    json.get("profiles").forEach(profile -> ((ObjectNode) profile).remove("textsPerSecond"));
    return json.toString();
  }

  /// With so few words that unrelated texts share many.
  @Test
  void falseMatchesGrowWithTheCollection() {
    List<String> texts = texts(300, 30, 60);
    EvaluatedProfile small = calibrate(texts, 300).profiles().getFirst();
    EvaluatedProfile large = calibrate(texts, 3_000_000).profiles().getFirst();
    for (int distance = 0; distance <= 128; distance++) {
      double few = falseMatches(small, distance);
      assertThat(falseMatches(large, distance))
          .isCloseTo(few * 2_999_999 / 299, within(1e-9 + few * 10));
    }
    assertThat(falseMatches(small, 128)).isBetween(50.0, 299.0);
    assertThat(large.distance()).isLessThan(small.distance());
  }

  /// Expected false matches of distances at which a sample has none, against a sample that has
  /// some.
  @Test
  void falseMatchesAreExtrapolatedFromASmallSample() {
    List<String> texts = texts(2_000, 30, 60);
    EvaluatedProfile all = calibrate(texts, 2_000).profiles().getFirst();
    EvaluatedProfile few = calibrate(texts.subList(0, 200), 2_000).profiles().getFirst();
    int distance = 0;
    while (falseMatches(all, distance) < 0.02) { // 20 pairs of 2,000,000; the sample has 20,000
      distance++;
    }
    assertThat(falseMatches(few, distance) / falseMatches(all, distance)).isBetween(0.1, 10.0);
    assertThat(few.calibration().histogram().others().get(distance)).isLessThan(5);
  }

  @Test
  void nearDuplicatesInTheSampleAreNotFalseMatches() {
    List<String> texts = texts(200, 60, 3_000);
    EvaluatedProfile clean = calibrate(texts).profiles().getFirst();
    List<String> withCopies = new ArrayList<>(texts);
    texts.forEach(text -> withCopies.add(text.replaceFirst("w\\d+", "changed")));
    EvaluatedProfile copied = calibrate(withCopies).profiles().getFirst();
    assertThat(falseMatches(copied, 40)).isLessThan(0.01);
    assertThat(copied.precision()).isGreaterThan(0.99);
    assertThat(copied.recall()).isGreaterThan(0.99);
    assertThat(clean.calibration().duplicatesPerDocument()).isEqualTo(0.1);
    assertThat(copied.calibration().duplicatesPerDocument()).isCloseTo(1, within(0.05));
  }

  @Test
  void recallIsListedByEdit() {
    EvaluatedProfile profile = calibrate(texts(150, 100, 3_000)).profiles().getFirst();
    assertThat(profile.calibration().edits()).hasSize(5 * 4);
    assertThat(profile.calibration().edits().stream().mapToInt(EditRecall::copies).sum())
        .isEqualTo(750);
    assertThat(profile.calibration().edits())
        .allSatisfy(edit -> {
          assertThat(edit.copies()).isGreaterThan(10);
          assertThat(edit.found()).isBetween(0, edit.copies());
          assertThat(edit.toRate() - edit.fromRate()).isCloseTo(0.05, within(1e-9));
        });
    assertThat(profile.calibration().histogram().duplicates().get(0))
        .as("few copies have the fingerprint of their original")
        .isLessThan(75);
    List<EditRecall> replaced =
        profile.calibration().edits().stream()
            .filter(edit -> edit.edit() == EditKind.REPLACE)
            .toList();
    assertThat(replaced.getFirst().found()).isEqualTo(replaced.getFirst().copies());
  }

  @Test
  void textsThatCannotBeMeasuredAreRefused() {
    assertThatThrownBy(() -> calibrate(texts(9, 50, 100)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 10 documents, had 9");
    assertThatThrownBy(() -> calibrate(Collections.nCopies(20, "two words")))
        .hasMessageContaining("at least 5 words");
    assertThatThrownBy(() -> new CalibrationOptions(1, 0.6, null))
        .hasMessageContaining("editRate must be 0.01 to 0.5, was 0.6");
  }

  /// Documents in which all texts are equal, empty, or have features of no profile.
  @Test
  void degenerateTextsAreMeasured() {
    List<String> equal = Collections.nCopies(50, texts(1, 50, 100).getFirst());
    assertThat(falseMatches(calibrate(equal).profiles().getFirst(), 100)).isZero();
    List<String> mixed = new ArrayList<>(texts(40, 50, 5_000));
    mixed.addAll(Collections.nCopies(40, ""));
    mixed.addAll(Collections.nCopies(40, "?!"));
    EvaluatedProfile profile = calibrate(mixed).profiles().getFirst();
    assertThat(profile.f1()).isGreaterThan(0.95);
  }

  private static double falseMatches(EvaluatedProfile profile, int distance) {
    return profile.calibration().curve().get(distance).falseMatches();
  }

  private static CalibrationResult calibrate(List<String> texts) {
    return calibrate(texts, texts.size());
  }

  private static CalibrationResult calibrate(List<String> texts, long collectionSize) {
    List<Profile> profiles = List.of(Profiles.SIMHASH_256_V1);
    return new DocumentCalibration(profiles, OPTIONS, CalibrationProgress.NONE)
        .of(texts, collectionSize);
  }

  /// Texts of random words.
  private static List<String> texts(int count, int words, int vocabulary) {
    SplittableRandom random = new SplittableRandom(1);
    return IntStream.range(0, count)
        .mapToObj(i ->
            String.join(
                " ",
                IntStream.range(0, words).mapToObj(w -> "w" + random.nextInt(vocabulary)).toList()))
        .toList();
  }
}
