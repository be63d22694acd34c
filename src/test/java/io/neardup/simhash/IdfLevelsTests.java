package io.neardup.simhash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdfLevelsTests {

  private static final IdfTable TABLE =
      IdfTableTests.table(Map.of(1L, 1.0, 2L, 2.99, 3L, 3.0, 4L, 6.9, 5L, 9.0, 6L, 11.0));

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "3, 2", "4, 3", "5, 5", "6, 5", "99, 5"})
  void hasFiveEqualRangesByDefault(long hash, int level) {
    assertThat(IdfLevels.of(TABLE).level(hash)).isEqualTo(level);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 3", "3, 4", "4, 5", "6, 5"})
  void hasRangesOfAGivenWidth(long hash, int level) {
    assertThat(new IdfLevels(TABLE, 1.5, 0.75).level(hash)).isEqualTo(level);
  }

  @Test
  void eachOccurrenceAddsTheLevel() {
    assertThat(IdfLevels.of(TABLE).weight(4, 1)).isEqualTo(3 * Columns.ONE);
    assertThat(IdfLevels.of(TABLE).weight(4, 7)).isEqualTo(21 * Columns.ONE);
    assertThat(IdfLevels.of(TABLE).weight(5, Integer.MAX_VALUE))
        .isEqualTo(5L * Integer.MAX_VALUE * Columns.ONE);
  }

  @Test
  void equallyRareFeaturesHaveOneLevel() {
    IdfLevels levels = IdfLevels.of(IdfTableTests.table(Map.of(1L, 2.0, 2L, 2.0)));

    assertThat(levels.level(1)).isEqualTo(levels.level(2)).isEqualTo(levels.level(3));
  }

  @Test
  void rejectsInvalidSteps() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new IdfLevels(TABLE, 1, 0))
        .withMessage("second must be finite and step above 0, were 1.0 and 0.0");
    assertThatIllegalArgumentException().isThrownBy(() -> new IdfLevels(TABLE, Double.NaN, 1));
  }
}
