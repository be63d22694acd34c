package io.neardup.spark.pair;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.simhash.Fingerprint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BlockPlanTests {

  private static final int GROUP = 1_000_000;

  @Test
  void findsAllPairsOfFingerprintsOfUpTo64Bits() {
    BlockPlan plan = BlockPlan.of(64, 3, 0.5, 1_000_000_000, GROUP);

    assertThat(plan.blocks()).isEqualTo(4);
    assertThat(plan.isExact()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {1_000_000, 1_000_000_000})
  void hasTheRequestedRecallAtTheDistance(long rows) {
    BlockPlan plan = BlockPlan.of(256, 54, 0.95, rows, GROUP);

    assertThat(plan.blocks()).isBetween(20, 32);
    assertThat(plan.recall()).isBetween(0.95 - 1e-9, 1.0);
    assertThat(plan.isExact()).isFalse();
  }

  @Test
  void comparesAllFingerprintsOfASmallCorpus() {
    assertThat(BlockPlan.of(256, 54, 0.95, 10_000, GROUP).blocks()).isZero();
    assertThat(BlockPlan.of(64, 64, 0.95, 1_000_000, GROUP).blocks()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"64, 4", "64, 7", "256, 27", "100, 3", "512, 9", "33, 5"})
  void eachBitIsInOneKeyAtMost(int bits, int blocks) {
    BlockPlan plan = new BlockPlan(bits, blocks - 1, blocks, 1.0, 1.0);
    Fingerprint one = NearFingerprints.uniform(bits, 1, 0, bits).fingerprints().getFirst();
    long[] a = words(one);
    int changing = 0;
    for (int bit = 0; bit < bits; bit++) {
      long[] b = a.clone();
      b[bit / 64] ^= 1L << bit;
      int changed = 0;
      for (int block = 0; block < blocks; block++) {
        changed += plan.key(block, a) == plan.key(block, b) ? 0 : 1;
        assertThat(BlockPlan.block(plan.key(block, b))).isEqualTo(block);
      }
      assertThat(changed).isLessThanOrEqualTo(1);
      changing += changed;
    }
    assertThat(changing).isEqualTo(changing(bits, blocks));
    assertThat(plan.keys(a).distinct().count()).isEqualTo(blocks);
  }

  private static int changing(int bits, int blocks) {
    int sum = 0;
    for (int block = 0; block < blocks; block++) {
      sum += Math.min(20, bits / blocks + (block < bits % blocks ? 1 : 0));
    }
    return sum;
  }

  private static long[] words(Fingerprint fingerprint) {
    long[] words = new long[(fingerprint.bits() + 63) / 64];
    for (int word = 0; word < words.length; word++) {
      words[word] = fingerprint.word(word);
    }
    return words;
  }
}
