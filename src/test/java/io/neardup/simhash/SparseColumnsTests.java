package io.neardup.simhash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.neardup.Seeds;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SparseColumnsTests {

  private static final double SIGMAS = 6; // exceeded by chance once in five hundred million times
  private static final BigInteger TICKS = BigInteger.TWO.pow(32);

  /// The recipe as defined in the documentation, with arbitrary-precision integers.
  private static BigInteger[] naive(int bits, long[] hashes, long[] weights) {
    BigInteger[] sums = new BigInteger[bits];
    Arrays.fill(sums, BigInteger.ZERO);
    BigDecimal total = BigDecimal.valueOf(Arrays.stream(weights).sum());
    for (int i = 0; i < hashes.length && total.signum() > 0; i++) {
      double share =
          BigDecimal.valueOf(weights[i])
              .multiply(BigDecimal.valueOf(bits))
              .divide(total, 60, RoundingMode.HALF_EVEN)
              .doubleValue();
      BigInteger end =
          new BigDecimal(share).multiply(new BigDecimal(TICKS.shiftLeft(2))).toBigInteger();
      for (long round = 0; TICKS.multiply(BigInteger.valueOf(round)).compareTo(end) <= 0; round++) {
        long draw = splitMix(hashes[i], round);
        BigInteger time =
            TICKS
                .multiply(BigInteger.valueOf(round))
                .add(BigInteger.valueOf(draw & 0xFFFFFFFFL | 1));
        if (time.compareTo(end) <= 0) {
          double loudness = share * 0x1p40;
          long pull = Math.min((long) (loudness / time.doubleValue()), 1 << 18);
          BigInteger cube = BigInteger.valueOf(pull).pow(3);
          int column = (int) ((draw >>> 32) * bits >>> 32);
          sums[column] = (draw & 1) == 1 ? sums[column].add(cube) : sums[column].subtract(cube);
        }
      }
    }
    return sums;
  }

  private static long splitMix(long hash, long round) {
    long z = hash + (round + 1) * 0x9E3779B97F4A7C15L;
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }

  @ParameterizedTest
  @CsvSource({
    "1, 32",
    "1, 512",
    "2, 256",
    "3, 100",
    "20, 256",
    "200, 256",
    "900, 65",
    "5000, 256",
    "700, 512"
  })
  void sumsAreThoseOfTheDefinition(int features, int bits) {
    Seeds.random(random -> {
      long[] hashes = random.longs(features).toArray();
      long[] weights = random.longs(features, 1, 9 * Columns.ONE).toArray();
      SparseColumns columns = columns(bits, hashes, weights);
      BigInteger[] expected = naive(bits, hashes, weights);
      assertThat(Arrays.stream(columns.sums()).mapToObj(BigInteger::valueOf).toArray())
          .isEqualTo(expected);
      Fingerprint signs = columns.signs();
      for (int bit = 0; bit < bits; bit++) {
        assertThat(signs.bit(bit)).isEqualTo(expected[bit].signum() > 0);
      }
    });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 40, 3_000})
  void neitherTheOrderNorTheUnitOfWeightsMatters(int features) {
    Seeds.random(random -> {
      long[] hashes = random.longs(features).toArray();
      long[] weights = random.longs(features, 1, 5 * Columns.ONE).toArray();
      SparseColumns reversed = new SparseColumns(512);
      for (int i = features - 1; i >= 0; i--) {
        reversed.add(hashes[i], weights[i] * 1_000);
      }
      reversed.add(~hashes[0], 0);
      assertThat(reversed.sums()).isEqualTo(columns(512, hashes, weights).sums());
    });
  }

  @Test
  void extremeWeightsTakeBoundedTime() {
    SplittableRandom random = new SplittableRandom(1);
    long[] hashes = random.longs(1_000).toArray();
    long[] weights = new long[1_000];
    Arrays.fill(weights, 1);
    weights[3] = 1_000_000 * Columns.ONE;
    Fingerprint dominated = columns(512, hashes, weights).signs();
    Fingerprint alone = columns(512, new long[] {hashes[3]}, new long[] {1}).signs();
    assertThat(dominated.distance(alone)).isLessThan(8);
  }

  @ParameterizedTest
  @ValueSource(ints = {31, 513})
  void rejectsWidthsThatNoFingerprintHas(int bits) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SparseColumns(bits))
        .withMessage("bits must be 32 to 512, was " + bits);
  }

  private static SparseColumns columns(int bits, long[] hashes, long[] weights) {
    SparseColumns columns = new SparseColumns(bits);
    IntStream.range(0, hashes.length).forEach(i -> columns.add(hashes[i], weights[i]));
    return columns;
  }

  private static long[] ones(int count) {
    long[] weights = new long[count];
    Arrays.fill(weights, Columns.ONE);
    return weights;
  }
}
