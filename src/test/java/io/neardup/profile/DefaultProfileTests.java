package io.neardup.profile;

import static org.assertj.core.api.Assertions.assertThat;

import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.profile.Content.Text;
import io.neardup.profile.Content.Tokens;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// `simhash-256-v1` and `simhash-512-v1` follow their recipe.
class DefaultProfileTests {

  private static final String TEXT =
      "The cat sat on the mat, and the cat sat on the hat: the mat, the cat and 42 hats.";

  static Stream<Profile> profiles() {
    return Stream.of(Profiles.SIMHASH_256_V1, Profiles.SIMHASH_512_V1);
  }

  @ParameterizedTest
  @MethodSource("profiles")
  void implementsTheDocumentedRecipe(Profile profile) {
    List<String> words = List.of(TEXT.toLowerCase(Locale.ROOT).split("[^a-z0-9]+"));
    Map<Long, Integer> counts = new HashMap<>();
    for (int i = 0; i < words.size(); i++) {
      counts.merge(hash(words.get(i)), 1, Integer::sum);
      if (i > 0) {
        counts.merge(pair(hash(words.get(i - 1)), hash(words.get(i))), 1, Integer::sum);
      }
    }
    Map<Long, Long> weights = new HashMap<>();
    counts.forEach((hash, tf) -> weights.put(hash, Math.round((1 + Math.log(tf)) * 65_536)));
    long total = weights.values().stream().mapToLong(Long::longValue).sum();
    double[] sums = new double[profile.bits()];
    weights.forEach((hash, weight) -> {
      double share = (double) (weight * profile.bits()) / total;
      for (int round = 0; round < 4 * share; round++) {
        long draw = splitMix(hash, round);
        double time = round * 0x1p32 + (draw & 0xFFFFFFFFL | 1);
        if (time <= Math.floor(share * 0x1p34)) {
          double pull = Math.min(Math.floor(share * 0x1p40 / time), 0x1p18);
          int column = (int) ((draw >>> 32) * profile.bits() >>> 32);
          sums[column] += (draw & 1) == 1 ? Math.pow(pull, 3) : -Math.pow(pull, 3);
        }
      }
    });
    Sketch sketch = profile.sketch(new Text(TEXT));
    assertThat(sketch.features()).isEqualTo(counts.size());
    for (int i = 0; i < sums.length; i++) {
      assertThat(sketch.fingerprint().bit(i)).as("bit %d", i).isEqualTo(sums[i] > 0);
    }
  }

  @ParameterizedTest
  @MethodSource("profiles")
  void explanationNamesTheFeaturesOfEachColumn(Profile profile) {
    Explanation explanation = profile.explain(new Text(TEXT));

    assertThat(explanation.features())
        .extracting(Explanation.Feature::feature)
        .contains("the", "hats", "the cat", "42 hats");
    assertThat(explanation.columns()).hasSize(profile.bits());
    for (Explanation.Column column : explanation.columns()) {
      assertThat(explanation.fingerprint().bit(column.bit())).isEqualTo(column.sum() > 0);
      assertThat(column.pulls()).hasSizeLessThanOrEqualTo(3);
      assertThat(column.pulls())
          .isSortedAccordingTo((p, q) -> Double.compare(Math.abs(q.pull()), Math.abs(p.pull())));
      assertThat(column.pulls().isEmpty() && column.sum() != 0).isFalse();
    }
  }

  /// The purpose of this projection: one feature nearly determines a column.
  @Test
  void strongestFeatureMostlyDecidesItsColumn() {
    Explanation explanation = Profiles.SIMHASH_256_V1.explain(new Text(TEXT));
    long decided =
        explanation.columns().stream()
            .filter(column -> !column.pulls().isEmpty())
            .filter(column -> column.pulls().getFirst().pull() > 0 == column.sum() > 0)
            .count();
    assertThat(decided).isGreaterThan(256 * 9 / 10);
  }

  @Test
  void textWithoutWordsHasNoContributions() {
    Explanation explanation = Profiles.SIMHASH_256_V1.explain(new Text("?!"));

    assertThat(explanation.columns()).allMatch(column -> column.sum() == 0);
    assertThat(explanation.columns()).allMatch(column -> column.pulls().isEmpty());
    assertThat(explanation.fingerprint().isZero()).isTrue();
    assertThat(Profiles.SIMHASH_256_V1.sketch(new Text("?!")).isEmpty()).isTrue();
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
  void tokensEqualTheWordsOfAText() {
    assertThat(Profiles.SIMHASH_256_V1.sketch(new Tokens(List.of("the", "cat", "sat"))))
        .isEqualTo(Profiles.SIMHASH_256_V1.sketch(new Text("The cat sat!")));
  }

  private static Sketch features(Object... namesAndWeights) {
    return Profiles.SIMHASH_256_V1.sketch(GivenFeatures.features(namesAndWeights));
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

  /// The output of the SplitMix64 generator at a position after `hash`.
  private static long splitMix(long hash, int round) {
    long z = hash + (round + 1) * 0x9E3779B97F4A7C15L;
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }
}
