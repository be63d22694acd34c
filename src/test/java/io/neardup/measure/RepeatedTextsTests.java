package io.neardup.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Texts that repeat themselves, such as a page that was extracted twice, and edited copies of the
/// text without repetition.
class RepeatedTextsTests {

  private static final int TEXTS = 300;
  private static final int WORDS = 100;
  private static final int VOCABULARY = 5_000;
  private static final int PERCENT_EDITED = 15;
  private static final Profile PROFILE = Profiles.SIMHASH_256_V1;
  private static final Verification USUAL = Verification.of(PROFILE, PROFILE.maxDistance());

  @Test
  void areFoundAsOftenAsTextsThatDoNot() {
    int once = found(1);
    assertThat(once).isGreaterThan(TEXTS * 9 / 10);
    assertThat(found(2)).isGreaterThan(once * 9 / 10);
    assertThat(found(3)).isGreaterThan(once * 9 / 10);
  }

  private static int found(int times) {
    SplittableRandom random = new SplittableRandom(1);
    int found = 0;
    for (int i = 0; i < TEXTS; i++) {
      String[] words = new String[WORDS];
      Arrays.setAll(words, place -> word(random));
      String text = String.join(" ", words);
      for (int place = 0; place < WORDS; place++) {
        words[place] = random.nextInt(100) < PERCENT_EDITED ? word(random) : words[place];
      }
      found += isNear(text, (String.join(" ", words) + " ").repeat(times)) ? 1 : 0;
    }
    return found;
  }

  private static boolean isNear(String text, String other) {
    Content a = new Content.Text(text);
    Content b = new Content.Text(other);
    int distance = PROFILE.sketch(a).fingerprint().distance(PROFILE.sketch(b).fingerprint());
    double similarity = WeightedJaccard.of(PROFILE.vector(a), PROFILE.vector(b));
    return USUAL.accepts(distance, USUAL.isUnclear(distance) ? similarity : null);
  }

  /// Frequencies follow Zipf's law.
  private static String word(SplittableRandom random) {
    return "w" + (int) Math.pow(VOCABULARY, random.nextDouble());
  }
}
