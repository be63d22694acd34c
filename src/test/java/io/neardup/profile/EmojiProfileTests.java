package io.neardup.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.profile.Content.Text;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Texts that consist of emoji have a fingerprint in every profile over words.
class EmojiProfileTests {

  private static final List<String> TEXTS =
      List.of(
          "😀",
          "🎉",
          "😀🎉",
          "🇩🇪",
          "🇫🇷",
          "👩‍👩‍👧",
          "👨‍👩‍👧",
          "👍",
          "👍🏽",
          "👍🏿",
          "❤️",
          "1️⃣",
          "★");

  static Stream<Profile> profilesOverWords() {
    return new Profiles()
        .all().stream().filter(profile -> profile.name().matches("(?!code)[a-z0-9-]+-v1"));
  }

  @ParameterizedTest
  @MethodSource("profilesOverWords")
  void everyTextOfEmojiHasItsOwnFingerprint(Profile profile) {
    assertThat(TEXTS)
        .allMatch(text -> !sketch(profile, text).isEmpty())
        .extracting(text -> sketch(profile, text).fingerprint())
        .doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("profilesOverWords")
  void variationSelectorsDoNotMatter(Profile profile) {
    assertThat(sketch(profile, "I ❤ it").fingerprint())
        .isEqualTo(sketch(profile, "I ❤️ it").fingerprint())
        .isNotEqualTo(sketch(profile, "I it").fingerprint());
  }

  private static Sketch sketch(Profile profile, String text) {
    return profile.sketch(new Text(text));
  }
}
