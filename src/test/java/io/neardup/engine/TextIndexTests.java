package io.neardup.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.neardup.Seeds;
import io.neardup.index.Match;
import io.neardup.index.SearchResult;
import io.neardup.profile.Profiles;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TextIndexTests {

  private static final String NOTICE =
      "The city library will be closed on Monday for the yearly stocktaking of books, maps and"
          + " films. Loans that fall due on that day are extended by one week without a fee.";

  private final TextIndex texts = new TextIndex();

  @Test
  void findsAnEditedText() {
    assertThat(texts.put("notice", NOTICE)).isTrue();
    assertThat(texts.put("other", "An entirely different text about the weather of tomorrow."))
        .isTrue();

    List<Match> matches = texts.find(NOTICE.replace("one week", "two weeks"));

    assertThat(matches).extracting(Match::id).containsExactly("notice");
    assertThat(matches.getFirst().distance()).isPositive().isLessThanOrEqualTo(54);
  }

  @Test
  void valuesOutOfRangeAreRefused() {
    texts.put("notice", NOTICE);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> texts.find(NOTICE, -1, 1, 1))
        .withMessage("maxDistance must be 0..256 bits, was -1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> texts.find(NOTICE, 257, 1, 1))
        .withMessage("maxDistance must be 0..256 bits, was 257");
    for (double recall : new double[] {0, -1, 1.01, Double.NaN}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> texts.find("", 54, recall, 1))
          .withMessage("recall must be above 0 and at most 1, was " + recall);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> texts.find(NOTICE, 54, 1, 0))
        .withMessage("limit must be 1 or more, was 0");
  }

  @Test
  void resultsArePrintedWithoutObjects() {
    texts.put("notice", NOTICE);
    assertThat(texts.find(NOTICE, 54, 1, 1).toString())
        .contains("plan=Plan[kind=", "maxDistance=54")
        .doesNotContain("Lambda", "@");
  }

  @Test
  void textsWithoutFeaturesMatchNothing() {
    texts.put("empty", "");
    texts.put("marks", "?!");

    assertThat(texts.find("")).isEmpty();
    texts.put("empty", NOTICE);
    assertThat(texts.find(NOTICE)).extracting(Match::id).containsExactly("empty");
    texts.put("empty", "...");
    assertThat(texts.find(NOTICE)).isEmpty();
    assertThat(texts.size()).isEqualTo(2);
  }

  @Test
  void findsWhatAComparisonWithEveryTextFinds() {
    Seeds.random(TextIndexTests::compareWithEveryText);
  }

  private static void compareWithEveryText(RandomGenerator random) {
    TextIndex index = new TextIndex(Profiles.PAPER_V1, IndexLayout.DEFAULT);
    Map<String, String> stored = new HashMap<>();
    for (int step = 0; step < 3_000; step++) {
      String id = "t" + random.nextInt(400);
      if (random.nextInt(4) == 0) {
        assertThat(index.remove(id)).isEqualTo(stored.remove(id) != null);
      } else {
        String text = text(random);
        assertThat(index.put(id, text)).isEqualTo(stored.put(id, text) == null);
      }
    }
    assertThat(index.size()).isEqualTo(stored.size());
    for (int query = 0; query < 100; query++) {
      String text = text(random);
      SearchResult found = index.find(text, 8, 1, 1_000);
      Map<String, Integer> expected =
          stored.entrySet().stream()
              .map(entry ->
                  Map.entry(
                      entry.getKey(),
                      index
                          .sketch(text)
                          .fingerprint()
                          .distance(index.sketch(entry.getValue()).fingerprint())))
              .filter(entry -> entry.getValue() <= 8)
              .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
      assertThat(found.matches().stream().collect(Collectors.toMap(Match::id, Match::distance)))
          .isEqualTo(expected);
    }
  }

  private static String text(RandomGenerator random) {
    return IntStream.range(0, 4)
        .mapToObj(position -> "w" + position + random.nextInt(4))
        .collect(Collectors.joining(" "));
  }
}
