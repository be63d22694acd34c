package io.neardup.passage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.neardup.Seeds;
import io.neardup.profile.Profiles;
import io.neardup.profile.TextTokens;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WinnowingTests {

  private static final Winnowing STANDARD = Winnowing.STANDARD;

  @Test
  void guaranteesRunsOf17WordsOr23Characters() {
    assertThat(STANDARD.guaranteedWords()).isEqualTo(17);
    assertThat(STANDARD.guaranteedCharacters()).isEqualTo(23);
  }

  @Test
  void aTextShorterThanARunHasNoAnchorAndOneShorterThanAWindowHasOne() {
    assertThat(STANDARD.anchors(tokens("")).size()).isZero();
    assertThat(STANDARD.anchors(tokens("one two three four five")).size()).isZero();
    assertThat(STANDARD.anchors(tokens("one two three four five six")).size()).isEqualTo(1);
    assertThat(STANDARD.anchors(tokens("one two three four five six seven eight")).size())
        .isEqualTo(1);
    assertThat(STANDARD.anchors(tokens("相似度检测文本")).size()).isZero();
    assertThat(STANDARD.anchors(tokens("相似度检测文本的")).size()).isEqualTo(1);
  }

  @Test
  void ofEqualRunsTheLastOfTheWindowIsSelected() {
    Anchors anchors = STANDARD.anchors(tokens("a ".repeat(20)));
    assertThat(anchors.size()).isEqualTo(4); // windows of runs 0 to 11, 1 to 12, 2 to 13, 3 to 14
    for (int i = 0; i < anchors.size(); i++) {
      assertThat(anchors.token(i)).isEqualTo(11 + i);
    }
    assertThat(anchors.distinct()).hasSize(1);
  }

  /// By the definition: the hash of each run by itself, the minimum of each window by a scan.
  @Test
  void selectsTheLeastRunOfEachWindow() {
    Seeds.random(random -> {
      for (int round = 0; round < Seeds.rounds(3_000); round++) {
        Winnowing winnowing = new Winnowing(random.nextInt(1, 8), random.nextInt(1, 16));
        TextTokens tokens = tokens(PassageTexts.random(random, random.nextInt(80), 5));
        Anchors anchors = winnowing.anchors(tokens);
        Set<Integer> selected = new HashSet<>();
        for (int i = 0; i < anchors.size(); i++) {
          selected.add(anchors.token(i));
        }
        assertThat(selected).isEqualTo(byDefinition(tokens, winnowing));
      }
    });
  }

  private static Set<Integer> byDefinition(TextTokens tokens, Winnowing winnowing) {
    int runs = 0;
    long[] hashes = new long[tokens.size()];
    for (int start = 0; start < tokens.size(); start++) {
      int end = end(tokens, start, 4 * winnowing.run());
      if (end < 0) {
        break;
      }
      hashes[runs++] = hash(tokens, start, end);
    }
    Set<Integer> selected = new HashSet<>();
    for (int first = 0; first < runs; first++) {
      int end = end(tokens, first, 4 * winnowing.window());
      if (end > 0 && end <= runs) {
        selected.add(least(hashes, first, end));
      }
    }
    if (selected.isEmpty() && runs > 0) {
      selected.add(least(hashes, 0, runs));
    }
    return selected;
  }

  private static int end(TextTokens tokens, int start, int length) {
    int sum = 0;
    for (int end = start; end < tokens.size(); end++) {
      sum += Winnowing.length(tokens, end);
      if (sum >= length) {
        return end + 1;
      }
    }
    return -1;
  }

  private static int least(long[] hashes, int from, int to) {
    int least = from;
    for (int i = from; i < to; i++) {
      if (hashes[i] <= hashes[least]) {
        least = i;
      }
    }
    return least;
  }

  /// The hash of the anchor of a text that has this run alone.
  private static long hash(TextTokens tokens, int start, int end) {
    long hash = 0;
    for (int i = start; i < end; i++) {
      hash = hash * 0x9E3779B97F4A7C15L + tokens.hash(i);
    }
    long mixed = (hash ^ hash >>> 33) * 0xFF51AFD7ED558CCDL;
    mixed = (mixed ^ mixed >>> 33) * 0xC4CEB9FE1A85EC53L;
    return mixed ^ mixed >>> 33;
  }

  @Test
  void rejectsLengthsOutOfRange() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Winnowing(0, 12))
        .withMessage("run must be 1 to 16 words, was 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Winnowing(6, 33))
        .withMessage("window must be 1 to 32 words, was 33");
  }

  private static TextTokens tokens(String text) {
    return Profiles.SIMHASH_256_V1.tokens(text, false);
  }
}
