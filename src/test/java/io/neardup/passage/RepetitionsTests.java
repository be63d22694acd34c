package io.neardup.passage;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.passage.Passage.TextRange;
import io.neardup.passage.Repetitions.Repeated;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

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
}
