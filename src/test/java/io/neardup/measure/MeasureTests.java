package io.neardup.measure;

import static io.neardup.profile.GivenFeatures.features;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.neardup.Seeds;
import io.neardup.measure.Measurement.Characters;
import io.neardup.measure.Measurement.Sentences;
import io.neardup.measure.Measurement.Skipped;
import io.neardup.measure.Measurement.Value;
import io.neardup.profile.Content;
import io.neardup.profile.Content.Html;
import io.neardup.profile.Content.Text;
import io.neardup.profile.Content.Tokens;
import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import io.neardup.profile.Projection;
import io.neardup.simhash.Fingerprint;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

class MeasureTests {

  private static final Offset<Double> ROUNDING = within(1e-9);
  private static final Profile PAPER = Profiles.PAPER_V1;

  private static final Content A = features("x", 3, "y", 4);
  private static final Content B = features("x", 3, "z", 4);

  @Test
  void cosineIsTheInnerProductOverTheLengths() {
    assertThat(value(Measure.COSINE, A, B)).isEqualTo(9.0 / 25, ROUNDING);
    assertThat(value(Measure.COSINE, A, A)).isEqualTo(1, ROUNDING);
    assertThat(value(Measure.COSINE, A, features("w", 1))).isZero();
  }

  @Test
  void cosineWeighsAsTheProfileWeighs() {
    double the = 1 + Math.log(2);
    double inner = the * 1 + 1;
    double lengths = Math.sqrt((the * the + 1) * 3);

    assertThat(value(Measure.COSINE, new Text("the the cat"), new Text("the cat sat")))
        .isEqualTo(inner / lengths, within(1e-4));
  }

  @Test
  void euclideanIsTheLengthOfTheDifference() {
    assertThat(value(Measure.EUCLIDEAN, A, B)).isEqualTo(Math.sqrt(32), ROUNDING);
    assertThat(value(Measure.EUCLIDEAN, A, A)).isZero();
    assertThat(value(Measure.EUCLIDEAN, A, features("x", 1, "y", 4))).isEqualTo(2, ROUNDING);
  }

  @Test
  void jaccardCountsDistinctFeatures() {
    assertThat(value(Measure.JACCARD, A, B)).isEqualTo(1.0 / 3, ROUNDING);
    assertThat(value(Measure.JACCARD, new Text("a b c c c"), new Text("c b d e")))
        .isEqualTo(2.0 / 5, ROUNDING);
  }

  @Test
  void minHashEstimatesJaccard() {
    Seeds.random(random -> {
      double difference = 0;
      for (int i = 0; i < 50; i++) {
        StringBuilder a = new StringBuilder();
        StringBuilder b = new StringBuilder();
        for (int word = 0; word < 300; word++) {
          String name = " w" + random.nextLong();
          a.append(word < 200 ? name : "");
          b.append(word >= 100 ? name : "");
        }
        difference +=
            value(Measure.MINHASH, new Text(a.toString()), new Text(b.toString())) - 1.0 / 3;
      }
      assertThat(difference / 50).isEqualTo(0, within(0.03)); // five standard deviations
    });
    assertThat(value(Measure.MINHASH, A, A)).isEqualTo(1);
  }

  @Test
  void angleIsTheCosineEstimatedFromTheDistance() {
    Sample a = Sample.of(Fingerprint.of(0xFFL), Projection.DENSE);
    assertThat(measure(Measure.ANGLE, a, a)).isEqualTo(new Value(1));
    assertThat(measure(Measure.ANGLE, a, Sample.of(Fingerprint.of(~0xFFL), Projection.DENSE)))
        .isEqualTo(new Value(-1));
    assertThat(
            measure(Measure.ANGLE, a, Sample.of(Fingerprint.of(0xFF_FFFF_FFFFL), Projection.DENSE)))
        .isEqualTo(new Value(0));
    Value aSixth =
        (Value)
            measure(
                Measure.ANGLE,
                Sample.of(Fingerprint.of(96, 0, 1), Projection.DENSE),
                Sample.of(Fingerprint.of(96, 0xFFFF_FFFFL, 1), Projection.DENSE));
    assertThat(aSixth.value()).isEqualTo(0.5, ROUNDING);
  }

