package io.neardup.index.narrow;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import io.neardup.index.Match;
import io.neardup.index.World;
import io.neardup.simhash.Fingerprint;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Buckets stay short while an index grows, and are released while it shrinks.
class PermutationIndexGrowthTests {

  private static final int DOCUMENTS = 300_000;

  @ParameterizedTest
  @CsvSource({"64, 4, 3, 100", "64, 1, 0, 100", "32, 4, 3, 1400"})
  void bucketsStayShortAtEverySize(int bits, int blocks, int exactTo, int longest) {
    Seeds.random(random -> {
      BlockLayout layout = new BlockLayout(bits, blocks, exactTo);
      PermutationIndex index = new PermutationIndex(layout, World::id);
      Fingerprint[] fingerprints =
          random
              .longs(DOCUMENTS)
              .mapToObj(f -> Fingerprint.of(bits, f >>> (64 - bits)))
              .toArray(Fingerprint[]::new);

      for (int document = 0; document < DOCUMENTS; document++) {
        index.add(document, fingerprints[document]);
      }
      assertThat(index.fingerprints()).isBetween(DOCUMENTS - 100L, (long) DOCUMENTS);
      assertThat(index.largestBucket()).isBetween(DOCUMENTS >> 16, longest);
      assertFound(index, fingerprints, 0, exactTo, random);

      int half = DOCUMENTS / 2;
      remove(index, fingerprints, 0, half);
      assertThat(index.largestBucket()).isBetween(1, longest);
      assertFound(index, fingerprints, half, exactTo, random);

      remove(index, fingerprints, half, DOCUMENTS - 10);
      assertThat(index.fingerprints()).isEqualTo(10);
      assertThat(index.largestBucket()).isBetween(1, 10);
      assertFound(index, fingerprints, DOCUMENTS - 10, exactTo, random);

      remove(index, fingerprints, DOCUMENTS - 10, DOCUMENTS);
      assertThat(index.fingerprints()).isZero();
      assertThat(index.largestBucket()).isZero();
      assertThat(index.search(Fingerprint.of(bits, 0), bits, 1, 10).candidates()).isZero();
    });
  }

  private static void remove(PermutationIndex index, Fingerprint[] fingerprints, int from, int to) {
    for (int document = from; document < to; document++) {
      if (!index.remove(document, fingerprints[document])) {
        throw new AssertionError("document " + document + " is lost");
      }
    }
  }

  private static void assertFound(
      PermutationIndex index,
      Fingerprint[] fingerprints,
      int from,
      int exactTo,
      SplittableRandom random) {
    for (int i = 0; i < 300; i++) {
      int document = random.nextInt(from, DOCUMENTS);
      long query = fingerprints[document].word(0);
      for (int bit = 0; bit < exactTo; bit++) {
        query ^= 1L << random.nextInt(32);
      }
      assertThat(
              index
                  .search(Fingerprint.of(fingerprints[document].bits(), query), exactTo, 1, 10_000)
                  .matches())
          .extracting(Match::document)
          .contains(document)
          .allMatch(found -> found >= from);
    }
  }
}
