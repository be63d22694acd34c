package io.neardup.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CharacterTokenizerTests {

  static Stream<Arguments> texts() {
    return Stream.of(
        Arguments.of(3, "", List.of()),
        Arguments.of(3, "...", List.of()),
        Arguments.of(3, "ab", List.of("ab")),
        Arguments.of(3, "abc", List.of("abc")),
        Arguments.of(3, "abcd", List.of("abc", "bcd")),
        Arguments.of(3, " a, b! ", List.of("a b")),
        Arguments.of(3, "a -- b c", List.of("a b", " b ", "b c")),
        Arguments.of(1, "A b", List.of("a", " ", "b")),
        Arguments.of(2, "相似度", List.of("相似", "似度")),
        Arguments.of(2, "x\u0323\u0301y", List.of("x\u0323\u0301y")),
        Arguments.of(1, "x\u0323q\u0323", List.of("x\u0323", "q\u0323")),
        Arguments.of(2, "\u0323ab", List.of("ab")),
        Arguments.of(2, "𠀀𠀁𪜀", List.of("𠀀𠀁", "𠀁𪜀")),
        Arguments.of(2, "a😀 b", List.of("a😀", "😀 ", " b")),
        Arguments.of(4, "51区", List.of("51区")));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void cutsTextIntoRunsOfCharacters(int n, String text, List<String> tokens) {
    assertThat(Tokens.of(new CharacterTokenizer(n), text)).isEqualTo(tokens);
  }

  @Test
  void rejectsLengthsOutOfRange() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CharacterTokenizer(0))
        .withMessage("n must be 1 to 32 characters, was 0");
    assertThatIllegalArgumentException().isThrownBy(() -> new CharacterTokenizer(33));
  }
}
