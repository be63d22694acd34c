package io.neardup.simhash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.neardup.Seeds;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OneBitMinHashTests {

  /// Chance goes beyond it once in five hundred million times.
  private static final double SIGMAS = 6;

  /// The mean of the distance, and its variance too, which is at most that of independent bits: if
  /// all columns that a feature wins had one bit, it would be many times as large.
  @ParameterizedTest
  @CsvSource({
    "1, 0, 1, 256",
    "1, 1, 1, 256",
    "4, 1, 1, 32",
    "4, 1, 1, 256",
    "9, 0, 1, 512",
    "0, 5, 5, 100",
    "20, 5, 10, 100",
    "100, 20, 20, 256",
    "100, 3, 3, 512",
    "1000, 200, 200, 64",
    "1000, 50, 400, 256"
  })
  void bitsAgreeAsOftenAsTheJaccardSimilaritySays(int shared, int onlyA, int onlyB, int bits) {
    int trials = 2_000;
    double apart = (1 - (double) shared / (shared + onlyA + onlyB)) / 2;
    Seeds.random(random -> {
      double sum = 0;
      double squares = 0;
      for (int trial = 0; trial < trials; trial++) {
        long[] features = random.longs(shared + onlyA + onlyB).toArray();
        Fingerprint a = sketch(bits, Arrays.copyOf(features, shared + onlyA));
        Fingerprint b =
            sketch(
                bits,
                LongStream.concat(
                        Arrays.stream(features, 0, shared),
                        Arrays.stream(features, shared + onlyA, features.length))
                    .toArray());
        int distance = a.distance(b);
        sum += distance;
        squares += (double) distance * distance;
      }
      double mean = sum / trials;
      double variance = (squares - sum * mean) / (trials - 1);
      double binomial = bits * apart * (1 - apart);
      assertThat(mean).isEqualTo(bits * apart, within(SIGMAS * Math.sqrt(binomial / trials)));
      assertThat(variance / binomial).isLessThan(1.25);
    });
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 10, 300})
  void bitsAgreeAsOftenAsTheSimilarityOfTheDistributionsSays(int features) {
    int bits = 256;
    int trials = 1_000;
    Seeds.random(random -> {
      long[] x = random.longs(features, 0, 8 * Columns.ONE).toArray();
      long[] y = random.longs(features, 0, 8 * Columns.ONE).toArray();
      x[0] = y[0] = Columns.ONE;
      long distance = 0;
      for (int trial = 0; trial < trials; trial++) {
        long[] hashes = random.longs(features).toArray();
        distance += weighed(bits, hashes, x).distance(weighed(bits, hashes, y));
      }
      double apart = (1 - similarity(x, y)) / 2;
      double chance = SIGMAS * Math.sqrt(apart * (1 - apart) / bits / trials);
      assertThat((double) distance / bits / trials).isEqualTo(apart, within(chance + 1.0 / bits));
    });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 50, 2_000})
  void aFeatureWinsInProportionToItsWeight(int others) {
    int bits = 256;
    int trials = 400;
    Seeds.random(random -> {
      int won = 0;
      for (int trial = 0; trial < trials; trial++) {
        OneBitMinHash race = new OneBitMinHash(bits);
        long heavy = random.nextLong();
        race.addAll(random.longs(others).toArray(), 0, others, 7);
        race.add(heavy, 7L * others);
        won += (int) Arrays.stream(race.winners()).filter(winner -> winner == heavy).count();
      }
      double chance = SIGMAS * Math.sqrt(0.25 / bits / trials);
      assertThat((double) won / bits / trials).isEqualTo(0.5, within(chance + 1.0 / bits));
    });
  }

  /// What consistent sampling means: whoever leaves changes what it has won, and nothing else.
  @ParameterizedTest
  @ValueSource(ints = {2, 10, 400})
  void withoutAFeatureOnlyTheBitsThatItHasWonChange(int features) {
    Seeds.random(random -> {
      long[] hashes = random.longs(features).toArray();
      long[] weights = random.longs(features, 1, 5 * Columns.ONE).toArray();
      OneBitMinHash race = race(256, hashes, weights);
      long[] winners = race.winners();
      Fingerprint all = race.fingerprint();
      for (int left = 0; left < features; left++) {
        long[] others = weights.clone();
        others[left] = 0;
        OneBitMinHash without = race(256, hashes, others);
        long[] otherWinners = without.winners();
        Fingerprint fingerprint = without.fingerprint();
        for (int column = 0; column < 256; column++) {
          if (winners[column] == hashes[left]) {
            assertThat(otherWinners[column]).isNotEqualTo(hashes[left]);
          } else {
            assertThat(otherWinners[column]).isEqualTo(winners[column]);
            assertThat(fingerprint.bit(column)).isEqualTo(all.bit(column));
          }
        }
      }
    });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 40, 3_000})
  void neitherOrderNorRepetitionNorTheUnitOfWeightsMatters(int features) {
    Seeds.random(random -> {
      long[] hashes = random.longs(features).toArray();
      OneBitMinHash shuffled = new OneBitMinHash(512);
      for (int i = features - 1; i >= 0; i--) {
        shuffled.add(hashes[i], 12_345);
      }
      shuffled.addAll(hashes, 0, features / 2, 12_344);
      shuffled.add(hashes[0], 12_345);
      shuffled.add(~hashes[0], 0);

      assertThat(shuffled.fingerprint()).isEqualTo(sketch(512, hashes));
      assertThat(shuffled.winners()).isEqualTo(race(512, hashes, ones(features)).winners());
      assertThat(shuffled.fingerprint()).isEqualTo(sketch(512, hashes));
    });
  }

  @Test
  void theExtremesOfWeightComeToAnEnd() {
    SplittableRandom random = new SplittableRandom(1);
    long[] hashes = random.longs(1_000).toArray();
    long[] weights = ones(1_000);
    Arrays.fill(weights, 500, 1_000, 1);
    weights[3] = 1_000_000 * Columns.ONE;

    long[] winners = race(512, hashes, weights).winners();

    assertThat(winners).hasSize(512).contains(hashes[3]);
    assertThat(Arrays.stream(winners).filter(winner -> winner != hashes[3]).count()).isLessThan(8);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 14, 15, 16, 300})
  void countsOfABagWeighAsTheyShould(int mostOften) {
    Seeds.random(random -> {
      FeatureBag bag = new FeatureBag(0);
      for (long hash : random.longs(60).toArray()) {
        bag.add(hash, 1 + random.nextInt(mostOften));
      }
      OneBitMinHash inSteps = new OneBitMinHash(256);
      OneBitMinHash oneByOne = new OneBitMinHash(256);
      TermFrequencyWeights.LOG.accumulate(bag, inSteps);
      FeatureWeights plain = (hash, count) -> TermFrequencyWeights.LOG.weight(count);
      plain.accumulate(bag, oneByOne);

      assertThat(inSteps.fingerprint()).isEqualTo(oneByOne.fingerprint());
      assertThat(inSteps.winners()).isEqualTo(oneByOne.winners());
    });
  }

  @Test
  void withoutFeaturesAllBitsAreZero() {
    OneBitMinHash race = new OneBitMinHash(100);
    race.add(1, 0);
    race.addAll(new long[] {2, 3}, 0, 2, 0);

    assertThat(race.fingerprint().isZero()).isTrue();
    assertThat(race.winners()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {31, 513})
  void rejectsWidthsThatNoFingerprintHas(int bits) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new OneBitMinHash(bits))
        .withMessage("bits must be 32 to 512, was " + bits);
  }

  /// J_P of Moulton and Jiang: by feature, the inverse of the sum over features of how much more
  /// they weigh.
  private static double similarity(long[] x, long[] y) {
    double similarity = 0;
    for (int i = 0; i < x.length; i++) {
      if (x[i] > 0 && y[i] > 0) {
        double sum = 0;
        for (int j = 0; j < x.length; j++) {
          sum += Math.max((double) x[j] / x[i], (double) y[j] / y[i]);
        }
        similarity += 1 / sum;
      }
    }
    return similarity;
  }

  private static Fingerprint sketch(int bits, long... hashes) {
    return weighed(bits, hashes, ones(hashes.length));
  }

  private static Fingerprint weighed(int bits, long[] hashes, long[] weights) {
    return race(bits, hashes, weights).fingerprint();
  }

  private static OneBitMinHash race(int bits, long[] hashes, long[] weights) {
    OneBitMinHash race = new OneBitMinHash(bits);
    IntStream.range(0, hashes.length).forEach(i -> race.add(hashes[i], weights[i]));
    return race;
  }

  private static long[] ones(int count) {
    long[] weights = new long[count];
    Arrays.fill(weights, Columns.ONE);
    return weights;
  }
}
