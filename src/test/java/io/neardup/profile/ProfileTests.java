package io.neardup.profile;

import static io.neardup.profile.GivenFeatures.features;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.neardup.Seeds;
import io.neardup.profile.Content.Features;
import io.neardup.profile.Content.Html;
import io.neardup.profile.Content.Text;
import io.neardup.profile.Content.Tokens;
import io.neardup.profile.Content.WeightedFeature;
import io.neardup.simhash.Fingerprint;
import io.neardup.simhash.TermFrequencyWeights;
import io.neardup.text.Normalization;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProfileTests {

  private static final Profile PAPER = Profiles.PAPER_V1;

  private static final String[] WORDS = {
    "the", "Cat", "sat", "on", "mat", "naïve", "ΣΊΣΥΦΟΣ", "51区", "相似度", "手机iPhone", "ラーメン",
    "ภาษาไทย", "한국어", "हिन्दी", "𠀀𠀁", "😀", "...", "\uD83D", "x\u00ADy", "e\u0301", "ﬁne", "Ｗide"
  };

  private static final Recipe NONE =
      new ComposedRecipe(
          Normalization.MARKED,
          (text, sink) -> {},
          List.of(1),
          TermFrequencyWeights.LOG,
          SimHash.dense(64));

  @Test
  void explanationAgreesWithTheFingerprint() {
    Seeds.random(random -> {
      for (int i = 0; i < 500; i++) {
        Content content = randomContent(random);
        Sketch sketch = PAPER.sketch(content);
        Explanation explanation = PAPER.explain(content);

        assertThat(explanation.fingerprint()).as("%s", content).isEqualTo(sketch.fingerprint());
        assertThat(explanation.features()).as("%s", content).hasSize(sketch.features());
        assertColumnsFollowFromFeatures(explanation);
      }
    });
  }

  @Test
  void explanationEncodesIllFormedTokensAsUtf8() {
    Content content = new Tokens(List.of("\uD800", "?", "\uDC00", "other"));

    Explanation explanation = PAPER.explain(content);

    assertThat(explanation.features()).hasSize(PAPER.sketch(content).features()).hasSize(2);
    assertThat(explanation.features().getFirst().count()).isEqualTo(3);
    assertThat(explanation.fingerprint()).isEqualTo(PAPER.sketch(content).fingerprint());
  }

  @Test
  void explanationListsTheHeaviestFeaturesFirstThenInOrderOfAppearance() {
    Explanation explanation = PAPER.explain(new Text("d c b B a c c"));

    assertThat(explanation.features())
        .extracting(Explanation.Feature::feature)
        .containsExactly("c", "b", "d", "a");
    assertThat(explanation.features())
        .extracting(Explanation.Feature::count)
        .containsExactly(3, 2, 1, 1);
    assertThat(explanation.features().getLast().weight()).isEqualTo(1.0);
    assertThat(explanation.features().getLast().hash()).isEqualTo("e6c632b61e964e1f");
  }

  @Test
  void theCaseAndOrderOfWordsDoNotMatter() {
    Seeds.random(random -> {
      for (int i = 0; i < 100; i++) {
        List<String> words = new ArrayList<>();
        for (int j = random.nextInt(60); j >= 0; j--) {
          words.add(WORDS[random.nextInt(6)]);
        }
        Sketch sketch = sketch(String.join(" ", words));
        Collections.shuffle(words, new Random(random.nextLong()));

        assertThat(sketch(String.join("\n", words))).isEqualTo(sketch);
        assertThat(sketch(String.join(" ", words).toUpperCase(Locale.ROOT))).isEqualTo(sketch);
      }
    });
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "...!?", "。、", "→■", "\u0301", "\uD83D", "\u200B"})
  void contentWithoutFeaturesIsEmpty(String text) {
    Sketch sketch = sketch(text);

    assertThat(sketch.isEmpty()).isTrue();
    assertThat(sketch.fingerprint()).isEqualTo(Fingerprint.of(0));
    assertThat(PAPER.explain(new Text(text)).features()).isEmpty();
  }

  @Test
  void fewFeaturesAreOfLowConfidence() {
    assertThat(sketch("a b c d e f g").features()).isEqualTo(7);
    assertThat(sketch("a b c d e f g g g").features()).isEqualTo(7);
    assertThat(PAPER.confidentFeatures()).isEqualTo(8);
    assertThat(Profiles.SIMHASH_256_V1.confidentFeatures()).isEqualTo(16);
    assertThat(sketch("a").isEmpty()).isFalse();
  }

  @Test
  void tokensAreUsedUnchanged() {
    assertThat(PAPER.sketch(new Tokens(List.of("the", "cat", "the"))))
        .isEqualTo(sketch("The cat the"));
    assertThat(PAPER.sketch(new Tokens(List.of("The", "cat", "the"))))
        .isNotEqualTo(sketch("The cat the"));
    assertThat(PAPER.sketch(new Tokens(List.of("the cat"))).features()).isEqualTo(1);
    assertThat(PAPER.sketch(new Tokens(List.of("")))).matches(sketch -> !sketch.isEmpty());
    assertThat(PAPER.sketch(new Tokens(List.of())).isEmpty()).isTrue();
  }

  @Test
  void featuresCountByTheirWeights() {
    Sketch heavy = PAPER.sketch(features("美国", 4, "区", 5, "称", 0.5));

    assertThat(heavy.features()).isEqualTo(3);
    assertThat(PAPER.sketch(features("称", 0.5, "区", 5, "美国", 4))).isEqualTo(heavy);
    assertThat(PAPER.sketch(features("a", 1, "b", 1_000))).isEqualTo(withFeatures("b", 2));
    assertThat(PAPER.sketch(features("a", 1_000, "b", 1))).isEqualTo(withFeatures("a", 2));
    assertThat(PAPER.sketch(features("a", 1.0, "b", 2.0, "c", 2.0)))
        .isEqualTo(PAPER.sketch(features("a", 0.5, "b", 1.0, "c", 1.0)));
    assertThat(PAPER.sketch(new Features(List.of())).isEmpty()).isTrue();
  }

  @Test
  void theWeightsOfEqualFeaturesAddUp() {
    Content twice = features("a", 2, "b", 3, "a", 2);
    Content once = features("a", 4, "b", 3);

    assertThat(PAPER.sketch(twice)).isEqualTo(PAPER.sketch(once)).isEqualTo(withFeatures("a", 2));
    assertThat(PAPER.explain(twice).columns()).isEqualTo(PAPER.explain(once).columns());
    assertThat(PAPER.explain(twice).features().getFirst().count()).isEqualTo(2);
  }

  @Test
  void theLightestFeatureStillVotes() {
    assertThat(PAPER.sketch(features("a", 0x1p-16))).isEqualTo(withFeatures("a", 1));
    assertThat(PAPER.sketch(features("a", WeightedFeature.MAX_WEIGHT)))
        .isEqualTo(withFeatures("a", 1));
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {
        -Double.MIN_VALUE,
        -1,
        1_000_000.1,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY
      })
  void rejectsWeightsOutOfRange(double weight) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new WeightedFeature("a", weight))
        .withMessage("weight must be 0 to 1000000, was " + weight);
  }

  @Test
  void contentKeepsACopyOfTheCallersList() {
    List<String> tokens = new ArrayList<>(List.of("a"));
    Tokens content = new Tokens(tokens);
    tokens.add("b");

    assertThat(content.tokens()).containsExactly("a");
  }

  @Test
  void aDefaultDistanceMustFitTheWidth() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Profile("p-v1", "", 64, 65, NONE))
        .withMessage("maxDistance must be 0 to 64 bits, was 65");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Profile("p-v1", "", 64, -1, NONE))
        .withMessage("maxDistance must be 0 to 64 bits, was -1");
  }

  @Test
  void profilesAreFoundByName() {
    Profiles profiles = new Profiles();

    assertThat(profiles.find("paper-v1")).containsSame(PAPER);
    assertThat(profiles.find("paper-v0")).isEmpty();
    assertThat(profiles.all()).contains(PAPER).startsWith(profiles.defaultProfile());
    assertThat(PAPER.bits()).isEqualTo(64);
    assertThat(PAPER.maxDistance()).isEqualTo(3);
  }

  private static Sketch sketch(String text) {
    return PAPER.sketch(new Text(text));
  }

  /// The sketch whose bits equal the hash of one feature.
  private static Sketch withFeatures(String heaviest, int features) {
    return new Sketch(PAPER.sketch(new Tokens(List.of(heaviest))).fingerprint(), features);
  }

  private static Content randomContent(SplittableRandom random) {
    List<String> words = new ArrayList<>();
    for (int i = random.nextInt(random.nextInt(20) == 0 ? 3_000 : 40); i > 0; i--) {
      words.add(
          random.nextInt(3) == 0
              ? Integer.toString(random.nextInt(1_000))
              : WORDS[random.nextInt(WORDS.length)]);
    }
    return switch (random.nextInt(4)) {
      case 0 -> new Text(String.join(" ", words));
      case 1 -> new Html("<title>t</title><p>" + String.join("</p>\n<p>", words));
      case 2 -> new Tokens(words);
      default ->
          new Features(
              words.stream()
                  .map(word -> new WeightedFeature(word, 0.01 + 10 * random.nextDouble()))
                  .toList());
    };
  }

  private static void assertColumnsFollowFromFeatures(Explanation explanation) {
    double[] sums = new double[64];
    for (Explanation.Feature feature : explanation.features()) {
      long hash = Long.parseUnsignedLong(feature.hash(), 16);
      for (int i = 0; i < 64; i++) {
        sums[i] += (hash >>> i & 1) == 1 ? feature.weight() : -feature.weight();
      }
    }
    assertThat(explanation.columns()).hasSize(64);
    for (int i = 0; i < 64; i++) {
      assertThat(explanation.columns().get(i).sum()).isEqualTo(sums[i]);
      assertThat(explanation.fingerprint().bit(i)).isEqualTo(sums[i] > 0);
    }
    assertThat(explanation.features())
        .isSortedAccordingTo(Comparator.comparingDouble(Explanation.Feature::weight).reversed());
  }
}
