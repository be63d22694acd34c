package io.neardup.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.neardup.Seeds;
import io.neardup.SimilarityByDefinition;
import io.neardup.profile.Content;
import io.neardup.profile.Content.WeightedFeature;
import io.neardup.profile.Explanation;
import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import io.neardup.simhash.FeatureVector;
import io.neardup.simhash.Fingerprint;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Against maps of the features by name, as explanations list them.
class WeightedJaccardTests {

  @ParameterizedTest
  @ValueSource(strings = {"simhash-256-v1", "code-v1", "paper-v1", "chinese-v1", "vlhash-128"})
  void agreesWithFeaturesByName(String name) {
    Profile profile = new Profiles().find(name).orElseThrow();
    SplittableRandom random = new SplittableRandom(name.length());
    for (int round = 0; round < Seeds.rounds(300); round++) {
      String a = text(random, random.nextInt(80));
      String b = random.nextInt(4) == 0 ? text(random, 40) : edited(a, random);
      assertThat(similarity(a, b, profile)).isCloseTo(byName(a, b, profile), within(1e-4));
      assertThat(similarity(a, b, profile)).isEqualTo(similarity(b, a, profile));
    }
  }

  @Test
  void weightsOfGivenFeaturesCount() {
    Content a = features(new WeightedFeature("x", 3), new WeightedFeature("y", 1));
    Content b = features(new WeightedFeature("y", 2), new WeightedFeature("z", 1));
    FeatureVector one = Profiles.SIMHASH_256_V1.vector(a);
    assertThat(WeightedJaccard.of(one, Profiles.SIMHASH_256_V1.vector(b))).isEqualTo(1 / 4.5);
    assertThat(WeightedJaccard.of(one, one)).isEqualTo(1);
  }

  @Test
  void onlyRatiosOfWeightsCount() {
    FeatureVector once = FeatureVector.of(new long[] {1, 2, 3}, new long[] {4, 5, 6});
    FeatureVector twice = FeatureVector.of(new long[] {1, 2, 3}, new long[] {8, 10, 12});
    FeatureVector other = FeatureVector.of(new long[] {2, 3, 4}, new long[] {9, 7, 1});
    assertThat(WeightedJaccard.of(once, twice)).isEqualTo(1);
    assertThat(WeightedJaccard.of(once, other)).isEqualTo(WeightedJaccard.of(twice, other));
  }

  @Test
  void isThatOfTheDefinitionWhateverTheWeights() {
    SplittableRandom random = new SplittableRandom(3);
    for (int round = 0; round < Seeds.rounds(300); round++) {
      long most = 1L << 1 + random.nextInt(40);
      FeatureVector a = randomVector(random, most);
      FeatureVector b = randomVector(random, 1L << 1 + random.nextInt(40));
      assertThat(WeightedJaccard.of(a, b))
          .isCloseTo(SimilarityByDefinition.of(a, b), within(1e-12))
          .isEqualTo(WeightedJaccard.of(b, a));
    }
  }

  @Test
  void aPartOfATextHasItsShareOfTheFeatures() {
    String whole = words(0, 100);
    assertThat(similarity(whole, words(0, 60), Profiles.SIMHASH_256_V1))
        .isCloseTo(0.6, within(0.01));
    assertThat(similarity(whole + " " + whole, words(0, 60), Profiles.SIMHASH_256_V1))
        .isCloseTo(0.6, within(0.01));
  }

  @Test
  void theLongestTextsDoNotOverflow() {
    FeatureVector one = FeatureVector.of(new long[] {1, 2}, new long[] {Long.MAX_VALUE / 2, 1});
    FeatureVector other = FeatureVector.of(new long[] {1, 3}, new long[] {Long.MAX_VALUE / 2, 1});
    assertThat(WeightedJaccard.of(one, other)).isEqualTo(1);
    FeatureVector third = FeatureVector.of(new long[] {3, 2}, new long[] {Long.MAX_VALUE / 2, 1});
    assertThat(WeightedJaccard.of(one, third)).isLessThan(1e-18);
  }

  @Test
  void aTextWithoutFeaturesIsLikeNothing() {
    FeatureVector none = Profiles.SIMHASH_256_V1.vector(new Content.Text(" ,. "));
    FeatureVector some = Profiles.SIMHASH_256_V1.vector(new Content.Text("some words"));
    assertThat(WeightedJaccard.of(none, none)).isZero();
    assertThat(WeightedJaccard.of(none, some)).isZero();
  }

  @Test
  void theDistanceEstimatesIt() {
    SplittableRandom random = new SplittableRandom(1);
    double error = 0;
    int rounds = 400;
    for (int round = 0; round < rounds; round++) {
      String a = text(random, 60);
      String b = edited(a, random);
      Profile profile = Profiles.SIMHASH_256_V1;
      Fingerprint fingerprint = profile.sketch(new Content.Text(a)).fingerprint();
      int distance = fingerprint.distance(profile.sketch(new Content.Text(b)).fingerprint());
      error += profile.projection().featureSimilarity(distance, 256) - similarity(a, b, profile);
    }
    assertThat(error / rounds).isCloseTo(0, within(0.02));
  }

  @Test
  void vectorsRefuseRepeatedFeatures() {
    assertThatThrownBy(() -> FeatureVector.of(new long[] {5, 1, 5}, new long[] {1, 1, 1}))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FeatureVector.of(new long[] {5}, new long[] {-1}))
        .isInstanceOf(IllegalArgumentException.class);
    FeatureVector vector = FeatureVector.of(new long[] {5, -1, 7}, new long[] {2, 3, 0});
    assertThat(vector.size()).isEqualTo(2);
    assertThat(vector.hash(0)).isEqualTo(-1);
    assertThat(vector.weight(0)).isEqualTo(3);
  }

  private static Content features(WeightedFeature... features) {
    return new Content.Features(List.of(features));
  }

  private static double similarity(String a, String b, Profile profile) {
    return WeightedJaccard.of(
        profile.vector(new Content.Text(a)), profile.vector(new Content.Text(b)));
  }

  private static double byName(String a, String b, Profile profile) {
    Map<String, Double> inA = weights(a, profile);
    Map<String, Double> inB = weights(b, profile);
    return SimilarityByDefinition.of(inA, inB);
  }

  private static FeatureVector randomVector(SplittableRandom random, long maxWeight) {
    int size = random.nextInt(30);
    long[] hashes = random.longs(0, 40).distinct().limit(size).toArray();
    return FeatureVector.of(hashes, random.longs(size, 0, maxWeight).toArray());
  }

  private static String words(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "word" + i).collect(Collectors.joining(" "));
  }

  private static Map<String, Double> weights(String text, Profile profile) {
    Map<String, Double> weights = new HashMap<>();
    for (Explanation.Feature feature : profile.explain(new Content.Text(text)).features()) {
      weights.put(feature.feature(), feature.weight());
    }
    return weights;
  }

  /// Of few words, so that features are repeated.
  private static String text(SplittableRandom random, int words) {
    return IntStream.range(0, words)
        .mapToObj(i -> "word" + random.nextInt(30))
        .collect(Collectors.joining(" "));
  }

  private static String edited(String text, SplittableRandom random) {
    return text.lines()
        .flatMap(line -> List.of(line.split(" ")).stream())
        .map(word -> random.nextInt(8) == 0 ? "other" + random.nextInt(9) : word)
        .collect(Collectors.joining(" "));
  }
}
