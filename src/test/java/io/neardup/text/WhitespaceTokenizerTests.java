package io.neardup.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class WhitespaceTokenizerTests {

  static Stream<Arguments> texts() {
    return Stream.of(
        Arguments.of("", List.of()),
        Arguments.of(" \t\n\u3000\u00A0\u2028", List.of()),
        Arguments.of("  The cat,\tthe\u00A0MAT. ", List.of("the", "cat,", "the", "mat.")),
        Arguments.of("x=y; if(a)", List.of("x=y;", "if(a)")),
        Arguments.of("相似度\u3000计算", List.of("相似度", "计算")),
        Arguments.of("😀 𠀀", List.of("😀", "𠀀")));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void cutsTextAtWhiteSpace(String text, List<String> tokens) {
    assertThat(Tokens.of(new WhitespaceTokenizer(), text)).isEqualTo(tokens);
  }
}
