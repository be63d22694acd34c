package io.neardup.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.simhash.Xxh3;
import io.neardup.text.Folding.Fold;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LookalikesTests {

  private static final Set<Fold> LOOKALIKES = EnumSet.of(Fold.LOOKALIKES);

  /// The largest growth of a character in normalisation is from three bytes to 33, in both steps.
  private static final int MOST_BYTES_A_CHAR = 33;

  @ParameterizedTest
  @CsvSource({
    "paypal, pаypаl", // Cyrillic
    "paypal, PАYPАL",
    "paypal, paypaI", // capital I
    "paypal, paypa1",
    "paypal, ｐａｙｐａｌ",
    "paypal, 𝗽𝗮𝘆𝗽𝗮𝗹",
    "paypal, ⓟⓐⓨⓟⓐⓛ",
    "paypal, ραураl", // Greek and Cyrillic
    "BANK, ВАNК",
    "bahk, ВАНК",
    "bahk, ванк",
    "google, ɡ00ɡle",
    "hello, հеllо", // Armenian
    "download, ԁоԝnlоаԁ",
    "modern, rnodern",
    "viagra, VlАGRА",
    "viagra, v14gr4",
    "best offers, 8357 0ff3r5",
    "café, саfe\u0301",
    "二〇二六, 二o二六"
  })
  void textsThatLookAlikeBecomeEqual(String text, String lookalike) {
    assertThat(fold(lookalike)).isEqualTo(fold(text));
  }

  @ParameterizedTest
  @CsvSource({
    "paypal, paypol",
    "bank, rank",
    "über, uber",
    "never, nener",
    "相似, 相以",
    "6, b",
    "52, 25"
  })
  void textsThatLookDifferentStayDifferent(String text, String other) {
    assertThat(fold(other)).isNotEqualTo(fold(text));
  }

  @Test
  void changesFewLettersOfAscii() {
    assertThat(fold("abcdefghijklmnopqrstuvwxyz 0123456789"))
        .isEqualTo("abcdefghljklrnnopqrstuvwxyz olzeas6tbg");
  }

  /// If this fails, a version of ICU4J or of the JDK has changed the table of lookalikes, and
  /// thereby the fingerprints of stored documents: document it in the changelog.
  @Test
  void theTableNeverChanges() {
    StringBuilder lines = new StringBuilder();
    IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
        .filter(Character::isLetterOrDigit)
        .forEach(letter -> lines.append(fold(Character.toString(letter))).append('\n'));
    assertThat(Long.toHexString(Xxh3.hash(lines.toString()))).isEqualTo("c60eb4403a8173dd");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a — b | c % ％ € × ∞ “d” …", "😀👍🏽★☰🔟", "ノ く ʔ ٠", "\u0301", "⋯ · ‖ ¡"})
  void keepsCharactersThatAreNotOrWouldNotBePartOfWords(String text) {
    NormalizedText normalized = NormalizedText.of(text);

    assertThat(fold(text)).isEqualTo(text(normalized));
  }

  @Test
  void ignoresCase() {
    for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
      int upper = Character.toUpperCase(codePoint);
      if (upper != codePoint) {
        assertThat(fold(Character.toString(upper)))
            .as("U+%04X", codePoint)
            .isEqualTo(fold(Character.toString(codePoint)));
      }
    }
    String sentence = "Ich BIN im Haus, Привет МИР, Ὀδυσσεύς, 10:30.";
    assertThat(fold(sentence.toLowerCase(Locale.ROOT)))
        .isEqualTo(fold(sentence.toLowerCase(Locale.ROOT).toUpperCase(Locale.ROOT)));
  }

  @Test
  void foldsNumbersDatesAndAddressesBeforeLookalikes() {
    Folding folding = new Folding(EnumSet.allOf(Fold.class), false);

    assertThat(text(folding.apply("Pаy 100 by 2026-11-10: http://a.b/1l0, 1O0, @а, Bøb")))
        .isEqualTo("pay o by odate: ourl, loo, ourl, bob");
  }

  @Test
  void growsAtMostAsMuchAsNormalization() {
    assertThat(
            IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                .filter(codePoint -> Character.getType(codePoint) != Character.SURROGATE)
                .filter(codePoint -> {
                  NormalizedText text = NormalizedText.of(Character.toString(codePoint));
                  int length = Lookalikes.fold(text, NormalizedText::of).length();
                  return length > 6 * text.length()
                      || length > MOST_BYTES_A_CHAR * Character.charCount(codePoint);
                })
                .mapToObj("U+%04X"::formatted))
        .isEmpty();
  }

  private static String fold(String text) {
    return text(new Folding(LOOKALIKES, false).apply(text));
  }

  private static String text(NormalizedText text) {
    return text.toString();
  }
}
