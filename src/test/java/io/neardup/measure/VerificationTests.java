package io.neardup.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.profile.Profiles;
import org.junit.jupiter.api.Test;

class VerificationTests {

  private static final Verification USUAL = Verification.of(Profiles.SIMHASH_256_V1, 54);

  @Test
  void defaultsOfProfiles() {
    assertThat(USUAL).isEqualTo(new Verification(0.54, 30, 64, 54));
    assertThat(Verification.of(Profiles.SIMHASH_512_V1, 114))
        .isEqualTo(new Verification(0.54, 80, 134, 114));
    assertThat(Verification.of(Profiles.Special.CODE_V1, 61))
        .isEqualTo(new Verification(0.48, 36, 71, 61));
    assertThat(Verification.of(Profiles.Special.POSTS_V1, 108))
        .isEqualTo(new Verification(0.56, 74, 128, 108));
    assertThat(Verification.isPossible(Profiles.SIMHASH_256_V1)).isTrue();
    assertThat(Verification.isPossible(Profiles.PAPER_V1)).isFalse();
  }

  @Test
  void aSmallerDistanceOfACollectionAsksForALargerSimilarity() {
    assertThat(Verification.of(Profiles.SIMHASH_256_V1, 22))
        .isEqualTo(new Verification(0.81, 5, 32, 22));
    assertThat(Verification.of(Profiles.SIMHASH_256_V1, 0))
        .isEqualTo(new Verification(1, -1, 10, 0));
    assertThat(Verification.of(Profiles.SIMHASH_256_V1, 256).minSimilarity()).isZero();
  }

  @Test
  void anotherSimilarityMovesTheDistances() {
    assertThat(USUAL.withMinSimilarity(0.44, 256)).isEqualTo(new Verification(0.44, 40, 76, 66));
    assertThat(USUAL.withMinSimilarity(0.8, 256)).isEqualTo(new Verification(0.8, 6, 64, 23));
    assertThat(USUAL.withMinSimilarity(1, 256)).isEqualTo(new Verification(1, -1, 64, 0));
    assertThat(USUAL.within(50)).isEqualTo(new Verification(0.54, 30, 50, 50));
    assertThat(USUAL.within(20)).isEqualTo(new Verification(0.54, 20, 20, 20));
  }

  @Test
  void decidesBySimilarityAndOtherwiseByDistance() {
    assertThat(USUAL.isUnclear(30)).isFalse();
    assertThat(USUAL.isUnclear(31)).isTrue();
    assertThat(USUAL.accepts(30, null)).isTrue();
    assertThat(USUAL.accepts(54, null)).isTrue();
    assertThat(USUAL.accepts(55, null)).isFalse();
    assertThat(USUAL.accepts(64, 0.54)).isTrue();
    assertThat(USUAL.accepts(31, 0.539)).isFalse();
    assertThat(USUAL.accepts(65, 1.0)).isFalse();
  }
}
