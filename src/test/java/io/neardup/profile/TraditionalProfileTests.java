package io.neardup.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.profile.Content.Text;
import io.neardup.simhash.Fingerprint;
import io.neardup.simhash.Xxh3;
import io.neardup.text.Folding;
import io.neardup.text.Folding.Fold;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Profiles with `fold: [traditional]`: which texts they find, and that their bits never change.
class TraditionalProfileTests {

  private static final String TRADITIONAL = "臺灣的圖書館將於星期一關閉，以便清點書籍、地圖與影片。讀者可以從星期二開始還書。";
  private static final String SIMPLIFIED = "台湾的图书馆将于星期一关闭，以便清点书籍、地图与影片。读者可以从星期二开始还书。";

  @Test
  void aTextInBothScriptsHasTheSameFingerprint() {
    Profile folding = profile(EnumSet.of(Fold.TRADITIONAL));
    Profile plain = profile(Set.of());

    assertThat(fingerprint(folding, TRADITIONAL)).isEqualTo(fingerprint(folding, SIMPLIFIED));
    assertThat(fingerprint(folding, SIMPLIFIED)).isEqualTo(fingerprint(plain, SIMPLIFIED));
    assertThat(fingerprint(plain, TRADITIONAL).distance(fingerprint(plain, SIMPLIFIED)))
        .isGreaterThan(plain.maxDistance());
  }

  /// If this fails, a version of ICU4J has changed its transform, and thereby the fingerprints of
  /// stored documents: document it in the changelog.
  @Test
  void neverChangesItsBits() {
    Folding folding = new Folding(EnumSet.of(Fold.TRADITIONAL), false);
    StringBuilder all = new StringBuilder();
    for (char c = 0x3400; c <= 0x9FFF; c++) {
      all.append(c);
    }
    assertThat(Long.toHexString(Xxh3.hash(folding.apply(all.toString()).toString())))
        .isEqualTo("e2dd69ba94a25724");
  }

  private static Fingerprint fingerprint(Profile profile, String text) {
    return profile.sketch(new Text(text)).fingerprint();
  }

  private static Profile profile(Set<Folding.Fold> fold) {
    return new ProfileSpec(
            "spam-v1",
            false,
            fold,
            ProfileSpec.Tokens.WORDS,
            4,
            List.of(),
            List.of(1),
            ProfileSpec.Weights.LOG,
            null,
            Projection.DENSE,
            128,
            false,
            29)
        .build();
  }
}
