package io.neardup.passage;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.passage.Passage.TextRange;
import io.neardup.passage.Repetitions.Repeated;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RepetitionsTests {

  @Test
  void passagesInsideAnEarlierOneAreLeftOut() {
    SplittableRandom random = new SplittableRandom(9);
    int left = 0;
    for (int round = 0; round < 2_000; round++) {
      Repetitions repetitions = new Repetitions();
      List<TextRange> expected = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        int start = random.nextInt(40);
        TextRange place = new TextRange(start, start + 1 + random.nextInt(12));
        repetitions.add(i, new Passage(new TextRange(0, 1), place, 1, 1, List.of()));
        if (expected.stream()
            .noneMatch(other -> other.start() <= place.start() && place.end() <= other.end())) {
          expected.add(place);
        } else {
          left++;
        }
      }
      assertThat(repetitions.inOrder())
          .extracting(Repeated::place)
          .containsExactlyInAnyOrderElementsOf(expected);
    }
    assertThat(left).isGreaterThan(1_000);
  }

  /// Families of emoji, flags, and an emoji with its skin tone, of which tokens are parts.
  @ParameterizedTest
  @CsvSource({"a👩‍👧b, 0, 3", "a👩‍👧b, 3, 6", "a🇩🇫b, 3, 6", "a👍🏽b, 0, 3"})
  void graphemesStayWhole(String text, int start, int end) {
    Repetitions repetitions = new Repetitions();
    repetitions.add(
        0, new Passage(new TextRange(0, 1), new TextRange(start, end), 1, 1, List.of()));
    assertThat(repetitions.strip(text)).contains(text.substring(1, text.length() - 1));
  }

  @ParameterizedTest
  @CsvSource({
    " x, true",
    " 😀😀, true",
    " Ⅳ, true",
    "½, true",
    "②, true",
    "㍿, true",
    " - … |, false"
  })
  void whatHasATokenRemains(String rest, boolean remains) {
    assertThat(Repetitions.remains(rest)).isEqualTo(remains);
  }

  @Test
  void whatIsListedIsWhatIsRemoved() {
    SplittableRandom random = new SplittableRandom(10);
    int longer = 0;
    for (int round = 0; round < 2_000; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < 40; i++) {
        text.append(" \n\u3000abcdef".charAt(random.nextInt(9)));
      }
      Repetitions repetitions = new Repetitions();
      for (int i = 0; i < 4; i++) {
        int start = random.nextInt(30);
        TextRange place = new TextRange(start, start + 1 + random.nextInt(10));
        repetitions.add(i, new Passage(new TextRange(0, 1), place, 1, 1, List.of()));
      }
      BitSet removed = new BitSet();
      BitSet passages = new BitSet();
      repetitions
          .removed(text.toString())
          .forEach(each -> removed.set(each.place().start(), each.place().end()));
      repetitions.inOrder().forEach(each -> passages.set(each.place().start(), each.place().end()));
      StringBuilder rest = new StringBuilder();
      for (int i = 0; i < text.length(); i++) {
        rest.append(removed.get(i) ? "" : text.charAt(i));
      }
      assertThat(repetitions.strip(text.toString())).isEqualTo(rest.toString());
      longer += removed.cardinality() - passages.cardinality();
      removed.andNot(passages);
      assertThat(removed.stream().allMatch(at -> Character.isWhitespace(text.charAt(at)))).isTrue();
    }
    assertThat(longer).isGreaterThan(500);
  }
}
