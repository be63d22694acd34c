package io.neardup.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.GoldenVector;
import io.neardup.profile.Content.Text;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The bits of built-in profiles never change.
class GoldenVectorTests {

  private static final Map<String, Profile> BUILT_IN =
      new Profiles().all().stream().collect(Collectors.toMap(Profile::name, Function.identity()));

  static Stream<GoldenVector> vectors() {
    return GoldenVector.all();
  }

  static List<String> profiles() {
    return BUILT_IN.keySet().stream().sorted().toList();
  }

  @ParameterizedTest(name = "{index}")
  @MethodSource("vectors")
  void sketchAndExplanationHaveTheGoldenBits(GoldenVector vector) {
    Profile profile = BUILT_IN.get(vector.profile());
    Content text = new Text(vector.text());
    assertThat(profile.sketch(text).fingerprint()).hasToString(vector.fingerprint());
    assertThat(profile.explain(text).fingerprint()).hasToString(vector.fingerprint());
  }

  @ParameterizedTest
  @MethodSource("profiles")
  void everyProfileHasVectorsOfManyTexts(String profile) {
    assertThat(GoldenVector.of(profile)).extracting(GoldenVector::text).hasSizeGreaterThan(10);
  }

  @Test
  void vectorsOfWordsAndPairsAreOfEveryKindOfText() {
    assertThat(GoldenVector.of("simhash-256-v1")).hasSize(41);
    assertThat(GoldenVector.of("simhash-512-v1")).hasSize(41);
    assertThat(GoldenVector.of("paper-v1")).hasSize(26);
  }
}
