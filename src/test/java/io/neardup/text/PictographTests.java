package io.neardup.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Emoji and other pictographs are tokens, one per code point.
class PictographTests {

  static Stream<Arguments> texts() {
    return Stream.of(
        Arguments.of("😀", List.of("😀")),
        Arguments.of("😀😀 🎉", List.of("😀", "😀", "🎉")),
        Arguments.of("a😀b", List.of("a", "😀", "b")),
        Arguments.of("great👍, 5🎉", List.of("great", "👍", "5", "🎉")),
        Arguments.of("好😀的", List.of("好", "😀", "的")),
        Arguments.of("#🎉party", List.of("🎉", "party")),
        Arguments.of("❤️ ❤", List.of("❤", "❤")),
        Arguments.of("👍🏽", List.of("👍", "🏽")),
        Arguments.of("👩‍👩‍👧", List.of("👩", "👩", "👧")),
        Arguments.of("🏳️‍🌈", List.of("🏳", "🌈")),
        Arguments.of("🇩🇪🇫🇷", List.of("🇩", "🇪", "🇫", "🇷")),
        Arguments.of("🏴󠁧󠁢󠁥󠁮󠁧󠁿", List.of("🏴")),
        Arguments.of("1️⃣2️⃣ #️⃣", List.of("1\u20E32\u20E3")),
        Arguments.of("😀\u0301x", List.of("😀\u0301", "x")),
        Arguments.of("★★☆ ✓ ✔ ☎ ♥ ♪ ✂", List.of("★", "★", "☆", "✓", "✔", "☎", "♥", "♪", "✂")),
        Arguments.of(
            "⌚⏰⭐⭕⬛⬜◽◾➕➿", "⌚⏰⭐⭕⬛⬜◽◾➕➿".codePoints().mapToObj(Character::toString).toList()),
        Arguments.of("Acme™ Ⓜ ㊗ ①", List.of("acmetm", "m", "祝", "1")),
        Arguments.of("🄰 🈁 \uD83E\uDFF1", List.of("a", "コ", "コ", "1")),
        Arguments.of("❶❷", List.of("❶❷")));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void cutsAtEachPictograph(String text, List<String> tokens) {
    assertThat(Tokens.words(text)).isEqualTo(tokens);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "© ® ° § ¶",
        "→ ← ⇒ ➜ ➤ ➡",
        "■ □ ● ○ ▶ ▪ ◆",
        "| ─ ━ ║ ▓ ❘",
        "• · « » ❝ ❞ ❯",
        "€ + = ~"
      })
  void layoutSignsSeparateTokens(String text) {
    assertThat(Tokens.words("a " + text + " b")).containsExactly("a", "b");
  }

  @Test
  void pictographsAreNotOfAScriptWithoutSpaces() {
    List<Boolean> spaceless = new ArrayList<>();

    new WordTokenizer()
        .tokenize(NormalizedText.of("好😀"), (text, start, end, is) -> spaceless.add(is));

    assertThat(spaceless).containsExactly(true, false);
    assertThat(Tokens.bigrams("你好😀😀是")).containsExactly("你好", "😀", "😀", "是");
  }

  @Test
  void everyEmojiExceptLayoutSignsIsAToken() {
    String none =
        IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
            .filter(Character::isEmoji)
            .filter(codePoint -> isNormalized(codePoint) && !Character.isDigit(codePoint))
            .filter(codePoint -> CharacterClass.of(codePoint) != CharacterClass.PICTOGRAPH)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();

    assertThat(none).isEqualTo("#*©®↔↕↖↗↘↙↩↪▪▫▶◀◻◼➡⤴⤵⬅⬆⬇〰〽");
  }

  @Test
  void unassignedEmojiAreTokens() {
    assertThat(
            IntStream.rangeClosed(0x1F300, Character.MAX_CODE_POINT)
                .filter(Character::isExtendedPictographic)
                .filter(codePoint -> CharacterClass.of(codePoint) != CharacterClass.PICTOGRAPH))
        .isEmpty();
  }

  @Test
  void pictographAfterAsciiIsReadAlikeInBlocksAndOneByOne() {
    for (int length = 0; length <= 130; length++) {
      String before = "x".repeat(length);
      String text = before + "😀" + "y".repeat(130) + " z";
      List<String> expected = new ArrayList<>(List.of("😀", "y".repeat(130), "z"));
      if (length > 0) {
        expected.addFirst(before);
      }
      assertThat(Tokens.words(text)).isEqualTo(expected);
    }
  }

  private static boolean isNormalized(int codePoint) {
    return Normalizer.isNormalized(Character.toString(codePoint), Normalizer.Form.NFKC);
  }
}
