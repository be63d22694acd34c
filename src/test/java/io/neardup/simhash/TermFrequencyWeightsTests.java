package io.neardup.simhash;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TermFrequencyWeightsTests {

  @ParameterizedTest
  @CsvSource({
    "1, 65536", // 1 + ln 1 = 1
    "2, 110962", // 1.693147180559945 * 65536 = 110962.09
    "3, 137535", // 2.098612288668110 * 65536 = 137534.65, up
    "10, 216438", // 3.302585092994046 * 65536 = 216438.22
    "15, 243011",
    "16, 247240",
    "255, 428688",
    "256, 428945", // beyond the table of common weights
    "1000, 518243",
    "2147483647, 1473745"
  })
  void weightIsOnePlusTheLogarithmRoundedToTheNearestStep(int tf, long weight) {
    assertThat(TermFrequencyWeights.LOG.weight(tf)).isEqualTo(weight);
  }
}
