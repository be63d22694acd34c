package io.neardup.simhash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnsTests {

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
