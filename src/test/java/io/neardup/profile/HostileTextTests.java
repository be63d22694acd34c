package io.neardup.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import io.neardup.profile.Content.Html;
import io.neardup.profile.Content.Text;
import io.neardup.profile.Content.UnsupportedContentException;
import io.neardup.profile.ProfileSpec.Tokens;
import io.neardup.text.Folding;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Hostile texts, with every built-in profile and with others that fold everything, from text to
/// fingerprint. The time limits are far above linear time, and far below quadratic time.
class HostileTextTests {

  /// A text of this length detects quadratic time. Each build has some of them, chosen at random;
  /// others are a tenth as long, except in the nightly build.
  private static final int LONG = 2_000_000;

  /// Some take a microsecond per character. They get a shorter text, which is still long enough.
  private static final int LONG_FOR_SLOW_ONES = 200_000;

  /// The units of which repetitive texts consist: characters of many kinds, then beginnings of
  /// dates, numbers, addresses and code.
  private static final String[] UNITS = {
    "a", "A", " ", "\n", "\0", "é", "\u0301", "相", "ア",
    "ก", "한", "😀", "\uD83D", "\uDE00", "\uFDFA", "\u200B", "1", "-",
    "/", "\"", "{", "<", "꽦", "а", "ଃ", "ဣ", "1,",
    "1.1.", "1/1/", "2026-08-", "12026-08-03", "1年", "1月1", "a1", "1\u0301", "www.",
    "www.a.", "http://", "http://a.", "a:", "@", "a@", "a@b.", "ab.cd/", "a_b%c+d.e ",
    "/*", "*/", "//", "#", "\n#", "\"\"\" ", "'", "`", "\\",
    "1e+", "1'", "a ", "a.", "的", "龘", "研究生命", "𠀀", "ก\u0E31",
    "m", "e\u0301", "\u0327\u0301", "𝐀", "|"
  };

  private static final String[] PARTS = {
    "a",
    "Word ",
    " ",
    "\t\r\n",
    "\0",
    "\u0301\u0323",
    "q\u0301",
    "ﬃ",
    "\uFDFA",
    "\uD83D",
    "\uDE00",
    "\uDBFF\uDFFF",
    "\uFFFE",
    "\uFEFF",
    "\u202E",
    "İ",
    "ß",
    "Σ",
    "相似",
    "ｶﾞ",
    "ไทย",
    "각",
    "👩‍👩‍👧",
    "pаypа1",
    "꽦",
    "12",
    "2026-11-02",
    "http://",
    "www.a.b",
    "//",
    "/*",
    "*/",
    "\"",
    "'",
    "\\",
    "#",
    "<!--",
    "<p",
    "</p>",
    "<script>",
    "&#x",
    "&amp",
    "]]>",
    "="
  };

  static Stream<Profile> profiles() {
    return Stream.concat(
        new Profiles().all().stream(),
        Stream.of(Tokens.WORDS, Tokens.UNICODE_WORDS, Tokens.CHARACTERS, Tokens.WHITESPACE)
            .map(HostileTextTests::folding));
  }

  @ParameterizedTest
  @MethodSource("profiles")
  void everyTextHasOneFingerprint(Profile profile) {
    Seeds.random(random -> {
      for (int i = 0; i < Seeds.rounds(600); i++) {
        String text = mixed(random);
        for (Content content : new Content[] {new Text(text), new Html(text)}) {
          requireOneFingerprint(profile, content);
        }
      }
    });
  }

  @ParameterizedTest
  @MethodSource("profiles")
  void fingerprintsTwoMegabytesOfOneCharacter(Profile profile) {
    boolean slow = profile.name().matches("(mt19937|md5|chinese|code)-.*");
    int length = slow ? LONG_FOR_SLOW_ONES : LONG;
    Seeds.random(random -> {
      String longest = UNITS[random.nextInt(UNITS.length)];
      for (String unit : UNITS) {
        int bytes = unit.codePointAt(0) < 0x80 ? 1 : 3;
        int count = (unit.equals(longest) ? length : Seeds.rounds(length)) / bytes;
        Sketch sketch = sketch(profile, new Text(unit.repeat(count)));

        if (sketch != null) {
          assertThat(sketch.features()).as("features of %s", unit).isBetween(0, 40);
        }
      }
    });
  }

  @ParameterizedTest
  @MethodSource("profiles")
  void fingerprintsDeepAndBrokenHtml(Profile profile) {
    String open = "<div><b><p><table><tr><td>";
    List<IntFunction<String>> pages =
        List.of(
            length -> open.repeat(length / 50) + "end",
            length -> open.repeat(length / 50),
            length -> "<a href='" + "x".repeat(length),
            length -> "<!--".repeat(length / 5),
            length -> "<p>&#".repeat(length / 5),
            length -> "</p>".repeat(length / 3) + "end");
    Seeds.random(random -> {
      int longest = random.nextInt(pages.size());
      for (int i = 0; i < pages.size(); i++) {
        int length = i == longest ? LONG / 2 : Seeds.rounds(LONG / 2);
        sketch(profile, new Html(pages.get(i).apply(length)));
      }
    });
  }

  private static Profile folding(Tokens tokens) {
    return new ProfileSpec(
            "folding-" + tokens.ordinal() + "-v1",
            false,
            EnumSet.allOf(Folding.Fold.class),
            tokens,
            4,
            List.of("en"),
            List.of(2),
            ProfileSpec.Weights.LOG,
            null,
            Projection.DENSE,
            256,
            false,
            63)
        .build();
  }

  private static void requireOneFingerprint(Profile profile, Content content) {
    Sketch sketch = sketch(profile, content);
    if (sketch == null) {
      return;
    }
    assertThat(sketch(profile, content)).isEqualTo(sketch);
    assertThat(sketch.fingerprint().bits()).isEqualTo(profile.bits());
    assertThat(profile.explain(content).fingerprint()).isEqualTo(sketch.fingerprint());
  }

  /// The fingerprint, or null if the profile refuses the text by contract.
  private static Sketch sketch(Profile profile, Content content) {
    try {
      return profile.sketch(content);
    } catch (UnsupportedContentException e) {
      assertThat(profile).as("refused: %s", e.getMessage()).isEqualTo(Originals.MT19937_CHAR_32);
      return null;
    }
  }

  private static String mixed(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(80); i > 0; i--) {
      if (random.nextInt(3) == 0) {
        text.append((char) random.nextInt(Character.MAX_VALUE + 1));
      } else {
        text.append(PARTS[random.nextInt(PARTS.length)].repeat(1 + random.nextInt(3)));
      }
    }
    return text.toString();
  }
}
