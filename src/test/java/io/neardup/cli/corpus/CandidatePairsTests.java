package io.neardup.cli.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.measure.DropRule;
import io.neardup.measure.WeightedJaccard;
import io.neardup.simhash.FeatureVector;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CandidatePairsTests {

  private static final int RECORDS = 300;

  private final List<FeatureVector> vectors = new ArrayList<>();
  private final SplittableRandom random = new SplittableRandom(4);

  private CandidatePairs pairs(long maxBytes) {
    CandidatePairs pairs = new CandidatePairs(2_000, maxBytes);
    for (int i = 0; i < RECORDS; i++) {
      long[] hashes = random.longs(random.nextInt(1, 40), 0, 60).distinct().toArray();
      long[] weights = random.longs(hashes.length, 1, 9).toArray();
      vectors.add(FeatureVector.of(hashes, weights));
    }
    for (int a = 0; a < RECORDS; a++) {
      for (int b = a + 1; b < RECORDS; b += random.nextInt(1, 100)) {
        assertThat(random.nextBoolean() ? pairs.add(a, b) : pairs.add(b, a)).isTrue();
      }
    }
    return pairs;
  }

  /// 4 KB are the features of about ten records.
  @ParameterizedTest
  @ValueSource(longs = {0, 4_000, 1_000_000})
  void roundsOfAnySizeGiveTheSimilaritiesOfAllPairs(long maxBytes) {
    CandidatePairs pairs = pairs(maxBytes);
    List<BitSet> passes = new ArrayList<>();
    pairs.compare(
        (records, reader) -> {
          passes.add((BitSet) records.clone());
          records.stream().forEach(record -> reader.read(record, vectors.get(record)));
        },
        record -> vectors.get(record).size(),
        DropRule.ALL);
    assertThat(pairs.size()).isGreaterThan(1_000);
    for (int i = 0; i < pairs.size(); i++) {
      int a = pairs.earlier(i);
      int b = pairs.later(i);
      double exact = WeightedJaccard.of(vectors.get(a), vectors.get(b));
      assertThat(a).isLessThan(b);
      assertThat(pairs.similarity(i)).isEqualTo(exact);
      assertThat(pairs.similarity(b, a)).isEqualTo(exact);
    }
    assertThat(pairs.similarity(0, 0)).isNull();
    int earlier = RECORDS - 1; // each record but the last has a later one
    if (maxBytes == 0) {
      assertThat(passes).hasSize(earlier);
    } else {
      assertThat(passes).hasSize(maxBytes < 1_000_000 ? rounds(earlier, maxBytes) : 1);
    }
  }

  /// In how many rounds records are kept if each is filled as far as it goes.
  private int rounds(int records, long maxBytes) {
    int rounds = 1;
    long bytes = 0;
    for (int i = 0; i < records; i++) {
      long more = CandidatePairs.bytes(vectors.get(i).size());
      if (bytes + more > maxBytes) {
        rounds++;
        bytes = 0;
      }
      bytes += more;
    }
    return rounds;
  }

  @Test
  void pairsAreLimited() {
    CandidatePairs pairs = new CandidatePairs(3, 1_000);
    for (int later = 1; later <= 3; later++) {
      assertThat(pairs.add(0, later)).isTrue();
    }
    assertThat(pairs.isFull()).isFalse();
    pairs.add(0, 4);
    assertThat(pairs.isFull()).isTrue();
  }
}
