package io.neardup.passage;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.index.StopSignal;
import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import io.neardup.profile.TextTokens;
import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MarkedRunsTests {

  private static final Profile PROFILE = Profiles.SIMHASH_256_V1;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void wordsOfAMarkedTextAreMarkedWhereverItIsAndNotCounted(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    boolean words = seed % 2 == 0;
    String marked = text(random, words, 20 + random.nextInt(40));
    String before = text(random, words, random.nextInt(60));
    String after = text(random, words, random.nextInt(60));
    TextTokens whole = tokens(before + " " + marked + " " + after);
    MarkedRuns runs = MarkedRuns.of(Stream.of(tokens(marked), tokens("a b c")));
    int from = tokens(before).size();
    int to = from + tokens(marked).size();
    BitSet in = runs.in(whole);
    int edge = words ? 0 : 1; // of characters, every other run may be left out
    assertThat(in.nextSetBit(0)).isBetween(from, from + edge);
    assertThat(in.nextClearBit(from + edge)).isBetween(to - edge, to);
    assertThat(in.nextSetBit(to)).isNegative();

    AnchoredText text = new AnchoredText(whole, runs);
    for (int i = 0; i < text.anchors().size(); i++) {
      int first = text.anchors().token(i);
      assertThat(first < from || Winnowing.STANDARD.runEnd(whole, first) > to).isTrue();
    }
    CommonWords common = CommonWords.of(text, tokens(marked), 0, StopSignal.NEVER);
    assertThat(common.a().shared()).isLessThanOrEqualTo(2 * edge);
    assertThat(common.a().words()).isEqualTo(whole.size() - in.cardinality());
    assertThat(CommonWords.of(text, whole, 0, StopSignal.NEVER).b().shared())
        .isLessThanOrEqualTo(whole.size() - in.cardinality());
    assertThat(
            CommonWords.of(
                    new AnchoredText(whole, MarkedRuns.NONE), tokens(marked), 0, StopSignal.NEVER)
                .a()
                .shared())
        .isEqualTo(to - from);
  }

  private static TextTokens tokens(String text) {
    return PROFILE.tokens(text, false);
  }

  private static String text(SplittableRandom random, boolean words, int count) {
    return words
        ? PassageTexts.words(random, count, 100_000)
        : PassageTexts.characters(random, count);
  }
}
