package io.neardup.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import io.neardup.hamming.FingerprintSnapshotBuilder;
import io.neardup.index.wide.WideIndex;
import io.neardup.index.wide.WideTableCount;
import io.neardup.simhash.Fingerprint;
import java.util.concurrent.ForkJoinPool;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The number of bytes that an index reports is the size of its objects.
class IndexBytesTests {

  private static final Percentage FIVE = Percentage.withPercentage(5);

  @ParameterizedTest
  @CsvSource({
    "256, ALL, 50_000",
    "256, HALF, 30_000",
    "256, NONE, 100_000",
    "512, ALL, 20_000",
    "100, HALF, 50_000",
    "256, ALL, 1_000"
  })
  void matchTheMeasuredHeap(int bits, WideTableCount tables, String documents) {
    int size = Integer.parseInt(documents.replace("_", ""));
    Seeds.random(random -> {
      WideIndex index = new WideIndex(bits, tables, World::id);
      Fingerprint[] fingerprints = new Fingerprint[2 * size];
      FingerprintSnapshotBuilder rows = new FingerprintSnapshotBuilder(bits, size);
      for (int document = 0; document < fingerprints.length; document++) {
        fingerprints[document] = RandomFingerprints.anywhere(bits, random);
        if (document < size) {
          rows.add(document, fingerprints[document]);
        }
      }
      try (ForkJoinPool pool = new ForkJoinPool(2)) {
        index.fill(rows.build(pool), pool);
      }
      assertThat(index.bytes()).isCloseTo(HeapWalk.bytes(index), FIVE);
      for (int document = size; document < fingerprints.length; document++) {
        index.add(document, fingerprints[document]);
      }
      assertThat(index.bytes()).isCloseTo(HeapWalk.bytes(index), FIVE);
      for (int document = 0; document < fingerprints.length; document += 1 + document % 2) {
        index.remove(document, fingerprints[document]);
      }
      assertThat(index.bytes()).isCloseTo(HeapWalk.bytes(index), FIVE);
    });
  }
}
