package io.neardup.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class CodeTokenizerTests {

  static Stream<Arguments> programs() {
    return Stream.of(
        Arguments.of("", List.of()),
        Arguments.of(" \t\r\n{};\u0000", List.of()),
        Arguments.of("int x=1;", List.of("int", "x", "=", "1")),
        Arguments.of("a+=b", List.of("a", "+", "=", "b")),
        Arguments.of("Node node", List.of("Node", "node")),
        Arguments.of("a_b $c d9", List.of("a_b", "$c", "d9")),
        Arguments.of("größe 变量 имя", List.of("größe", "变量", "имя")),
        Arguments.of("ｉｎｔ", List.of("int")),
        Arguments.of("a😀b → c", List.of("a", "b", "c")),
        Arguments.of("a\uD83Db\uDE00", List.of("a", "b")));
  }

  static Stream<Arguments> comments() {
    return Stream.of(
        Arguments.of("a // b\nc", List.of("a", "c")),
        Arguments.of("a /* b\n * c */ d", List.of("a", "d")),
        Arguments.of("a /**/ b /***/ c /*/ d */ e", List.of("a", "b", "c", "e")),
        Arguments.of("a /* b", List.of("a")),
        Arguments.of("a / b * c", List.of("a", "/", "b", "*", "c")),
        Arguments.of("# a\nb # c\nd", List.of("b", "d")),
        Arguments.of("  #!/bin/sh\nb", List.of("b")),
        Arguments.of(
            "def f():\n  '''what\n  it does'''\n  g", List.of("def", "f", "(", ")", ":", "g")),
        Arguments.of("\"\"\" never closed", List.of()),
        Arguments.of("s = '''not\none'''", List.of("s", "=", "'''not\none'''")));
  }

  static Stream<Arguments> directives() {
    return Stream.of(
        Arguments.of(
            "#include <a.h> // b\nc", List.of("#", "include", "<", "a", ".", "h", ">", "c")),
        Arguments.of(" # define A #x\nb #c", List.of("#", "define", "A", "#", "x", "b")),
        Arguments.of(
            "#define A \\\n  a ## b", List.of("#", "define", "A", "\\", "a", "#", "#", "b")),
        Arguments.of(
            "#define A \\\r\n a # b\r\nc # d",
            List.of("#", "define", "A", "\\", "a", "#", "b", "c")),
        Arguments.of("#ifs a\nb", List.of("b")),
        Arguments.of("this.#count", List.of("this", ".", "#", "count")));
  }

  static Stream<Arguments> literals() {
    return Stream.of(
        Arguments.of("f(\"a b\", 'c')", List.of("f", "(", "\"a b\"", ",", "'c'", ")")),
        Arguments.of("\"http://a /* b\"", List.of("\"http://a /* b\"")),
        Arguments.of("\"a\\\"b\" c", List.of("\"a\\\"b\"", "c")),
        Arguments.of("\"\" ''", List.of("\"\"", "''")),
        Arguments.of("\"open\nb", List.of("\"open", "b")),
        Arguments.of("'open\\", List.of("'open\\")),
        Arguments.of("`a\n${b}` c", List.of("`a\n${b}`", "c")));
  }

  static Stream<Arguments> numbers() {
    return Stream.of(
        Arguments.of("1 2.5 .5 3.14f", List.of("1", "2.5", ".5", "3.14f")),
        Arguments.of("1e-9 1E+9 1e", List.of("1e-9", "1E+9", "1e")),
        Arguments.of("0xFE+1 0x1p-3", List.of("0xFE", "+", "1", "0x1p-3")),
        Arguments.of("1'000 1_000 1'a", List.of("1'000", "1_000", "1", "'a")),
        Arguments.of("a-1 a.b x1", List.of("a", "-", "1", "a", ".", "b", "x1")));
  }

  @ParameterizedTest
  @MethodSource({"programs", "comments", "directives", "literals", "numbers"})
  void cutsProgramsIntoTokens(String program, List<String> tokens) {
    assertThat(Tokens.code(program)).isEqualTo(tokens);
  }

  @ParameterizedTest
  @CsvSource({
    "'if(a){b();}', 'if ( a )  b( )'",
    "'f(x);  // once', 'f(x) /* twice */'",
    "'f(x)  # once', 'f(x)'",
    "'int a;int b;', 'int a\n\n;\n{int b}'"
  })
  void layoutAndCommentsDoNotMatter(String one, String other) {
    assertThat(Tokens.code(one)).isEqualTo(Tokens.code(other)).isNotEmpty();
  }

  /// For any text, every token follows the previous one, and none is empty.
  @Test
  void readsAnyTextFromItsFirstByteToItsLast() {
    String[] parts = {
      "#", "/", "*", "\"", "'", "`", "\\", "\n", "\r", " ", ".", "0x", "1", "e", "+", "if",
      "define", "é", "相", "😀", "\uD83D", "\u0301", "{", ";", "_"
    };
    Seeds.random(random -> {
      for (int i = 0; i < 20_000; i++) {
        StringBuilder text = new StringBuilder();
        for (int j = random.nextInt(25); j > 0; j--) {
          text.append(parts[random.nextInt(parts.length)]);
        }
        NormalizedText normalized = NormalizedText.withCase(text.toString());
        int[] last = {0};
        new CodeTokenizer()
            .tokenize(
                normalized,
                (bytes, start, end, spaceless) -> {
                  assertThat(start).as("%s", text).isBetween(last[0], end - 1);
                  assertThat(end).as("%s", text).isLessThanOrEqualTo(normalized.length());
                  assertThat(bytes[start]).as("%s", text).matches(b -> (b & 0xC0) != 0x80);
                  last[0] = end;
                });
      }
    });
  }
}
