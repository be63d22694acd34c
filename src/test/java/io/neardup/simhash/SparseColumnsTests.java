package io.neardup.simhash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

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

  /// If features arrive independently, a column of two texts agrees if the same feature arrives
  /// first in both, and otherwise with probability 1/2. This holds only approximately, within 0.02
  /// of the bits, because the cube of the pull is not an infinite power.
  @ParameterizedTest
  @CsvSource({
    "20, 1, 1, 256",
    "40, 4, 4, 256",
    "200, 10, 10, 256",
    "200, 40, 40, 256",
    "1000, 100, 100, 512",
    "3000, 20, 300, 256",
    "0, 100, 100, 256"
  })
  void distanceFollowsTheJaccardSimilarity(int shared, int onlyA, int onlyB, int bits) {
    int trials = 400;
    double jaccard = (double) shared / (shared + onlyA + onlyB);
    Seeds.random(random -> {
      long distances = 0;
      for (int trial = 0; trial < trials; trial++) {
        long[] all = random.longs(shared + onlyA + onlyB).toArray();
        long[] a = Arrays.copyOf(all, shared + onlyA);
        long[] b =
            IntStream.range(0, all.length)
                .filter(i -> i < shared || i >= shared + onlyA)
                .mapToLong(i -> all[i])
                .toArray();
        distances +=
            columns(bits, a, ones(a.length))
                .signs()
                .distance(columns(bits, b, ones(b.length)).signs());
      }
      double share = (double) distances / trials / bits;
      assertThat(share).isEqualTo((1 - jaccard) / 2, within(0.02));
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

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 14, 15, 16, 300})
  void countsOfABagDetermineWeights(int mostOften) {
    Seeds.random(random -> {
      FeatureBag bag = new FeatureBag(0);
      for (long hash : random.longs(60).toArray()) {
        bag.add(hash, 1 + random.nextInt(mostOften));
      }
      SparseColumns atOnce = new SparseColumns(256);
      SparseColumns oneByOne = new SparseColumns(256);
      TermFrequencyWeights.LOG.accumulate(bag, atOnce);
      FeatureWeights plain = (hash, count) -> TermFrequencyWeights.LOG.weight(count);
      plain.accumulate(bag, oneByOne);
      assertThat(atOnce.sums()).isEqualTo(oneByOne.sums());
    });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 30, 2_000})
  void contributionsOfAllFeaturesAddUpToTheSums(int features) {
    Seeds.random(random -> {
      long[] hashes = random.longs(features).toArray();
      long[] weights = random.longs(features, 1, 5 * Columns.ONE).toArray();
      long total = Arrays.stream(weights).sum();
      long[] sums = new long[256];
      for (int i = 0; i < features; i++) {
        long[] pulls = SparseColumns.pulls(hashes[i], weights[i], total, 256);
        Arrays.setAll(sums, bit -> sums[bit] + pulls[bit]);
      }
      assertThat(sums).isEqualTo(columns(256, hashes, weights).sums());
    });
  }

  /// Because of the horizon, one column in 55 has no arrival; half of the others are 1.
  @Test
  void halfOfTheBitsAreOne() {
    Seeds.random(random -> {
      int ones = 0;
      int silent = 0;
      int texts = 400;
      for (int text = 0; text < texts; text++) {
        SparseColumns columns = columns(256, random.longs(500).toArray(), ones(500));
        silent += (int) Arrays.stream(columns.sums()).filter(sum -> sum == 0).count();
        Fingerprint signs = columns.signs();
        ones += (int) IntStream.range(0, 256).filter(signs::bit).count();
      }
      double chance = SIGMAS * Math.sqrt(0.25 / 256 / texts);
      double silence = Math.exp(-4);
      assertThat((double) silent / 256 / texts).isEqualTo(silence, within(chance));
      assertThat((double) ones / 256 / texts).isEqualTo((1 - silence) / 2, within(chance));
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

  @Test
  void withoutFeaturesAllBitsAreZero() {
    SparseColumns columns = new SparseColumns(100);
    columns.add(1, 0);
    assertThat(columns.signs().isZero()).isTrue();
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
