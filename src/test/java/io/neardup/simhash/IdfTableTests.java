package io.neardup.simhash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdfTableTests {

  @ParameterizedTest
  @CsvSource({
    "0, 0, 1", // of nothing, nothing is known
    "0, 99, 5.605170185988092", // 1 + ln 100
    "9, 99, 3.302585092994046", // 1 + ln 10
    "99, 99, 1", // in every document
    "1, 4611686018427387904, 43.281978"
  })
  void idfIsSmoothed(long count, long documents, double idf) {
    assertThat(IdfTable.idf(count, documents)).isCloseTo(idf, within(1e-6));
  }

  @Test
  void weightIsLogTfTimesIdf() {
    IdfTable table = table(Map.of(1L, 2.0, 2L, 0.0, 3L, 7.5));

    assertThat(table.weight(1, 1)).isEqualTo(2 * Columns.ONE);
    assertThat(table.weight(1, 2)).isEqualTo(221_924); // (1 + ln 2) * 2 * 65536 = 221924.2
    assertThat(table.weight(2, 1_000)).isZero();
    assertThat(table.weight(3, Integer.MAX_VALUE))
        .isEqualTo(Math.round(TermFrequencyWeights.LOG.weight(Integer.MAX_VALUE) * 7.5));
  }

  @Test
  void unknownFeaturesGetTheLargestIdf() {
    IdfTable table = table(Map.of(1L, 2.0, 3L, 7.5));

    assertThat(table.idf(99)).isEqualTo(7.5).isEqualTo(table.largestIdf());
    assertThat(table.weight(99, 1)).isEqualTo(table.weight(3, 1));
    assertThat(table.smallestIdf()).isEqualTo(2);
    assertThat(table.size()).isEqualTo(2);
  }

  @Test
  void findsEveryFeatureOfALargeTable() {
    SplittableRandom random = new SplittableRandom(1);
    Map<Long, Double> idfs = new HashMap<>();
    for (long i = 0; i < 20_000; i++) {
      idfs.put(i % 2 == 0 ? i : random.nextLong(), random.nextInt(1_000) / 8.0);
    }
    IdfTable table = table(idfs);

    idfs.forEach((hash, idf) -> assertThat(table.idf(hash)).isEqualTo(idf));
    assertThat(table.size()).isEqualTo(idfs.size());
  }

  static IdfTable table(Map<Long, Double> idfs) {
    IdfTable.Builder builder = new IdfTable.Builder();
    idfs.forEach(builder::add);
    return builder.build();
  }
}
