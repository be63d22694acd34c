package io.neardup.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.profile.Content.Features;
import io.neardup.profile.Content.Text;
import io.neardup.profile.Content.Tokens;
import io.neardup.profile.Content.WeightedFeature;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// `minhash-256-v1` and `minhash-512-v1` never change their bits, and do what their recipe says.
class MinHashProfileTests {

  private static final String TEXT =
      "The cat sat on the mat, and the cat sat on the hat: the mat, the cat and 42 hats.";

  static Stream<Profile> profiles() {
    return Stream.of(Profiles.MINHASH_256_V1, Profiles.MINHASH_512_V1);
  }

  static Stream<Arguments> goldenVectors() throws IOException {
    Stream.Builder<Arguments> vectors = Stream.builder();
    for (Profile profile : profiles().toList()) {
      try (InputStream tsv =
          Objects.requireNonNull(
              MinHashProfileTests.class.getResourceAsStream(
                  "/golden/" + profile.name() + ".tsv"))) {
        new String(tsv.readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .map(line -> line.split("\t", -1))
            .forEach(columns -> vectors.add(Arguments.of(profile, columns[0], columns[1])));
      }
    }
    return vectors.build();
  }

  @ParameterizedTest(name = "{index}")
  @MethodSource("goldenVectors")
  void neverChangesItsBits(Profile profile, String text, String fingerprint) {
    Content content = new Text(text);
    assertThat(profile.sketch(content).fingerprint()).hasToString(fingerprint);
    assertThat(profile.explain(content).fingerprint()).hasToString(fingerprint);
  }

  @Test
  void hasVectorsForBoth() throws IOException {
    assertThat(goldenVectors()).hasSize(50);
  }

  /// Every column looks at every feature in each of so many rounds that no column can be empty.
  @ParameterizedTest
  @MethodSource("profiles")
  void doesWhatTheRecipeSays(Profile profile) {
    List<String> words = List.of(TEXT.toLowerCase(Locale.ROOT).split("[^a-z0-9]+"));
    Map<Long, Integer> pairs = new HashMap<>();
    for (int i = 1; i < words.size(); i++) {
      pairs.merge(pair(hash(words.get(i - 1)), hash(words.get(i))), 1, Integer::sum);
    }
    double[] first = new double[profile.bits()];
    Arrays.fill(first, Double.MAX_VALUE);
    boolean[] bits = new boolean[profile.bits()];
    pairs.forEach((hash, tf) -> {
      for (int round = 0; round < 20 * profile.bits(); round++) {
        long draw = splitMix(hash, round);
        int column = (int) ((draw >>> 32) * profile.bits() >>> 32);
        double u = (draw >>> 1 & 0x7FFF_FFFF) / 0x1p31;
        double time = (round + u) / (1 + Math.log(tf));
        if (time < first[column]) {
          first[column] = time;
          bits[column] = (draw & 1) == 1;
        }
      }
    });
    Sketch sketch = profile.sketch(new Text(TEXT));
    assertThat(sketch.features()).isEqualTo(pairs.size());
    for (int i = 0; i < bits.length; i++) {
      assertThat(sketch.fingerprint().bit(i)).as("bit %d", i).isEqualTo(bits[i]);
    }
  }

  @ParameterizedTest
  @MethodSource("profiles")
  void explainsWhichFeatureDecidedEachBit(Profile profile) {
    Explanation explanation = profile.explain(new Text(TEXT));

    assertThat(explanation.columns()).isNull();
    assertThat(explanation.deciders()).hasSize(profile.bits());
    Map<String, Long> decided =
        Objects.requireNonNull(explanation.deciders()).stream()
            .collect(Collectors.groupingBy(hash -> hash, Collectors.counting()));
    for (Explanation.Feature feature : explanation.features()) {
      assertThat((long) Objects.requireNonNull(feature.decidedBits()))
          .isEqualTo(decided.getOrDefault(feature.hash(), 0L));
    }
    assertThat(explanation.features())
        .extracting(Explanation.Feature::feature)
        .contains("the cat", "42 hats");
    assertThat(explanation.features())
        .isSortedAccordingTo((x, y) -> Integer.compare(decidedBits(y), decidedBits(x)));
    assertThat(explanation.features().stream().mapToInt(MinHashProfileTests::decidedBits).sum())
        .isEqualTo(profile.bits());
  }

  @Test
  void ofATextWithoutWordsNobodyDecides() {
    Explanation explanation = Profiles.MINHASH_256_V1.explain(new Text("?!"));

    assertThat(explanation.deciders()).isEmpty();
    assertThat(explanation.fingerprint().isZero()).isTrue();
    assertThat(Profiles.MINHASH_256_V1.sketch(new Text("?!")).isEmpty()).isTrue();
  }

  @Test
  void weightsOfEqualFeaturesAddUpAndTheirUnitDoesNotMatter() {
    Sketch sketch = features("a", 1, "b", 2, "a", 1, "c", 2);

    assertThat(sketch.features()).isEqualTo(3);
    assertThat(sketch).isEqualTo(features("a", 2, "b", 2, "c", 2));
    assertThat(sketch).isEqualTo(features("c", 1, "b", 1, "a", 1));
    assertThat(sketch).isNotEqualTo(features("a", 1, "b", 2, "c", 3));
  }

  @Test
  void tokensAreAsTheWordsOfAText() {
    assertThat(Profiles.MINHASH_256_V1.sketch(new Tokens(List.of("the", "cat", "sat"))))
        .isEqualTo(Profiles.MINHASH_256_V1.sketch(new Text("The cat sat!")));
  }

  @Test
  void anExplanationHasEitherColumnsOrDeciders() {
    Explanation explanation = Profiles.MINHASH_256_V1.explain(new Text(TEXT));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new Explanation(explanation.features(), null, null, explanation.fingerprint()));
  }

  private static int decidedBits(Explanation.Feature feature) {
    return Objects.requireNonNull(feature.decidedBits());
  }

  private static Sketch features(Object... namesAndWeights) {
    Stream.Builder<WeightedFeature> features = Stream.builder();
    for (int i = 0; i < namesAndWeights.length; i += 2) {
      features.add(
          new WeightedFeature((String) namesAndWeights[i], (Integer) namesAndWeights[i + 1]));
    }
    return Profiles.MINHASH_256_V1.sketch(new Features(features.build().toList()));
  }

  private static long hash(String word) {
    return Hashing.xxh3_64().hashBytesToLong(word.getBytes(StandardCharsets.UTF_8));
  }

  private static long pair(long first, long second) {
    long factor = 0xD6E8FEB86659FD93L;
    long mixed = (Long.rotateLeft(first, 23) + second) * factor;
    mixed = (mixed ^ mixed >>> 32) * factor;
    return mixed ^ mixed >>> 32;
  }

  /// The SplitMix64 generator's output number `index` from `hash`.
  private static long splitMix(long hash, int index) {
    long z = hash + (index + 1) * 0x9E3779B97F4A7C15L;
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }
}
