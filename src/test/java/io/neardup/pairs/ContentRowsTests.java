package io.neardup.pairs;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.hamming.FingerprintSnapshotBuilder;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Rows are documents of equal fingerprints and equal content.
class ContentRowsTests {

  /// Documents 0 to 5: three of one fingerprint, one of the next, two of the last.
  private static FingerprintSnapshot distinct() {
    FingerprintSnapshotBuilder builder = new FingerprintSnapshotBuilder(64, 6);
    long[] words = {7, 9, 7, 7, 20, 20};
    for (int i = 0; i < words.length; i++) {
      builder.add(i, Fingerprint.of(words[i]));
    }
    return builder.build(ForkJoinPool.commonPool());
  }

  private static ContentRows divided(long... contents) {
    FingerprintSnapshot distinct = distinct();
    return ContentRows.of(
        distinct,
        row ->
            IntStream.range(0, distinct.documents(row))
                .mapToLong(i -> contents[distinct.document(row, i)])
                .toArray(),
        ForkJoinPool.commonPool());
  }

  private static Set<List<Integer>> documents(FingerprintSnapshot rows) {
    Set<List<Integer>> all = new TreeSet<>((a, b) -> Integer.compare(a.getFirst(), b.getFirst()));
    for (int row = 0; row < rows.size(); row++) {
      int one = row;
      all.add(
          IntStream.range(0, rows.documents(row)).mapToObj(i -> rows.document(one, i)).toList());
    }
    return all;
  }

  @Test
  void documentsOfEqualContentStayOneRow() {
    ContentRows rows = divided(5, 5, 5, 5, 6, 6);
    assertThat(rows.rows()).isSameAs(rows.distinct());
  }

  @Test
  void documentsOfOtherContentAreOtherRows() {
    ContentRows rows = divided(5, 5, 1, 5, 6, 5);
    assertThat(documents(rows.rows()))
        .containsExactlyInAnyOrder(List.of(0, 3), List.of(1), List.of(2), List.of(4), List.of(5));
    assertThat(rows.rows().documents()).isEqualTo(6);
    List<String> equal = new ArrayList<>();
    rows.equalPairs(
        true, (a, b, distance) -> equal.add(a + " " + b + " " + distance), new JoinRun());
    assertThat(equal).containsExactly("0 1 0", "3 4 0");
    List<String> pairs = new ArrayList<>();
    rows.pairs(0, 2, 3, true, (a, b, distance) -> pairs.add(a + " " + b + " " + distance));
    assertThat(pairs).containsExactly("0 3 3", "0 4 3", "1 3 3", "1 4 3");
    for (int row = 0; row < 2; row++) {
      assertThat(rows.rows().fingerprint(row)).isEqualTo(Fingerprint.of(7));
    }
  }

  @ParameterizedTest
  @CsvSource({"5000, true, 100", "20000, true, 50", "5000, false, 1", "100, false, 99"})
  void comparisonsOfManyContentsOfOneFingerprintGrowWithTheirNumberAlone(
      int count, boolean compared, int leading) {
    FingerprintSnapshotBuilder builder = new FingerprintSnapshotBuilder(64, count + 1);
    for (int i = 0; i < count; i++) {
      builder.add(i, Fingerprint.of(3));
    }
    builder.add(count, Fingerprint.of(4));
    FingerprintSnapshot distinct = builder.build(ForkJoinPool.commonPool());
    ContentRows rows =
        ContentRows.of(
            distinct,
            row -> IntStream.range(0, distinct.documents(row)).mapToLong(i -> i).toArray(),
            ForkJoinPool.commonPool());
    assertThat(rows.rows().size()).isEqualTo(count + 1);
    BitSet first = new BitSet();
    BitSet met = new BitSet();
    rows.equalPairs(
        compared,
        (a, b, distance) -> {
          first.set(a);
          met.set(a);
          met.set(b);
        },
        new JoinRun());
    assertThat(first.cardinality()).isEqualTo(leading);
    assertThat(met.cardinality()).isEqualTo(count);
    BitSet others = new BitSet();
    rows.pairs(0, 1, 3, compared, (a, b, distance) -> others.set(a));
    assertThat(others.cardinality()).isEqualTo(count == 100 ? 100 : leading);
  }
}
