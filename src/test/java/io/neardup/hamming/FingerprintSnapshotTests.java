package io.neardup.hamming;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The distinct fingerprints of a collection, row by row.
class FingerprintSnapshotTests {

  /// @param shared how many documents have each fingerprint
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void leavesRowsOutWithTheirDocuments(int shared) {
    FingerprintSnapshotBuilder builder = new FingerprintSnapshotBuilder(128, 0);
    for (int document = 0; document < 10 * shared; document++) {
      builder.add(document, Fingerprint.of(128, new long[] {document / shared, 7}));
    }
    FingerprintSnapshot rows = builder.build(ForkJoinPool.commonPool());
    BitSet left = new BitSet();
    left.set(0);
    left.set(4, 6);
    left.set(9);
    FingerprintSnapshot kept = rows.without(left);
    List<Long> words = new ArrayList<>();
    List<Integer> documents = new ArrayList<>();
    for (int row = 0; row < kept.size(); row++) {
      words.add(kept.fingerprint(row).word(0));
      for (int i = 0; i < kept.documents(row); i++) {
        documents.add(kept.document(row, i));
      }
    }
    assertThat(words).containsExactly(1L, 2L, 3L, 6L, 7L, 8L);
    assertThat(kept.documents()).isEqualTo(6 * shared);
    assertThat(documents)
        .hasSize(6 * shared)
        .allMatch(document -> words.contains((long) document / shared));
    assertThat(rows.without(new BitSet())).isSameAs(rows);
  }
}
