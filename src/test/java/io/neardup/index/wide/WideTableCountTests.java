package io.neardup.index.wide;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WideTableCountTests {

  @ParameterizedTest
  @CsvSource({
    "256, 250, ALL", "256, 230, HALF", "256, 145, HALF", "256, 120, NONE", "256, 0, NONE",
    "512, 480, ALL", "512, 300, HALF", "512, 100, NONE", "128, 130, ALL", "128, 80, HALF"
  })
  void choosesAsManyTablesAsFitTheMemory(int bits, long bytesEach, WideTableCount tables) {
    long fingerprints = 10_000_000;

    assertThat(WideTableCount.within(fingerprints * bytesEach, bits, fingerprints))
        .isEqualTo(tables);
  }
}
