package io.neardup.index.narrow;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import io.neardup.index.Match;
import io.neardup.index.Parallel;
import io.neardup.index.Parallel.Task;
import io.neardup.index.SearchResult;
import io.neardup.index.World;
import io.neardup.simhash.Fingerprint;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/// A lookup in a bucket with many fingerprints costs little more than in any other.
class SkewedBucketTests {

  private static final int DOCUMENTS = 50_000;
  private static final long SAME_BLOCK = 0xBEEFL;

  private final PermutationIndex index = new PermutationIndex(BlockLayout.DEFAULT, World::id);

  @Test
  void skewedBucketsAreComparedInPart() {
    Seeds.random(random -> {
      Fingerprint[] fingerprints = fill(random);

      assertThat(index.largestBucket()).isLessThan(1024);
      for (int document = 0; document < 500; document++) {
        SearchResult result =
            index.search(near(fingerprints[document], 0b1L << 40 ^ 0b101), 3, 1, 10);
        assertThat(result.matches()).extracting(Match::document).contains(document);
        assertThat(result.candidates()).isLessThan(DOCUMENTS / 50);
      }
    });
  }

  @Test
  void smallSplitBucketsAreMerged() {
    Seeds.random(random -> {
      Fingerprint[] fingerprints = fill(random);
      int left = 200;
      for (int document = left; document < DOCUMENTS; document++) {
        assertThat(index.remove(document, fingerprints[document])).isTrue();
      }

      SearchResult result = index.search(skewed(random), 3, 1, 10);
      assertThat(index.fingerprints()).isEqualTo(left);
      assertThat(result.candidates()).isBetween((long) left, left + 100L);
      assertThat(index.largestBucket()).isEqualTo(left);
    });
  }

  @Test
  void indivisibleBucketsAreScanned() {
    for (int i = 0; i < 1 << 12; i++) {
      index.add(i, Fingerprint.of(Long.expand(i, 0x1111_1111_1111L)));
    }

    assertThat(index.search(Fingerprint.of(0), 0, 1, 10).matches()).hasSize(1);
    assertThat(index.search(Fingerprint.of(0), 3, 1, 1000).matches()).hasSize(1 + 12 + 66 + 220);
  }

  /// A bucket repeatedly becomes too long and is split, while a reader looks up the fingerprint
  /// that was added last before.
  @Test
  void fingerprintsStayFoundWhileTheirBucketIsSplit() {
    Seeds.random(random -> {
      int before = 1_000; // at 1,024 the bucket is split
      int after = 1_400;
      Fingerprint[] fingerprints = new Fingerprint[after];
      for (int document = 0; document < after; document++) {
        fingerprints[document] = skewed(random);
      }
      AtomicReference<PermutationIndex> asked = new AtomicReference<>();
      AtomicBoolean over = new AtomicBoolean();
      Task writer =
          () -> {
            for (int round = 0; round < 300; round++) {
              PermutationIndex growing = new PermutationIndex(BlockLayout.DEFAULT, World::id);
              for (int document = 0; document < after; document++) {
                if (document == before) {
                  asked.set(growing);
                }
                growing.add(document, fingerprints[document]);
              }
            }
            over.set(true);
          };
      Task reader =
          () -> {
            // One bit is flipped in each of the other blocks, so that only this table finds it.
            Fingerprint query = near(fingerprints[before - 1], 1L << 20 ^ 1L << 40 ^ 1L << 60);
            while (!over.get() && !Thread.currentThread().isInterrupted()) {
              PermutationIndex growing = asked.get();
              if (growing != null) {
                assertThat(growing.search(query, 3, 1, 10).matches())
                    .extracting(Match::document)
                    .contains(before - 1);
              }
            }
          };
      Parallel.run(writer, reader);
    });
  }

  private static Fingerprint skewed(SplittableRandom random) {
    return Fingerprint.of(random.nextLong() << 16 | SAME_BLOCK);
  }

  private static Fingerprint near(Fingerprint fingerprint, long flips) {
    return Fingerprint.of(fingerprint.word(0) ^ flips);
  }

  private Fingerprint[] fill(SplittableRandom random) {
    Fingerprint[] fingerprints = new Fingerprint[DOCUMENTS];
    for (int document = 0; document < DOCUMENTS; document++) {
      fingerprints[document] = skewed(random);
      index.add(document, fingerprints[document]);
    }
    return fingerprints;
  }
}
