package io.neardup.simhash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.neardup.Seeds;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnsTests {

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 7, 254, 255, 256, 257, 509, 510, 511, 1000, 1021})
  void addingARunEqualsAddingOneByOne(int count) {
    Seeds.random(random -> {
      long[] hashes = random.longs(count + 11L).toArray();
      long weight = 1 + random.nextLong(10 * Columns.ONE);
      Columns run = new Columns(64);
      Columns single = new Columns(64);

      run.addAll(hashes, 5, 5 + count, weight);
      for (int i = 5; i < 5 + count; i++) {
        single.add(hashes[i], weight);
      }

      assertThat(run.sums()).containsExactly(single.sums());
    });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 255, 256, 1000})
  void aRunOfOneHashReachesTheExtremes(int count) {
    long hash = 0x8000_0000_0F0F_00F1L;
    long[] hashes = new long[count];
    Arrays.fill(hashes, hash);
    Columns columns = new Columns(64);

    columns.addAll(hashes, 0, count, Columns.ONE);

    long[] sums = columns.sums();
    for (int i = 0; i < 64; i++) {
      long sign = (hash >>> i & 1) == 1 ? 1 : -1;
      assertThat(sums[i]).as("column %d", i).isEqualTo(sign * count * Columns.ONE);
    }
    assertThat(columns.signs()).isEqualTo(Fingerprint.of(hash));
  }

  @Test
  void aSumOfZeroGivesBitZero() {
    Columns empty = new Columns(64);
    assertThat(empty.signs().isZero()).isTrue();

    Columns tie = new Columns(64);
    tie.add(0x00FF, 7);
    tie.add(0x0FF0, 7);
    assertThat(tie.signs()).isEqualTo(Fingerprint.of(0x00F0));
  }

  @ParameterizedTest
  @ValueSource(ints = {32, 33, 47, 63, 64})
  void signsHaveTheWidthAskedFor(int bits) {
    Columns columns = new Columns(bits);
    columns.add(-1L, 1);

    assertThat(columns.signs().bits()).isEqualTo(bits);
    assertThat(columns.signs().word(0)).isEqualTo(-1L >>> (64 - bits));
    assertThat(columns.sums()).hasSize(bits).containsOnly(1);
  }

  @Test
  void theLastBitOfAMillionHeaviestFeaturesStillCounts() {
    long heaviest = 1_000_000 * Columns.ONE;
    long[] hashes = new long[1_000_000];
    Arrays.fill(hashes, 0, 500_000, -1L);
    Columns columns = new Columns(64);

    columns.addAll(hashes, 0, hashes.length, heaviest);
    assertThat(columns.sums()).containsOnly(0);
    columns.add(0b1, 1);
    assertThat(columns.signs()).isEqualTo(Fingerprint.of(1));

    columns.addAll(hashes, 0, 500_000, heaviest);
    columns.addAll(hashes, 0, 500_000, heaviest);
    assertThat(columns.sums()[0]).isEqualTo(1_000_000 * heaviest + 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 31, 513})
  void rejectsWidthsItCannotSum(int bits) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Columns(bits))
        .withMessage("bits must be 32 to 512, was " + bits);
  }
}