  @ParameterizedTest
  @CsvSource({
    "kitten, sitting, 3, 7",
    "flaw, lawn, 2, 4",
    "abc, '', 3, 3",
    "same, same, 0, 4",
    "相似度, 相似, 1, 3",
    "a😀b, ab, 1, 3",
    "Ab, ab, 1, 2"
  })
  void editDistanceCountsCharacters(String a, String b, int edits, int of) {
    assertThat(measure(Measure.EDIT_DISTANCE, new Text(a), new Text(b)))
        .isEqualTo(new Characters(edits, of == 0 ? 0 : (double) edits / of));
  }

  @Test
  void editDistanceTakesLongTextsIfTheyAreNear() {
    String text = "word ".repeat(4_000);
    String near = text.replaceFirst("word", "ward");
    assertThat(measure(Measure.EDIT_DISTANCE, new Text(text), new Text(near)))
        .isEqualTo(new Characters(1, 1.0 / 20_000));
    assertThat(measure(Measure.EDIT_DISTANCE, new Text(text), new Text("x".repeat(20_000))))
        .isEqualTo(new Skipped("over 1,000 edits between long texts"));
    assertThat(measure(Measure.EDIT_DISTANCE, new Text(text), new Text(text + "!")))
        .isEqualTo(new Skipped("texts over 20,000 characters"));
    assertThat(measure(Measure.EDIT_DISTANCE, new Text("😀".repeat(20_000)), new Text(text)))
        .isEqualTo(new Skipped("over 1,000 edits between long texts"));
  }

  @ParameterizedTest
  @CsvSource({
    "abcdef, zcdez, 3, 5",
    "abc, xyz, 0, 3",
    "'', abc, 0, 0",
    "abc, abc, 3, 3",
    "xabcabcy, abcabc, 6, 6",
    "相似度计算, 相似性计算, 2, 5",
    "a😀😀b, x😀😀, 2, 3"
  })
  void longestCommonSubstringIsALengthAndAShareOfTheShorterText(
      String a, String b, int length, int of) {
    Characters expected = new Characters(length, of == 0 ? 0 : (double) length / of);

    assertThat(measure(Measure.LONGEST_COMMON_SUBSTRING, new Text(a), new Text(b)))
        .isEqualTo(expected);
    assertThat(measure(Measure.LONGEST_COMMON_SUBSTRING, new Text(b), new Text(a)))
        .isEqualTo(expected);
  }

  @Test
  void longestCommonSubstringIsThatOfTheTable() {
    Seeds.random(random -> {
      for (int i = 0; i < 2_000; i++) {
        String a = random(random.nextInt(1, 30), random::nextInt); // not both texts are empty
        String b = random(random.nextInt(30), random::nextInt);
        Characters found =
            (Characters) measure(Measure.LONGEST_COMMON_SUBSTRING, new Text(a), new Text(b));
        assertThat(found.count()).as("%s, %s", a, b).isEqualTo(longestByTable(a, b));
      }
    });
  }

  @ParameterizedTest
  @CsvSource({
    "One is here. Two is there. Three is nowhere now. Four., 3, 3, true",
    "Four!  three is NOWHERE now... two is there! --, 2, 3, false",
    "Five. Six is another. Seven is not it, 0, 3, false",
    "One is here, 1, 3, false"
  })
  void longestSentencesAreComparedByTheirWords(String b, int shared, int of, boolean equal) {
    String a = "One is here. Two is there. Three is nowhere now. It is.";

    assertThat(measure(Measure.LONGEST_SENTENCES, new Text(a), new Text(b)))
        .isEqualTo(new Sentences(shared, of, equal));
  }

