package io.neardup.profile;

import static io.neardup.profile.GivenFeatures.features;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.neardup.profile.Content.UnsupportedContentException;
import io.neardup.simhash.Columns;
import io.neardup.simhash.Xxh3;
import io.neardup.text.Normalization;
import io.neardup.text.WordTokenizer;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Weights given by clients: which of them count, and which are too small for fixed point.
class WeightedFeatureTests {

  private static final Profiles PROFILES = new Profiles();

  @Test
  void aFeatureOfWeight0CountsNothing() {
    for (Profile profile : PROFILES.all()) {
      Content without = features("a", 2, "b", 3);
      Content with = features("x", 0, "a", 2, "y", -0.0, "b", 3);
      assertThat(profile.sketch(with)).as(profile.name()).isEqualTo(profile.sketch(without));
      assertThat(profile.explain(with)).as(profile.name()).isEqualTo(profile.explain(without));
      assertThat(profile.sketch(features("a", 0)).isEmpty()).as(profile.name()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.MIN_VALUE, 1e-9, 0.00001525})
  void refusesWeightsBelowFixedPoint(double weight) {
    for (String name : List.of("paper-v1", "simhash-256-v1", "chinese-v1")) {
      Profile profile = PROFILES.find(name).orElseThrow();
      for (Consumer<Content> use : List.<Consumer<Content>>of(profile::sketch, profile::explain)) {
        assertThatExceptionOfType(UnsupportedContentException.class)
            .isThrownBy(() -> use.accept(features("b", 1, "a", weight)))
            .withMessage(
                "must have weights of 0, or of 0.0000152587890625 (1/65536) and more, 'a' has "
                    + weight
                    + "; multiply all weights by one factor, since only their ratios count");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-300, 1e-9, 0.00001525})
  void publishedProgramsAcceptAnyWeight(double weight) {
    Profile original = PROFILES.find("md5-char4-64").orElseThrow();
    assertThat(original.sketch(features("b", 2 * weight, "a", weight)))
        .isEqualTo(original.sketch(features("b", 2, "a", 1)));
  }

  /// For example, the weights of an idf table in which every word occurs in all documents.
  @Test
  void featuresOfWeight0AloneMakeAnEmptyText() {
    for (SimHash simHash : List.of(SimHash.dense(64), SimHash.sparse(64))) {
      ComposedRecipe recipe =
          new ComposedRecipe(
              Normalization.MARKED,
              new WordTokenizer(),
              List.of(1),
              (hash, count) -> hash == Xxh3.hash("the") ? 0 : Columns.ONE,
              simHash);
      assertThat(recipe.sketch(new Content.Text("the the the")).isEmpty()).isTrue();
      assertThat(recipe.sketch(new Content.Text("the cat")).isEmpty()).isFalse();
    }
  }
}
