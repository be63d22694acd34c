package io.neardup.profile;

import static io.neardup.profile.GivenFeatures.features;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.neardup.profile.Content.UnsupportedContentException;
import io.neardup.profile.Content.WeightedFeature;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The profiles of published programs weight and round as those programs do, and report input that
/// they cannot process.
class OriginalsTests {

  private static final Profiles PROFILES = new Profiles();

  @Test
  void roundsFractionsAsThePythonPackageDoes() {
    Profile md5 = profile("md5-char4-64");
    assertThat(md5.sketch(features("a", 0.1, "b", 0.2, "c", 0.3)).fingerprint())
        .hasToString("1144903040035723");
    List<WeightedFeature> many =
        IntStream.range(0, 5000)
            .mapToObj(i -> new WeightedFeature("feature" + i, (i % 7 + 1) * 0.1))
            .toList();
    assertThat(md5.sketch(new Content.Features(many)).fingerprint())
        .hasToString("a45a570ca9720280");
  }

  /// From the tests of the package: 500 features, the first of weight 0.
  @Test
  void acceptsWeight0AsThePythonPackageDoes() {
    List<WeightedFeature> large =
        IntStream.range(0, 500)
            .mapToObj(i -> new WeightedFeature(Integer.toString(i), 50.0 * i))
            .toList();
    assertThat(profile("md5-char4-64").sketch(new Content.Features(large)).fingerprint().word(0))
        .isEqualTo(3372825719632739723L);
  }

  @Test
  void namesContentThatTheMersenneTwisterProfileRejects() {
    Profile mt = profile("mt19937-char-32");
    assertThatExceptionOfType(UnsupportedContentException.class)
        .isThrownBy(() -> mt.sketch(new Content.Text("naïve")))
        .withMessage(
            "must be ASCII for profile mt19937-char-32, has U+00EF; choose another profile");
    assertThatExceptionOfType(UnsupportedContentException.class)
        .isThrownBy(() -> mt.sketch(new Content.Tokens(List.of("ab"))))
        .withMessageContaining("single ASCII characters");
  }

  @Test
  void flagsTextsWithoutFeatures() {
    for (String name : List.of("java-hashcode-32", "vlhash-128", "md5-char4-64")) {
      Sketch sketch = profile(name).sketch(new Content.Text(""));
      assertThat(sketch.isEmpty()).as(name).isTrue();
      assertThat(profile(name).confidentFeatures()).as(name).isPositive();
    }
  }

  private static Profile profile(String name) {
    return PROFILES.find(name).orElseThrow();
  }
}