  @Test
  void sentencesEndAtFullStopsAndEmptyLines() {
    String a = "Version 3.14 of it is out. 今天天气很好。我们去公园！\n\nA heading\n\ntext goes\non here";
    String b = "text goes on here. 我们去公园；今天天气很好。 version 3 14 of it is out";

    assertThat(measure(Measure.LONGEST_SENTENCES, new Text(a), new Text(b)))
        .isEqualTo(new Sentences(3, 3, true));
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"ANGLE", "LONGEST_COMMON_SUBSTRING", "EDIT_DISTANCE"})
  void emptyTextsMatchNothing(Measure measure) {
    Skipped skipped = (Skipped) measure(measure, new Text("..."), new Text("a word"));

    assertThat(skipped.reason()).startsWith("a text without").endsWith("resembles nothing");
    assertThat(measure(measure, new Text("a word"), new Text(""))).isEqualTo(skipped);
  }

  @ParameterizedTest
  @EnumSource
  void emptyTextsHaveSimilarityZero(Measure measure) {
    Skipped empty = new Skipped("a text without features resembles nothing");
    for (Profile profile : new Profiles().all()) {
      Sample first = Sample.of(new Text(""), profile);
      assertThat(measure(measure, first, Sample.of(new Text(""), profile)))
          .as(profile.name())
          .isEqualTo(empty);
    }
    assertThat(measure(measure, new Text("!"), new Text("!"))).isEqualTo(empty);
    Sample ready = Sample.of(Fingerprint.of(0L), Projection.DENSE);
    assertThat(measure(Measure.ANGLE, ready, ready)).isEqualTo(empty);
  }

  @Test
  void featuresHaveNoOrder() {
    assertThat(measure(Measure.EDIT_DISTANCE, A, new Text("x"))).isInstanceOf(Skipped.class);
    assertThat(measure(Measure.LONGEST_COMMON_SUBSTRING, new Text("x"), A))
        .isInstanceOf(Skipped.class);
    assertThat(measure(Measure.LONGEST_SENTENCES, A, B)).isInstanceOf(Skipped.class);
  }

  @Test
  void pagesAreMeasuredByTheirTextAndTokensWithSpacesBetween() {
    assertThat(
            measure(
                Measure.LONGEST_COMMON_SUBSTRING,
                new Html("<p>the <b>cat</b> sat</p>"),
                new Tokens(List.of("cat", "sat"))))
        .isEqualTo(new Characters(7, 1));
  }

  @ParameterizedTest
  @EnumSource
  void everyMeasureIsSymmetric(Measure measure) {
    Text a = new Text("The cat sat on the mat. It was a warm day! And then it rained.");
    Text b = new Text("It was a warm day. The cat lay on the mat; then, it rained.");

    assertThat(measure(measure, a, b)).isEqualTo(measure(measure, b, a));
    assertThat(measure(measure, a, b)).isNotInstanceOf(Skipped.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "a ", "相", "ab. ", ".", "\n", "\uD83D", "a\u0301"})
  void measuresAMegabyteOfOneCharacter(String unit) {
    Text text = new Text(unit.repeat(1_000_000 / unit.length()));
    Map<Measure, Measurement> all =
        Measure.all(EnumSet.allOf(Measure.class), Sample.of(text, PAPER), Sample.of(text, PAPER));

    assertThat(all).hasSize(Measure.values().length);
    assertThat(all.get(Measure.EDIT_DISTANCE)).isInstanceOf(Skipped.class);
    assertThat(all.get(Measure.LONGEST_COMMON_SUBSTRING))
        .isEqualTo(
            new Skipped(
                PAPER.sketch(text).isEmpty()
                    ? "a text without features resembles nothing"
                    : "texts over 200,000 characters"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "ab", "相似度"})
  void measuresTextsOfTheMaximumLength(String unit) {
    String half = unit.repeat(99_999 / unit.length());
    assertThat(
            measure(Measure.LONGEST_COMMON_SUBSTRING, new Text(half + "x" + half), new Text(half)))
        .isEqualTo(new Characters(half.length(), 1));
  }

  @Test
  void measuresAreFoundByTheirLabels() {
    for (Measure measure : Measure.values()) {
      assertThat(Measure.find(measure.label())).contains(measure);
    }
    assertThat(Measure.find("Cosine")).isEmpty();
    assertThat(Measure.labels()).hasSize(Measure.values().length).contains("jaccard");
  }

  private static double value(Measure measure, Content a, Content b) {
    return ((Value) measure(measure, a, b)).value();
  }

  private static Measurement measure(Measure measure, Content a, Content b) {
    return measure(measure, Sample.of(a, PAPER), Sample.of(b, PAPER));
  }

  private static Measurement measure(Measure measure, Sample a, Sample b) {
    return Objects.requireNonNull(Measure.all(Set.of(measure), a, b).get(measure));
  }

  private static String random(int length, IntUnaryOperator below) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append("abc".charAt(below.applyAsInt(3)));
    }
    return text.toString();
  }

  private static int longestByTable(String a, String b) {
    int[][] ending = new int[a.length() + 1][b.length() + 1];
    int longest = 0;
    for (int i = 1; i <= a.length(); i++) {
      for (int j = 1; j <= b.length(); j++) {
        ending[i][j] = a.charAt(i - 1) == b.charAt(j - 1) ? ending[i - 1][j - 1] + 1 : 0;
        longest = Math.max(longest, ending[i][j]);
      }
    }
    return longest;
  }
}
