package io.neardup.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.profile.Content.Text;
import io.neardup.simhash.Xxh3;
import io.neardup.text.Folding;
import io.neardup.text.NormalizedText;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Profiles with `fold: [lookalikes]`: which texts they find, and that their bits never change.
class LookalikeProfileTests {

  private static final Set<Folding.Fold> LOOKALIKES = EnumSet.of(Folding.Fold.LOOKALIKES);

  private static final String OFFER = "Your PayPal account is limited. Verify it now at our site!";
  private static final String DISGUISED =
      "Yоur РаyРаI ассоunt іs Iіmіtеd. Vеrіfy іt n0w аt оur sіtе!";

  @Test
  void disguisedTextHasTheSameFingerprint() {
    Profile folding = profile(LOOKALIKES, List.of());
    Profile plain = profile(Set.of(), List.of());

    assertThat(folding.sketch(new Text(DISGUISED))).isEqualTo(folding.sketch(new Text(OFFER)));
    assertThat(folding.sketch(new Text(OFFER)).features()).isEqualTo(11);
    assertThat(distance(plain, OFFER, DISGUISED)).isGreaterThan(plain.maxDistance());
  }

  @ParameterizedTest
  @CsvSource({"IN the city AT night, city night", "іn thе сity, city"})
  void stopWordsAreFolded(String text, String without) {
    Profile profile = profile(LOOKALIKES, List.of("en"));

    assertThat(profile.sketch(new Text(text))).isEqualTo(profile.sketch(new Text(without)));
  }

  /// If this fails, a version of ICU4J or of the JDK has changed the table of lookalikes, and
  /// thereby the fingerprints of stored documents: document it in the changelog.
  @Test
  void neverChangesItsBits() {
    assertThat(profile(LOOKALIKES, List.of()).sketch(new Text(DISGUISED)).fingerprint())
        .hasToString("bb55a8bcc7bbda58f75e201fa34dc193");
    assertThat(Long.toHexString(Xxh3.hash(everyCharacterFolded()))).isEqualTo("c60eb4403a8173dd");
  }

  private static String everyCharacterFolded() {
    Folding folding = new Folding(LOOKALIKES, false);
    StringBuilder lines = new StringBuilder();
    for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
      if (Character.isLetterOrDigit(codePoint)) {
        NormalizedText folded = folding.apply(Character.toString(codePoint));
        lines
            .append(new String(folded.bytes(), 0, folded.length(), StandardCharsets.UTF_8))
            .append('\n');
      }
    }
    return lines.toString();
  }

  private static int distance(Profile profile, String one, String other) {
    return profile
        .sketch(new Text(one))
        .fingerprint()
        .distance(profile.sketch(new Text(other)).fingerprint());
  }

  private static Profile profile(Set<Folding.Fold> fold, List<String> stopWords) {
    return new ProfileSpec(
            "spam-v1",
            false,
            fold,
            ProfileSpec.Tokens.WORDS,
            4,
            stopWords,
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
