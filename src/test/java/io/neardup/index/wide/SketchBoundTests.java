package io.neardup.index.wide;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import io.neardup.hamming.Blocks;
import io.neardup.index.Probing;
import io.neardup.index.RandomFingerprints;
import io.neardup.index.World;
import io.neardup.simhash.Fingerprint;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Sketches exclude nothing within the distance up to which probing is exact.
class SketchBoundTests {

  @ParameterizedTest
  @CsvSource({
    "256, ALL, 0, 7",
    "256, ALL, 1, 15",
    "256, ALL, 2, 23",
    "256, HALF, 0, 3",
    "256, HALF, 1, 7",
    "256, HALF, 2, 11",
    "256, HALF, 3, 15"
  })
  void aThresholdKeepsTheBoundOfARadiusInAllTables(
      int bits, WideTableCount tables, int radius, int threshold) {
    SketchWindows windows = new SketchWindows(tables.blocks(bits));
    int m = windows.blocks().keys();
    Probing probing = new Probing(windows.blocks(), m * (radius + 1));

    assertThat(windows.lossless(probing)).isEqualTo(threshold);
    assertThat(new WideProbing(probing, windows, threshold).exactTo())
        .isEqualTo(m * (radius + 1) - 1);
    assertThat(new WideProbing(probing, windows, threshold - 1).exactTo())
        .isLessThan(m * (radius + 1) - 1)
        .isGreaterThanOrEqualTo(threshold - 1);
  }

  /// For every step and threshold, with sketches that span one to three blocks: every difference
  /// that an adversary finds to be missed is larger than the bound.
  @ParameterizedTest
  @CsvSource({
    "32, 8, 1, 0, 4",
    "32, 8, 1, 0, 8",
    "32, 8, 1, 0, 10",
    "32, 8, 1, 1, 8",
    "32, 8, 2, 0, 8",
    "32, 8, 2, 1, 12",
    "32, 5, 1, 0, 9",
    "33, 7, 2, 0, 11",
    "33, 6, 1, 2, 16"
  })
  void missedDifferencesAreBeyondTheBound(
      int bits, int count, int stride, int dropped, int longest) {
    SketchWindows windows = new SketchWindows(new Blocks(bits, count, stride, dropped), longest);
    int m = windows.blocks().keys();
    Seeds.random(random -> {
      for (int step = 1; step <= 3 * m; step++) {
        Probing keys = new Probing(windows.blocks(), step);
        for (int threshold = 0; threshold <= longest; threshold++) {
          WideProbing probing = new WideProbing(keys, windows, threshold);
          for (int i = 0; i < 60; i++) {
            int missed = Adversary.fewestMissed(probing, random);
            assertThat(missed).as("%s", probing).isGreaterThan(probing.exactTo());
          }
        }
      }
    });
  }

  /// The bound without sketches would be wrong with them: a low threshold excludes closer
  /// fingerprints.
  @Test
  void tooLowThresholdBreaksTheBound() {
    Seeds.random(random -> {
      SketchWindows windows = new SketchWindows(WideTableCount.ALL.blocks(256));
      Probing probing = new Probing(windows.blocks(), 32);
      int fewest = Integer.MAX_VALUE;
      for (int i = 0; i < 2_000; i++) {
        fewest =
            Math.min(fewest, Adversary.fewestMissed(new WideProbing(probing, windows, 4), random));
      }
      assertThat(fewest)
          .isLessThan(32)
          .isGreaterThan(new WideProbing(probing, windows, 4).exactTo());
    });
  }

  /// In the index itself: a fingerprint that differs from the query by one bit less than the
  /// difference that the adversary chose is found.
  @ParameterizedTest
  @CsvSource({"256, ALL", "256, HALF", "128, ALL", "100, ALL", "512, HALF"})
  void everythingWithinTheBoundIsFound(int bits, WideTableCount tables) {
    Seeds.random(random -> {
      WideIndex index = new WideIndex(bits, tables, World::id);
      Fingerprint stored = RandomFingerprints.anywhere(bits, random);
      index.add(1, stored);
      SketchWindows windows = new SketchWindows(tables.blocks(bits));
      int m = windows.blocks().keys();
      for (int step = 1; step <= 4 * m; step += 1 + random.nextInt(m / 2)) {
        Probing keys = new Probing(windows.blocks(), step);
        WideProbing probing = new WideProbing(keys, windows, windows.lossless(keys));
        for (int i = 0; i < 20; i++) {
          long[] words = Adversary.missed(probing, random);
          int differing = Adversary.bitCount(words);
          while (differing > probing.exactTo()) { // clears bits until it must be found
            int bit = random.nextInt(bits);
            if ((words[bit / 64] >>> bit & 1) == 1) {
              words[bit / 64] ^= 1L << bit;
              differing--;
            }
          }
          Arrays.setAll(words, w -> words[w] ^ stored.word(w));
          Fingerprint query = Fingerprint.of(bits, words);
          assertThat(index.lookup(query, probing.exactTo(), 1, probing).matches())
              .as("step %d", step)
              .hasSize(1);
        }
      }
    });
  }
}
