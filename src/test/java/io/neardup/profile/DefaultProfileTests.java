package io.neardup.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.profile.Content.Text;
import io.neardup.profile.Content.Tokens;
import java.util.List;
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
}
