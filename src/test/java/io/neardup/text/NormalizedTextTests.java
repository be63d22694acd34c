package io.neardup.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import java.lang.Character.UnicodeScript;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NormalizedTextTests {

  @ParameterizedTest
  @CsvSource({
    "'Hello, WORLD 42!', 'hello, world 42!'",
    "CAFÉ, café",
    "Ｃafé, café",
    "ＡＢＣ１２３, abc123",
    "ﬁne ﬂow oﬃce, fine flow office",
    "①②, 12",
    "x², x2",
    "ℌ, h",
    "㎏, kg",
    "ÀÇÑ, àçñ",
    "ПРИВЕТ, привет",
    "ΑΒΓ, αβγ",
    "ẞß, ßß",
    "𐐀𐐨, 𐐨𐐨",
    "ǅǄǆ, 'ǆǆǆ'",
    "ﾊﾝｶｸ, ハンカク",
    "ｶﾞ, ガ",
    "㍿, 株式会社",
    "相似度, 相似度"
  })
  void foldsWidthLigaturesAndCase(String text, String normalized) {
    assertThat(normalize(text)).isEqualTo(Normalizer.normalize(normalized, Normalizer.Form.NFKC));
  }

  @ParameterizedTest
  @CsvSource({
    "ΟΔΥΣΣΕΥΣ, οδυσσευς", // final sigma
    "Kelvin, \u212Aelvin",
    "Ångström, \u212Bngstr\u00F6m",
    "message, me\u017F\u017Fage", // long s
    "istanbul, \u0130STANBUL", // dotted capital I
    "irak, \u0131rak", // dotless small i
    "café, cafe\u0301",
    "ᾳ, α\u0345",
    "ΐ, Ϊ\u0301",
    "ǰ, J\u030C",
    "한국어, \u1112\u1161\u11AB\u1100\u116E\u11A8\u110B\u1165"
  })
  void equivalentSpellingsHaveEqualBytes(String one, String other) {
    assertThat(normalize(other)).isEqualTo(normalize(one));
  }

  @ParameterizedTest
  @CsvSource({
    "Node node, Node node",
    "Ｎode, Node",
    "CAFE\u0301, CAFÉ",
    "ﬁne\u200B, fine",
    "a\uD83Db, a\uFFFDb"
  })
  void keepsCaseOnRequest(String text, String normalized) {
    assertThat(NormalizedText.withCase(text)).hasToString(normalized);
  }

  @ParameterizedTest
  @CsvSource({
    "'Café, NAÏVE Ångström', 'cafe, naive angstrom'",
    "Z\u0351\u036Ba\u0300\u0321l\u0335g\uFE20o, zalgo",
    "Việt Nam, viet nam",
    "Ὀδυσσεύς ᾳ α\u0345, οδυσσευσ α α",
    "Ёлка и й, елка и и",
    "שָׁלוֹם \uFB2A, שלום ש",
    "'مُحَمَّدٌ كـــتاب أإآ\uFE71\uFE77', 'محمد كتاب ااا'",
    "İstanbul, istanbul",
    "'a´b ¨', 'a b  '"
  })
  void dropsMarksOfAlphabetsOnRequest(String text, String without) {
    assertThat(unmarked(text)).isEqualTo(normalize(without));
    assertThat(unmarked(Normalizer.normalize(text, Normalizer.Form.NFD))).isEqualTo(unmarked(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "हिन्दी में क़लम",
        "தமிழ் பொ",
        "ภาษาไทย ที่นี่",
        "ភាសាខ្មែរ",
        "မြန်မာ",
        "བོད་ཡིག",
        "が か\u3099 ｶﾞ パ",
        "한국어 \u1112\u1161\u11AB",
        "ß ø ł đ ı",
        "1\uFE0F\u20E3 ★",
        "no marks, but Ｗｉｄｅ ﬁne 文本"
      })
  void keepsMarksOfOtherScriptsAndLettersWithoutDecomposition(String text) {
    assertThat(unmarked(text)).isEqualTo(normalize(text));
    assertThat(unmarked("e\u0301" + text)).isEqualTo("e" + normalize(text));
  }

  @Test
  void marksOfAlphabetsAreAllThoseOfTheirScripts() {
    Set<UnicodeScript> alphabets =
        EnumSet.of(
            UnicodeScript.LATIN,
            UnicodeScript.GREEK,
            UnicodeScript.CYRILLIC,
            UnicodeScript.HEBREW,
            UnicodeScript.ARABIC);
    for (int c = 0; c <= Character.MAX_VALUE; c++) {
      boolean mark = Character.getType(c) == Character.NON_SPACING_MARK;
      UnicodeScript script = UnicodeScript.of(c);
      if (AlphabetMarks.contains(c)) {
        assertThat(mark || c == 0x640).as("U+%04X", c).isTrue();
        assertThat(alphabets.contains(script) || script == UnicodeScript.INHERITED || c == 0x640)
            .as("U+%04X of %s", c, script)
            .isTrue();
      } else {
        assertThat(mark && alphabets.contains(script)).as("U+%04X of %s", c, script).isFalse();
      }
    }
  }

  /// On this rests the choice of the faster way for texts without such marks. `İ` becomes `i` in
  /// both tables.
  @Test
  void theTablesDifferForEveryCharacterWithAMarkOfAlphabets() {
    for (int codePoint = 0xC0; codePoint <= Character.MAX_VALUE; codePoint++) {
      String decomposed = Normalizer.normalize(Character.toString(codePoint), Normalizer.Form.NFKD);
      if (decomposed.codePoints().anyMatch(AlphabetMarks::contains)
          && codePoint != 'İ'
          && !CharacterClass.isIgnorable(codePoint)) {
        assertThat(codePoint >= 0x0900 && codePoint < 0x1AB0).as("U+%04X", codePoint).isFalse();
        assertThat(FoldTable.UNMARKED.of((char) codePoint))
            .as("U+%04X", codePoint)
            .isNotEqualTo(FoldTable.MARKED.of((char) codePoint));
      }
    }
  }

  @Test
  void foldsAllCasesOfALetterToTheSame() {
    for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
      int upper = Character.toUpperCase(codePoint);
      int lower = Character.toLowerCase(codePoint);
      if (upper != codePoint || lower != codePoint) {
        String expected = normalize(Character.toString(codePoint));
        assertThat(normalize(Character.toString(upper)))
            .as("upper case of %x", codePoint)
            .isEqualTo(expected);
        assertThat(normalize(Character.toString(lower)))
            .as("lower case of %x", codePoint)
            .isEqualTo(expected);
        if (codePoint != 0x345) { // a mark whose capital is a letter
          assertThat(unmarked(Character.toString(upper)))
              .as("upper case of %x without marks", codePoint)
              .isEqualTo(unmarked(Character.toString(lower)));
        }
      }
    }
  }

  @Test
  void returnsNormalizedTextUnchanged() {
    for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
      if (codePoint < Character.MIN_SURROGATE || codePoint > Character.MAX_SURROGATE) {
        String once = normalize(Character.toString(codePoint));
        if (!normalize(once).equals(once)) {
          assertThat(normalize(once)).as("twice %x", codePoint).isEqualTo(once);
        }
        String without = unmarked(Character.toString(codePoint));
        if (!unmarked(without).equals(without) || !normalize(without).equals(without)) {
          assertThat(unmarked(without)).as("twice %x without marks", codePoint).isEqualTo(without);
          assertThat(normalize(without)).as("%x without marks", codePoint).isEqualTo(without);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u00AD",
        "\u200B",
        "\u200C",
        "\u200D",
        "\u2060",
        "\uFEFF",
        "\uFE0F",
        "\uDB40\uDD00",
        "\u034F",
        "\u3164",
        "\u202E",
        "\uDB40\uDC41"
      })
  void dropsCodePointsWithoutWidth(String ignorable) {
    assertThat(normalize("near" + ignorable + "dup")).isEqualTo("neardup");
    assertThat(normalize("e" + ignorable + "\u0301")).isEqualTo("é");
    assertThat(normalize(ignorable)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\uD83D", "\uDE00", "\uDE00\uD83D", "a\uD83Db", "é\uDE00é", "\uD83D\uD83D\uDE00"})
  void replacesUnpairedSurrogates(String text) {
    String expected =
        text.codePoints()
            .map(codePoint ->
                Character.getType(codePoint) == Character.SURROGATE ? 0xFFFD : codePoint)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();

    assertThat(normalize(text)).isEqualTo(expected).contains("\uFFFD");
  }

  @Test
  void writesTheUtf8ThatTheJdkWrites() {
    int[] edges = {
      0x00, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFD, 0xFFFF, 0x10000, 0x10FFFF
    };
    Seeds.random(random -> {
      for (int i = 0; i < 2_000; i++) {
        StringBuilder text = new StringBuilder();
        for (int j = random.nextInt(30); j >= 0; j--) {
          text.appendCodePoint(
              random.nextInt(4) == 0
                  ? edges[random.nextInt(edges.length)]
                  : randomCodePoint(random));
        }
        NormalizedText normalized = NormalizedText.of(text.toString());
        String decoded = normalized.toString();

        assertThat(decoded).isEqualTo(reference(text.toString(), Normalizer.Form.NFKC));
        assertThat(unmarked(text.toString()))
            .isEqualTo(reference(text.toString(), Normalizer.Form.NFKD));
        assertThat(decoded.getBytes(StandardCharsets.UTF_8))
            .isEqualTo(Arrays.copyOf(normalized.bytes(), normalized.length()));
      }
    });
  }

  /// With and without a mark, because marks require composition.
  @ParameterizedTest
  @ValueSource(strings = {"", "e\u0301"})
  void unpairedSurrogatesAreNotJoinedByRemovals(String before) {
    assertThat(normalize(before + "\uD83D\u200B\uDE00"))
        .isEqualTo(normalize(before) + "\uFFFD\uFFFD");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0301",
        "\u0301\u0323",
        "\u0323\u0301",
        "\u0344",
        "\u0301\u00AD",
        "\u0301\uFF9E"
      })
  void dropsMarksAfterTheThirtiethOnOneCharacter(String marks) {
    String thirty = marks.repeat(30 / (int) marks.codePoints().filter(c -> c != 0xAD).count());

    assertThat(normalize("q" + marks.repeat(2_000_000))).isEqualTo(normalize("q" + thirty));
    assertThat(normalize("q" + thirty + "q" + thirty)).isEqualTo(normalize("q" + thirty).repeat(2));
    assertThat(normalize("q" + thirty))
        .isNotEqualTo(normalize("q" + thirty.substring(marks.length())));
  }

  @Test
  void sortsLongRunsOfMarksInTime() {
    String marks = "\u0301".repeat(1_000_000) + "\u0323".repeat(1_000_000);

    assertThat(normalize("a" + marks + "b")).isEqualTo("\u00E1" + "\u0301".repeat(29) + "b");
    assertThat(unmarked("a" + marks + "b")).isEqualTo("ab");
    assertThat(unmarked("a" + marks + "\u3099")).isEqualTo("a");
  }

  /// U+0344 becomes two marks: they are counted in the text, before it is normalised.
  @Test
  void keepsMarksThatNormalisationAdds() {
    String text = "J\u030C o" + "\u0344".repeat(20);

    assertThat(normalize(text)).isEqualTo(reference(text, Normalizer.Form.NFKC));
  }

  /// The documented recipe, implemented with methods of the JDK.
  ///
  /// @param form NFKD drops the marks of alphabets
  private static String reference(String text, Normalizer.Form form) {
    StringBuilder kept = new StringBuilder();
    text.codePoints()
        .filter(codePoint -> !CharacterClass.isIgnorable(codePoint))
        .map(c -> Character.getType(c) == Character.SURROGATE ? 0xFFFD : c)
        .forEach(kept::appendCodePoint);
    StringBuilder folded = new StringBuilder();
    String all = Normalizer.normalize(kept, form);
    String some =
        form == Normalizer.Form.NFKC
            ? all
            : all.codePoints()
                .filter(codePoint -> !AlphabetMarks.contains(codePoint))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    Normalizer.normalize(some, Normalizer.Form.NFKC)
        .codePoints()
        .map(codePoint -> Character.toLowerCase(Character.toUpperCase(codePoint)))
        .forEach(folded::appendCodePoint);
    return Normalizer.normalize(folded, Normalizer.Form.NFKC);
  }

  private static int randomCodePoint(SplittableRandom random) {
    return switch (random.nextInt(6)) {
      case 5 -> 0x300 + random.nextInt(0x400);
      case 0 -> random.nextInt(0x80);
      case 1 -> 0xA0 + random.nextInt(0x500);
      case 2 -> 0x4E00 + random.nextInt(0x5000);
      case 3 -> 0xD800 + random.nextInt(0x800);
      default -> random.nextInt(Character.MAX_CODE_POINT + 1);
    };
  }

  private static String unmarked(String text) {
    return NormalizedText.withoutMarks(text).toString();
  }

  private static String normalize(String text) {
    return NormalizedText.of(text).toString();
  }

  @Test
  void foldsEachCharacterAsItWouldAmongOthers() {
    for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
      if (codePoint < 0x20000 || codePoint % 251 == 0 || (codePoint >> 12) == 0x2F) {
        String text = "x" + Character.toString(codePoint) + "\u00E9y";
        assertThat(NormalizedText.of(text))
            .as("U+%04X", codePoint)
            .satisfies(folded ->
                assertThat(folded.toString())
                    .isEqualTo(NormalizedText.compose(text, FoldTable.MARKED).toString()));
        assertThat(unmarked(text))
            .as("U+%04X without marks", codePoint)
            .isEqualTo(NormalizedText.compose(text, FoldTable.UNMARKED).toString());
      }
    }
  }

  @Test
  void recognizesEveryCodePointThatCombinesWithThePrecedingOne() {
    for (int codePoint = 0x80; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
      String text = Character.toString(codePoint);
      String decomposed = Normalizer.normalize(text, Normalizer.Form.NFD);
      int last = decomposed.codePointBefore(decomposed.length());
      boolean joined =
          decomposed.length() > Character.charCount(last)
              && Normalizer.normalize(decomposed, Normalizer.Form.NFC).equals(text);
      if (joined) {
        assertThat(FoldTable.depends(last)).as("U+%04X in U+%04X", last, codePoint).isTrue();
      }
    }
  }
}
