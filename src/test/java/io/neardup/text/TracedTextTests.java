package io.neardup.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import io.neardup.text.Folding.Fold;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TracedTextTests {

  private static final Set<Fold> ALL = Set.of(Fold.values());

  private static final List<TextNormalizer> NORMALIZERS =
      List.of(
          Normalization.MARKED,
          Normalization.UNMARKED,
          Normalization.CASED,
          new Folding(Set.of(Fold.NUMBERS, Fold.DATES, Fold.URLS), false),
          new Folding(Set.of(Fold.NUMBERS, Fold.ADDRESSES), true),
          new Folding(ALL, false));

  /// Pieces that combine, vanish, grow, shrink or are folded.
  private static final String[] PIECES =
      ("a|E|word|Text | |\n|.|0|12|3.8.2026|2026-08-03|8月3日|"
              + "www.a.b/c?d|http://x.y/é|bit.ly/x|me@x.org|@name|é|e\u0301|"
              + "\u0301|\u0308|\u0323|ﬁ|㎏|½|²|①|ß|ẞ|İ|ı|ſ|ǰ|J\u030C|ΐ|"
              + "Ϊ\u0301|ς|ﾊ|ﾞ|ｶﾞ|가|\u1100|\u1161|\u11A8|相|似|ก|ำ|ที่|कि|"
              + "\u093C|שָׁ|\uFB2A|مُ|ـ|\u200B|\u00AD|\uFE0F|\uFEFF|"
              + "\uD83D\uDE00|\uD801\uDC00|\uD83D|\uDE00|"
              + "\uD834\uDD57\uD834\uDD65|\uDB40\uDD00|Ａ|Ω|\u212B|ℌ|㍿|ﷺ|"
              + "\u0345|ᾳ|ᾈ|ϴ|Ꭰ|ꭰ|\u3099|か|pаypаl|¨|´|\u16D6\u0D63|"
              + "\uD81B\uDD63|\u115F|\u034F")
          .split("\\|", -1);

  @ParameterizedTest
  @CsvSource({
    "Hello World, hello=Hello world=World",
    "ＣＡＦÉ ok, cafe=ＣＡＦÉ ok=ok",
    "cafe\u0301 ok, cafe=cafe\u0301 ok=ok",
    "e\u0301\u0323a\u0301, ea=e\u0301\u0323a\u0301",
    "oﬃce ﬁne, office=oﬃce fine=ﬁne",
    "5㎏, 5kg=5㎏",
    "x½y, x1=x½ 2y=½y",
    "İSTANBUL x, istanbul=İSTANBUL x=x",
    "A\u200BB \u200Bc\u200B d, ab=A\u200BB c=c d=d",
    "\uD83D\uDE00\uFE0F ok, \uD83D\uDE00=\uD83D\uDE00 ok=ok",
    "a\uD83Db, a=a b=b",
    "\uD801\uDC00x, \uD801\uDC28x=\uD801\uDC00x",
    "相似e\u0301度, 相=相 似=似 e=e\u0301 度=度",
    "ｶﾞ ガ, ガ=ｶﾞ ガ=ガ",
    "\u1112\u1161\u11AB 한, 한=\u1112\u1161\u11AB 한=한",
    "شَمس, شمس=شَمس"
  })
  void tokensHaveTheirPlacesInTheOriginal(String text, String expected) {
    TracedText traced = Normalization.UNMARKED.trace(text);
    assertThat(places(text, traced)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "'on 3.8.2026, see www.a.b/c.', 'on=on 0date=3.8.2026 see=see 0url=www.a.b/c'",
    "'é 12,5 ｗｗｗ.a.b/cé x', 'é=é 0=12,5 0url=ｗｗｗ.a.b/c é=é x=x'",
    "2026年8月3日好, 0date=2026年8月3日 好=好"
  })
  void placeholdersHaveThePlacesOfWhatTheyReplace(String text, String expected) {
    TracedText traced = new Folding(Set.of(Fold.NUMBERS, Fold.DATES, Fold.URLS), false).trace(text);
    assertThat(places(text, traced)).isEqualTo(expected);
  }

  @Test
  void tracingNormalisesAsUsual() {
    Seeds.random(random -> {
      for (int round = 0; round < Seeds.rounds(100_000); round++) {
        String text = text(random);
        for (TextNormalizer normalizer : NORMALIZERS) {
          String traced = normalizer.trace(text).normalized().toString();
          String usual = normalizer.apply(text).toString();
          if (!traced.equals(usual)) { // a description of each would take most of the time
            assertThat(traced).as("%s of %s", normalizer, escaped(text)).isEqualTo(usual);
          }
        }
      }
    });
  }

  @Test
  void everyByteComesFromAUnitAndUnitsAreInOrder() {
    Seeds.random(random -> {
      for (int round = 0; round < Seeds.rounds(4_000); round++) {
        String text = text(random);
        String shown = escaped(text);
        for (TextNormalizer normalizer : NORMALIZERS) {
          TracedText traced = normalizer.trace(text);
          int before = 0;
          for (int i = 0; i < traced.normalized().length(); i++) {
            assertThat(traced.start(i)).as(shown).isBetween(before, text.length() - 1);
            assertThat(traced.end(i + 1)).as(shown).isBetween(traced.start(i) + 1, text.length());
            before = traced.start(i);
          }
          assertThat(traced.start(traced.normalized().length())).isEqualTo(text.length());
          assertThat(Normalization.CASED.apply(traced.normalized().toString()).toString())
              .as("%s of %s is normalized", normalizer, shown)
              .isEqualTo(traced.normalized().toString());
        }
      }
    });
  }

  /// Fails if the place of a token is too short or too long by a character that matters.
  @Test
  void thePlaceOfATokenContainsThatTokenAlone() {
    TextNormalizer normalizer = Normalization.UNMARKED;
    Seeds.random(random -> {
      int exact = 0;
      for (int round = 0; round < Seeds.rounds(20_000); round++) {
        String text = text(random);
        TracedText traced = normalizer.trace(text);
        byte[] bytes = traced.normalized().bytes();
        int[] last = {-1};
        List<int[]> tokens = new ArrayList<>();
        new WordTokenizer()
            .tokenize(
                traced.normalized(),
                (at, start, end, spaceless) -> tokens.add(new int[] {start, end}));
        for (int i = 0; i < tokens.size(); i++) {
          int start = tokens.get(i)[0];
          int end = tokens.get(i)[1];
          boolean shared =
              start > 0 && traced.start(start - 1) == traced.start(start)
                  || end < traced.normalized().length()
                      && traced.start(end) == traced.start(end - 1);
          if (!shared) {
            assertThat(
                    Tokens.of(
                        new WordTokenizer(),
                        normalizer
                            .apply(text.substring(traced.start(start), traced.end(end)))
                            .toString()))
                .as(escaped(text))
                .containsExactly(
                    new String(Arrays.copyOfRange(bytes, start, end), StandardCharsets.UTF_8));
            exact++;
          }
          assertThat(traced.start(start)).as(escaped(text)).isGreaterThanOrEqualTo(last[0]);
          last[0] = traced.start(start);
        }
      }
      assertThat(exact).isGreaterThan(Seeds.rounds(20_000));
    });
  }

  /// The tokens of a text, each with its place.
  private static String places(String text, TracedText traced) {
    List<String> found = new ArrayList<>();
    new WordTokenizer()
        .tokenize(
            traced.normalized(),
            (bytes, start, end, spaceless) ->
                found.add(
                    new String(bytes, start, end - start, StandardCharsets.UTF_8)
                        + "="
                        + text.substring(traced.start(start), traced.end(end))));
    return String.join(" ", found);
  }

  private static String text(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    int pieces = random.nextInt(1, 13);
    for (int i = 0; i < pieces; i++) {
      text.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return text.toString();
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    text.chars().forEach(c -> escaped.append(String.format("\\u%04X", c)));
    return escaped.toString();
  }
}
