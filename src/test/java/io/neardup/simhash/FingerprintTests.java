package io.neardup.simhash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.neardup.Seeds;
import java.math.BigInteger;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FingerprintTests {

  @ParameterizedTest
  @ValueSource(ints = {32, 33, 35, 36, 63, 64, 65, 100, 127, 128, 129, 256, 511, 512})
  void readsWhatItWrites(int bits) {
    Seeds.random(random -> {
      for (int i = 0; i < 200; i++) {
        BigInteger value =
            switch (i) {
              case 0 -> BigInteger.ZERO;
              case 1 -> BigInteger.ONE;
              case 2 -> BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
              default -> randomBits(random, bits);
            };
        Fingerprint fingerprint = fingerprint(value, bits);
        String hex = fingerprint.toString();

        assertThat(hex).hasSize((bits + 3) / 4).isEqualTo(fixedWidthHex(value, bits));
        assertThat(Fingerprint.parse(hex, bits)).isEqualTo(fingerprint);
        assertThat(Fingerprint.parse(hex.toUpperCase(Locale.ROOT), bits))
            .isEqualTo(fingerprint)
            .hasToString(hex);
      }
    });
  }

  @Test
  void countsBitsFromTheLeastSignificantOne() {
    Fingerprint fingerprint = Fingerprint.parse("1" + "0".repeat(15) + "8000000000000001", 128);

    assertThat(fingerprint.word(0)).isEqualTo(0x8000000000000001L);
    assertThat(fingerprint.word(1)).isEqualTo(0x1000000000000000L);
    for (int bit = 0; bit < 128; bit++) {
      assertThat(fingerprint.bit(bit))
          .as("bit %d", bit)
          .isEqualTo(bit == 0 || bit == 63 || bit == 124);
    }
  }

  @Test
  void copiesTheWordsItIsMadeOf() {
    long[] words = {1, 2};
    Fingerprint fingerprint = Fingerprint.of(128, words);

    words[0] = 77;

    assertThat(fingerprint).isEqualTo(Fingerprint.of(128, 1, 2));
  }

  @Test
  void distanceCountsEveryWord() {
    Seeds.random(random -> {
      for (int bits : new int[] {32, 33, 64, 100, 128, 256, 511, 512}) {
        BigInteger a = randomBits(random, bits);
        BigInteger b = randomBits(random, bits);
        assertThat(fingerprint(a, bits).distance(fingerprint(b, bits)))
            .isEqualTo(a.xor(b).bitCount());
        BigInteger all = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
        assertThat(fingerprint(all, bits).distance(fingerprint(BigInteger.ZERO, bits)))
            .isEqualTo(bits);
      }
    });
  }

  @Test
  void distanceNeedsEqualWidths() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Fingerprint.of(32, 0).distance(Fingerprint.of(0)))
        .withMessage("fingerprints of 32 and 64 bits cannot be compared");
  }

  @Test
  void similarityIsTheShareOfEqualBits() {
    assertThat(Fingerprint.similarity(0, 64)).isEqualTo(1.0);
    assertThat(Fingerprint.similarity(64, 64)).isEqualTo(0.0);
    assertThat(Fingerprint.similarity(16, 64)).isEqualTo(0.75);
    assertThat(Fingerprint.similarity(3, 32)).isEqualTo(0.90625);
  }

  @Test
  void equalsByWidthAndBits() {
    Fingerprint fingerprint = Fingerprint.parse("00000000000000ff", 64);

    assertThat(fingerprint)
        .isEqualTo(Fingerprint.of(255))
        .hasSameHashCodeAs(Fingerprint.of(255))
        .isNotEqualTo(Fingerprint.of(254))
        .isNotEqualTo(Fingerprint.of(63, 255))
        .isNotEqualTo(Fingerprint.of(128, 255, 0))
        .isNotEqualTo(null)
        .isNotEqualTo("00000000000000ff");
    assertThat(Fingerprint.of(128, 1, 2)).isNotEqualTo(Fingerprint.of(128, 2, 1));
  }

  @Test
  void isZeroOnlyWithoutAnyBit() {
    assertThat(Fingerprint.of(128, 0, 0).isZero()).isTrue();
    assertThat(Fingerprint.of(128, 1, 0).isZero()).isFalse();
    assertThat(Fingerprint.of(128, 0, Long.MIN_VALUE).isZero()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "'', 64, 16, 0",
    "0123456789abcde, 64, 16, 15",
    "0123456789abcdef0, 64, 16, 17",
    "0123456789abcdef, 32, 8, 16",
    "12345678, 33, 9, 8"
  })
  void rejectsAnotherWidthAndNamesBoth(String hex, int bits, int digits, int got) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Fingerprint.parse(hex, bits))
        .withMessage("a fingerprint of %d bits is %d hex digits, got %d", bits, digits, got);
  }

  @ParameterizedTest
  @CsvSource({
    "0123456789abcdeg, 15",
    "G123456789abcdef, 0",
    "+123456789abcdef, 0",
    "0x23456789abcdef, 1",
    "01234567 9abcdef, 8",
    "0123456789abcde\u0661, 15",
    "\uFF11123456789abcdef, 0",
    "0123\uFF41456789abcde, 4",
    "0123456789abcd\uD83D\uDE00, 14",
    "x123456y89abcdez, 0",
    "0123 56789abcdez, 4",
    "'0123456789abcde\u0000', 15",
    "0123456789abcde\u0130, 15"
  })
  void rejectsNonHexDigitsAndNamesTheIndex(String hex, int index) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Fingerprint.parse(hex, 64))
        .withMessage(
            "a fingerprint has only the digits 0-9 and a-f, got another character at index "
                + index);
  }

  @ParameterizedTest
  @CsvSource({"33, 2", "34, 4", "35, 8", "511, 8", "65, 2", "101, f"})
  void rejectsBitsBeyondTheWidth(int bits, String firstDigit) {
    String hex = firstDigit + "0".repeat((bits + 3) / 4 - 1);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Fingerprint.parse(hex, bits))
        .withMessage("the first hex digit is too large for a fingerprint of %d bits", bits);
  }

  @Test
  void rejectsWordsThatDoNotFitTheWidth() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Fingerprint.of(65, 1))
        .withMessage("65 bits take 2 words, got 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Fingerprint.of(64, 1, 0))
        .withMessage("64 bits take 1 words, got 2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Fingerprint.of(32, -1))
        .withMessage("the last word has bits beyond bit 31");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Fingerprint.of(65, 0, 2))
        .withMessage("the last word has bits beyond bit 64");
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 31, 513, Integer.MAX_VALUE})
  void rejectsWidthsOutOfRange(int bits) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Fingerprint.parse("00", bits))
        .withMessage("bits must be 32 to 512, was " + bits);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Fingerprint.of(bits, 0))
        .withMessage("bits must be 32 to 512, was " + bits);
  }

  private static BigInteger randomBits(SplittableRandom random, int bits) {
    byte[] bytes = new byte[bits / 8 + 1];
    random.nextBytes(bytes);
    return new BigInteger(1, bytes).mod(BigInteger.ONE.shiftLeft(bits));
  }

  private static Fingerprint fingerprint(BigInteger value, int bits) {
    long[] words = new long[(bits + 63) / 64];
    for (int i = 0; i < words.length; i++) {
      words[i] = value.shiftRight(64 * i).longValue();
    }
    return Fingerprint.of(bits, words);
  }

  private static String fixedWidthHex(BigInteger value, int bits) {
    String digits = value.toString(16);
    return "0".repeat((bits + 3) / 4 - digits.length()) + digits;
  }
}
