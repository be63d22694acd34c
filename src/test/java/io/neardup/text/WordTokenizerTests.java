package io.neardup.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class WordTokenizerTests {

  static Stream<Arguments> texts() {
    return Stream.of(
        Arguments.of("", List.of()),
        Arguments.of(" \t\r\n\u3000\u0000", List.of()),
        Arguments.of("...!?—。、", List.of()),
        Arguments.of("word", List.of("word")),
        Arguments.of("The cat, the MAT.", List.of("the", "cat", "the", "mat")),
        Arguments.of("don't re-do a_b 3.14", List.of("don", "t", "re", "do", "a", "b", "3", "14")),
        Arguments.of("naïve Straße", List.of("naïve", "straße")),
        Arguments.of("Привет, мир", List.of("привет", "мир")),
        Arguments.of("한국어 문서", List.of("한국어", "문서")),
        Arguments.of("שלום עולם", List.of("שלום", "עולם")),
        Arguments.of("हिन्दी में", List.of("हिन्दी", "में")),
        Arguments.of("相似度", List.of("相", "似", "度")),
        Arguments.of("51区", List.of("51", "区")),
        Arguments.of("iPhone手机", List.of("iphone", "手", "机")),
        Arguments.of("手机iPhone", List.of("手", "机", "iphone")),
        Arguments.of("第3章A", List.of("第", "3", "章", "a")),
        Arguments.of("ラーメン", List.of("ラ", "ー", "メ", "ン")),
        Arguments.of("人々", List.of("人", "々")),
        Arguments.of("二〇二六", List.of("二", "〇", "二", "六")),
        Arguments.of("\u304B\u3099", List.of("\u304C")),
        Arguments.of("ที่นี่", List.of("ที่", "นี่")),
        Arguments.of("ພາສາ", List.of("ພ", "າ", "ສ", "າ")),
        Arguments.of("မြန်", List.of("မြ", "န်")),
        Arguments.of("ខ្មែរ", List.of("ខ្", "មែ", "រ")),
        Arguments.of("𠀀𠀁 𪜀", List.of("𠀀", "𠀁", "𪜀")),
        Arguments.of("𝐁𝐨𝐥𝐝", List.of("bold")),
        Arguments.of("𐐀𐐁x", List.of("𐐨𐐩x")),
        Arguments.of("e\u0323\u0323x", List.of("ẹ\u0323x")),
        Arguments.of("\u0301abc", List.of("abc")),
        Arguments.of(" \u0301abc", List.of("abc")),
        Arguments.of("a\uD83Db\uDE00c", List.of("a", "b", "c")),
        Arguments.of("soft\u00ADhyphen zero\u200Bwidth", List.of("softhyphen", "zerowidth")),
        Arguments.of("٣٤ १२", List.of("٣٤", "१२")));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void cutsTextIntoWords(String text, List<String> tokens) {
    assertThat(Tokens.words(text)).isEqualTo(tokens);
  }

  @Test
  void flagsTokensOfScriptsWithoutSpaces() {
    List<Boolean> spaceless = new ArrayList<>();

    new WordTokenizer()
        .tokenize(NormalizedText.of("51区 한국 ก a"), (text, start, end, is) -> spaceless.add(is));

    assertThat(spaceless).containsExactly(false, true, false, true, false);
  }

  @Test
  void tokensAreMaximalRunsOfTheirKindAndCoverTheText() {
    String alphabet = "aZ9 -.é\u0301ßЖ한相似ぁーกั\u00AD\uD83D\uDE00𠀀𐐀😀🏽☎→";
    Seeds.random(random -> {
      int[] letters = alphabet.codePoints().toArray();
      for (int i = 0; i < 3_000; i++) {
        StringBuilder text = new StringBuilder();
        for (int j = random.nextInt(20); j > 0; j--) {
          text.appendCodePoint(letters[random.nextInt(letters.length)]);
        }
        assertThat(Tokens.words(text.toString()))
            .as("%s", text)
            .isEqualTo(reference(text.toString()));
      }
    });
  }

  /// The tokens, found by regular expressions in the normalised text.
  private static List<String> reference(String text) {
    NormalizedText normalized = NormalizedText.of(text);
    String decoded = normalized.toString();
    String spaceless =
        "[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsThai}\\p{IsLao}\\p{IsKhmer}\\p{IsMyanmar}ー"
            + "&&[\\p{L}\\p{N}]]";
    String word =
        "[\\p{L}\\p{N}&&[^\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsThai}\\p{IsLao}"
            + "\\p{IsKhmer}\\p{IsMyanmar}ー]]";
    return Pattern.compile(
            spaceless + "\\p{M}*|[😀🏽☎]\\p{M}*|" + word + "(?:" + word + "|\\p{M})*")
        .matcher(decoded)
        .results()
        .map(MatchResult::group)
        .toList();
  }
}
