package io.neardup.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class UnicodeWordTokenizerTests {

  private static final Tokenizer WORDS = new UnicodeWordTokenizer();

  static Stream<Arguments> texts() {
    return Stream.of(
        Arguments.of("", List.of()),
        Arguments.of(" ...!?。", List.of()),
        Arguments.of("The cat, the MAT.", List.of("the", "cat", "the", "mat")),
        Arguments.of("can't 3.14 1,000 a_b", List.of("can't", "3.14", "1,000", "a_b")),
        Arguments.of("naïve Straße Привет", List.of("naïve", "straße", "привет")),
        Arguments.of("相似度", List.of("相", "似", "度")),
        Arguments.of("ひらカタカナ", List.of("ひ", "ら", "カタカナ")),
        Arguments.of("한국어 문서", List.of("한국어", "문서")),
        Arguments.of("ที่นี่", List.of("ที่นี่")),
        Arguments.of("𠀀𠀁 word", List.of("𠀀", "𠀁", "word")),
        Arguments.of("a😀 🎉b ❤️", List.of("a", "😀", "🎉", "b", "❤")),
        Arguments.of("a😀b", List.of("a", "😀", "b")));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void cutsTextByTheRulesOfUnicode(String text, List<String> tokens) {
    assertThat(Tokens.of(WORDS, text)).isEqualTo(tokens);
  }

  @Test
  void flagsTokensOfScriptsWithoutSpaces() {
    List<Boolean> spaceless = new ArrayList<>();

    WORDS.tokenize(NormalizedText.of("相 ひ カナ a"), (text, start, end, is) -> spaceless.add(is));

    assertThat(spaceless).containsExactly(true, true, false, false);
  }

  @Test
  void cutsAWordThatIsTooLong() {
    assertThat(Tokens.of(WORDS, "a".repeat(600)))
        .extracting(String::length)
        .containsExactly(255, 255, 90);
  }
}
