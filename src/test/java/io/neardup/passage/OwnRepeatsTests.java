package io.neardup.passage;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.profile.Profiles;
import io.neardup.profile.TextTokens;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnRepeatsTests {

  private static RecordText text(String text) {
    return RecordText.of("", text, Profiles.SIMHASH_256_V1, MarkedRuns.NONE);
  }

  /// Every run of 17 words that occurs before, by comparing all places, is in a passage, and each
  /// passage is equal to its earlier place.
  @ParameterizedTest
  @ValueSource(ints = {4, 40, 5_000})
  void eachRunThatOccursBeforeIsFound(int distinct) {
    SplittableRandom random = new SplittableRandom(distinct);
    for (int round = 0; round < 40; round++) {
      List<String> parts = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        parts.add(
            i > 0 && random.nextBoolean()
                ? parts.get(random.nextInt(i))
                : PassageTexts.words(random, random.nextInt(5, 60), distinct));
      }
      String text = String.join(" ", parts);
      RecordText record = text(text);
      TextTokens tokens = record.tokens();
      BitSet covered = new BitSet();
      int end = 0;
      for (Passage passage : OwnRepeats.of(record, 17)) {
        assertThat(passage.a().start()).isLessThan(passage.b().start());
        assertThat(passage.b().start()).isGreaterThanOrEqualTo(end);
        assertThat(passage.words()).isGreaterThanOrEqualTo(17);
        assertThat(text.substring(passage.a().start(), passage.a().end()))
            .isEqualTo(text.substring(passage.b().start(), passage.b().end()));
        end = passage.b().end();
        for (int i = 0; i < tokens.size(); i++) {
          covered.set(
              i,
              covered.get(i)
                  || tokens.start(i) >= passage.b().start() && tokens.end(i) <= passage.b().end());
        }
      }
      for (int q = 0; q + 17 <= tokens.size(); q++) {
        if (occursBefore(tokens, q, 17)) {
          assertThat(covered.get(q, q + 17).cardinality()).as("%s at %d", text, q).isGreaterThan(0);
        }
      }
    }
  }

  private static boolean occursBefore(TextTokens tokens, int q, int length) {
    for (int p = 0; p < q; p++) {
      int equal = 0;
      while (equal < length && tokens.hash(p + equal) == tokens.hash(q + equal)) {
        equal++;
      }
      if (equal == length) {
        return true;
      }
    }
    return false;
  }

  @Test
  void aTextWithoutRepetitionHasNone() {
    SplittableRandom random = new SplittableRandom(3);
    assertThat(OwnRepeats.of(text(PassageTexts.words(random, 2_000, 50_000)), 17)).isEmpty();
    assertThat(OwnRepeats.of(text(""), 1)).isEmpty();
  }

  /// A text that repeats a few words throughout takes no quadratic time.
  @Test
  void aLongRepetitionIsOnePassage() {
    String text = "one two three four five six seven ".repeat(100_000);
    List<Passage> passages = OwnRepeats.of(text(text), 17);
    assertThat(passages).hasSize(1);
    assertThat(passages.getFirst().b().end()).isEqualTo(text.length() - 1);
    assertThat(passages.getFirst().words()).isGreaterThan(699_900);
  }
}
