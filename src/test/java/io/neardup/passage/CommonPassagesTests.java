package io.neardup.passage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.neardup.Seeds;
import io.neardup.index.StopSignal;
import io.neardup.passage.Passage.PassageGap;
import io.neardup.passage.Passage.TextRange;
import io.neardup.profile.Profiles;
import io.neardup.profile.TextTokens;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.BitSet;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class CommonPassagesTests {

  private static final String QUOTED =
      "it was the best of times, it was the worst of times, it was the age of wisdom, it was the"
          + " age of foolishness";

  @Test
  void aQuotationHasItsExactPlacesInBothTexts() {
    String a = "He began: “" + QUOTED.toUpperCase(Locale.ROOT) + "” and then stopped.";
    String b = "A Tale of Two Cities. " + QUOTED + ", it was the epoch of belief";
    CommonPassages common = compare(a, b);
    assertThat(common.passages()).hasSize(1);
    Passage passage = common.passages().getFirst();
    assertThat(slice(a, passage.a())).isEqualToIgnoringCase(QUOTED);
    assertThat(slice(b, passage.b())).isEqualTo(QUOTED);
    assertThat(passage.words()).isEqualTo(24);
    assertThat(passage.longestRun()).isEqualTo(24);
    assertThat(passage.gaps()).isEmpty();
    assertThat(common.a()).isEqualTo(new CommonPassages.SharedWords(29, 24));
    assertThat(common.b().share()).isCloseTo(24.0 / 35, within(1e-12));
    assertThat(common.longestRun()).isEqualTo(24);
  }

  @Test
  void editedWordsAreBridgedAndMarked() {
    String tail = " and so on, with a few more words that make it long enough to be found";
    String a = "start " + QUOTED + tail;
    String b = "other " + QUOTED.replace("worst of", "very worst") + tail.replace(" a few", "");
    CommonPassages common = compare(a, b);
    assertThat(common.passages()).hasSize(1);
    Passage passage = common.passages().getFirst();
    assertThat(slice(a, passage.a())).isEqualTo(QUOTED + tail);
    assertThat(passage.gaps())
        .extracting(gap -> slice(a, gap.a()) + "|" + slice(b, gap.b()))
        .containsExactly("worst of|very worst", "a few|");
    assertThat(passage.words()).isEqualTo(24 + 16 - 4);
    assertThat(common.b().shared()).isEqualTo(24 + 16 - 4);
  }

  @Test
  void textsWithoutACommonPassageHaveNone() {
    CommonPassages common =
        compare(QUOTED, "something else entirely, that has nothing to do with it");
    assertThat(common.passages()).isEmpty();
    assertThat(common.a().share()).isZero();
    assertThat(compare("", "").b().share()).isZero();
  }

  @Test
  void whatOneTextRepeatsIsFoundEachTime() {
    String b = "first " + QUOTED + " middle " + QUOTED + " last";
    CommonPassages common = compare(QUOTED, b);
    assertThat(common.passages()).hasSize(2);
    assertThat(common.b()).isEqualTo(new CommonPassages.SharedWords(51, 48));
    CommonPassages swapped = compare(b, QUOTED);
    assertThat(swapped.a()).isEqualTo(common.b());
    assertThat(swapped.passages()).hasSize(2);
  }

  @Test
  void scriptsWithoutSpacesAreComparedByCharacters() {
    String quoted = "自然语言处理是人工智能和语言学领域的分支学科此领域探讨如何处理及运用自然语言";
    String a = "他说：「" + quoted + "」。";
    String b = "前文，" + quoted + "，后文";
    CommonPassages common = compare(a, b);
    assertThat(common.passages()).hasSize(1);
    assertThat(slice(a, common.passages().getFirst().a())).isEqualTo(quoted);
    assertThat(slice(b, common.passages().getFirst().b())).isEqualTo(quoted);
  }

  @Test
  void placesAreThoseOfTheTextAsGiven() {
    String a =
        "ＡＢＣ " + QUOTED.replace("age", "a\u0300ge").replace("times", "ti\u00ADmes") + "\u200B ＤＥＦ";
    CommonPassages common = compare(a, QUOTED);
    Passage passage = common.passages().getFirst();
    assertThat(passage.words()).isEqualTo(24);
    assertThat(passage.a()).isEqualTo(new TextRange(4, a.length() - 5));
  }

  /// With 5 % of the words replaced, inserted or deleted.
  @Test
  void quotationsWithEditedWordsAreFoundNearlyWhole() {
    Seeds.random(random -> {
      int found = 0;
      double share = 0;
      for (int round = 0; round < 1_000; round++) {
        StringBuilder quoted = new StringBuilder();
        StringBuilder edited = new StringBuilder();
        for (int word = random.nextInt(45, 141); word > 0; word--) {
          String original = "w" + random.nextInt(3_000) + " ";
          int edit = random.nextInt(60);
          quoted.append(original);
          edited.append(edit < 2 ? "e" + random.nextInt(3_000) + " " : "");
          edited.append(edit == 0 || edit == 2 ? "" : original);
        }
        String around = PassageTexts.words(random, random.nextInt(600), 3_000);
        CommonPassages common = compare(quoted.toString(), around + " " + edited + around);
        found += common.a().share() >= 0.3 ? 1 : 0;
        share += common.a().share();
      }
      assertThat(found).isGreaterThan(980);
      assertThat(share / 1_000).isGreaterThan(0.85);
    });
  }

  /// Each guaranteed run is in a passage of both texts: against all common runs of all pairs of
  /// places. Outside gaps the words of passages are equal, and their edges are exact.
  @Test
  void passagesHaveAllGuaranteedRunsAndNothingElse() {
    Seeds.random(random -> {
      int runs = 0;
      int gaps = 0;
      for (int round = 0; round < Seeds.rounds(40_000); round++) {
        String[] texts = related(random);
        TextTokens a = tokens(texts[0]);
        TextTokens b = tokens(texts[1]);
        CommonPassages common = CommonPassages.of(a, b, 0, StopSignal.NEVER);
        for (Passage passage : common.passages()) {
          requireEqual(a, b, passage);
          gaps += passage.gaps().size();
        }
        if (common.cutAnchors() == 0) {
          BitSet inA = covered(a, common, Passage::a, PassageGap::a);
          BitSet inB = covered(b, common, Passage::b, PassageGap::b);
          assertThat(common.a().shared()).isEqualTo(inA.cardinality());
          assertThat(common.b().shared()).isEqualTo(inB.cardinality());
          runs += requireRuns(a, b, inA, inB);
        }
      }
      assertThat(runs).isGreaterThan(Seeds.rounds(40_000));
      assertThat(gaps).isPositive();
    });
  }

  @Test
  void hostileTextsTakeBoundedTime() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime();
    String repeated = "a ".repeat(500_000);
    assertThat(compare(repeated, repeated).a().share()).isEqualTo(1);
    assertThat(compare(repeated, repeated.substring(0, 2_000)).a().share()).isEqualTo(1);
    String alternating = "a b a a b ".repeat(100_000);
    assertThat(compare(alternating, "a a b a b b " + alternating).a().share()).isEqualTo(1);
    String long1 = PassageTexts.words(new SplittableRandom(1), 300_000, 1_000_000);
    assertThat(compare(long1, "x " + long1).passages()).hasSize(1);
    StringBuilder edited = new StringBuilder();
    String[] words = long1.split(" ");
    for (int i = 0; i < words.length; i++) {
      edited.append(i % 9 == 8 ? "e" + i : words[i]).append(' ');
    }
    CommonPassages common = compare(long1, edited.toString());
    assertThat(common.a().share()).isGreaterThan(0.8);
    String two = PassageTexts.words(new SplittableRandom(2), 200_000, 2);
    assertThat(compare(two, two).a().share()).isEqualTo(1);
    assertThat(Duration.ofNanos(threads.getCurrentThreadCpuTime() - before))
        .as("processor time, which does not include that of other programs")
        .isLessThan(Duration.ofSeconds(60));
  }

  private static String[] related(SplittableRandom random) {
    int distinct = random.nextInt(4) == 0 ? 3 : 1_000;
    String[] parts = new String[random.nextInt(1, 4)];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = PassageTexts.random(random, random.nextInt(60), distinct);
    }
    return new String[] {text(random, parts, distinct), text(random, parts, distinct)};
  }

  private static String text(SplittableRandom random, String[] parts, int distinct) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(1, 5); i > 0; i--) {
      String part = parts[random.nextInt(parts.length)];
      if (random.nextBoolean()) { // one edit
        int at = random.nextInt(part.length() + 1);
        part = part.substring(0, at) + " x" + random.nextInt(9) + " " + part.substring(at);
      }
      text.append(PassageTexts.random(random, random.nextInt(20), distinct));
      text.append(' ').append(part).append(' ');
    }
    return text.toString();
  }

  private static int requireRuns(TextTokens a, TextTokens b, BitSet inA, BitSet inB) {
    int runs = 0;
    int enough = 4 * (6 + 12) + 2; // quarters of words, of any mixture
    for (int p = 0; p < a.size(); p++) {
      for (int q = 0; q < b.size(); q++) {
        if (a.hash(p) != b.hash(q) || p > 0 && q > 0 && a.hash(p - 1) == b.hash(q - 1)) {
          continue;
        }
        int count = 0;
        int length = 0;
        while (p + count < a.size()
            && q + count < b.size()
            && a.hash(p + count) == b.hash(q + count)) {
          length += Winnowing.length(a, p + count++);
        }
        boolean words = length == 4 * count;
        if (length >= enough || words && count >= 17 || length == 3 * count && count >= 23) {
          assertThat(inA.nextClearBit(p))
              .as("run at %d, %d", p, q)
              .isGreaterThanOrEqualTo(p + count);
          assertThat(inB.nextClearBit(q))
              .as("run at %d, %d", p, q)
              .isGreaterThanOrEqualTo(q + count);
          runs++;
        }
      }
    }
    return runs;
  }

  private static BitSet covered(
      TextTokens tokens,
      CommonPassages common,
      Function<Passage, TextRange> place,
      Function<PassageGap, TextRange> gapPlace) {
    BitSet all = new BitSet();
    for (Passage passage : common.passages()) {
      BitSet covered = inside(tokens, place.apply(passage));
      passage.gaps().forEach(gap -> covered.andNot(inside(tokens, gapPlace.apply(gap))));
      assertThat(covered.cardinality()).isEqualTo(passage.words());
      all.or(covered);
    }
    return all;
  }

  private static BitSet inside(TextTokens tokens, TextRange range) {
    BitSet inside = new BitSet();
    for (int i = 0; i < tokens.size(); i++) {
      inside.set(i, tokens.start(i) >= range.start() && tokens.end(i) <= range.end());
    }
    return inside;
  }

  private static void requireEqual(TextTokens a, TextTokens b, Passage passage) {
    BitSet ofA = inside(a, passage.a());
    BitSet ofB = inside(b, passage.b());
    int firstA = ofA.nextSetBit(0);
    int firstB = ofB.nextSetBit(0);
    int lastA = ofA.length() - 1;
    int lastB = ofB.length() - 1;
    boolean before = firstA > 0 && firstB > 0 && a.hash(firstA - 1) == b.hash(firstB - 1);
    boolean after =
        lastA + 1 < a.size() && lastB + 1 < b.size() && a.hash(lastA + 1) == b.hash(lastB + 1);
    assertThat(before || after).isFalse();
    passage
        .gaps()
        .forEach(gap -> {
          ofA.andNot(inside(a, gap.a()));
          ofB.andNot(inside(b, gap.b()));
        });
    assertThat(ofA.stream().mapToObj(a::hash)).isEqualTo(ofB.stream().mapToObj(b::hash).toList());
  }

  private static String slice(String text, TextRange range) {
    return text.substring(range.start(), range.end());
  }

  private static CommonPassages compare(String a, String b) {
    return CommonPassages.of(tokens(a), tokens(b), 0, StopSignal.NEVER);
  }

  private static TextTokens tokens(String text) {
    return Profiles.SIMHASH_256_V1.tokens(text, true);
  }

  /// Such texts have an anchor at each word, and each has as many places as there are words.
  @Test
  void textsThatRepeatOneWordAreComparedInStepsAndAtABoundedNumberOfPlaces() {
    TextTokens a = Profiles.SIMHASH_256_V1.tokens("word ".repeat(30_000), true);
    TextTokens b =
        Profiles.SIMHASH_256_V1.tokens(
            "word ".repeat(20_000) + "other " + "word ".repeat(20_000), true);
    AtomicInteger checks = new AtomicInteger();

    CommonPassages common = CommonPassages.of(a, b, 0, checks::incrementAndGet);

    assertThat(common.words()).isGreaterThan(29_000);
    assertThat(common.cutAnchors()).isGreaterThan(1_000);
    assertThat(checks).hasValueGreaterThan(1_000);
    assertThatThrownBy(() ->
            CommonPassages.of(
                a,
                b,
                0,
                () -> {
                  throw new IllegalStateException("late");
                }))
        .hasMessage("late");
  }

  @Test
  void tokensOfALongTextAreMadeInSteps() {
    AtomicInteger checks = new AtomicInteger();
    Profiles.SIMHASH_256_V1.tokens("word ".repeat(100_000), true, checks::incrementAndGet);
    assertThat(checks).hasValueGreaterThan(5);
  }
}
