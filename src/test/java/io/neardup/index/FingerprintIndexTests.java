package io.neardup.index;

import static io.neardup.index.RandomFingerprints.of;
import static io.neardup.index.RandomFingerprints.xor;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.index.narrow.BlockLayout;
import io.neardup.index.narrow.PermutationIndex;
import io.neardup.index.wide.WideIndex;
import io.neardup.index.wide.WideTableCount;
import io.neardup.simhash.Fingerprint;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The limits of arguments of both indexes.
class FingerprintIndexTests {

  @ParameterizedTest
  @MethodSource("io.neardup.index.IndexSubject#all")
  void acceptsTheLargestLimit(IndexSubject subject) {
    FingerprintIndex index = subject.make().get();
    Fingerprint seven = of(subject.bits(), word -> 7);
    index.add(1, seven);
    index.add(2, seven);
    index.add(3, xor(seven, 4));

    for (SearchResult result :
        new SearchResult[] {
          index.search(seven, 3, 1, Integer.MAX_VALUE),
          index.nearest(seven, Integer.MAX_VALUE, StopSignal.NEVER)
        }) {
      assertThat(result.matches()).hasSize(3);
      assertThat(result.truncated()).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("io.neardup.index.IndexSubject#all")
  void acceptsTheSmallestAndTheLargestDocumentNumber(IndexSubject subject) {
    FingerprintIndex index = subject.make().get();
    Fingerprint five = of(subject.bits(), word -> 5);
    Fingerprint six = xor(five, 3);
    index.add(0, five);
    index.add(Integer.MAX_VALUE, six);

    assertThat(IndexSubject.documents(index.search(five, 0, 1, 10))).containsExactly(0);
    assertThat(IndexSubject.documents(index.search(six, 0, 1, 10)))
        .containsExactly(Integer.MAX_VALUE);
    assertThat(IndexSubject.documents(index.nearest(five, 10, StopSignal.NEVER)))
        .containsExactly(0, Integer.MAX_VALUE);
    assertThat(index.remove(0, five)).isTrue();
    assertThat(index.remove(0, five)).isFalse();
    assertThat(index.remove(Integer.MAX_VALUE, six)).isTrue();
    assertThat(index.fingerprints()).isZero();
  }

  @ParameterizedTest
  @MethodSource("io.neardup.index.IndexSubject#all")
  void removesOnlyADocumentThatHasTheFingerprint(IndexSubject subject) {
    FingerprintIndex index = subject.make().get();
    Fingerprint seven = of(subject.bits(), word -> 7);
    Fingerprint eight = of(subject.bits(), word -> 8);
    index.add(1, seven);
    index.add(2, eight);
    index.add(3, eight);

    assertThat(index.remove(1, eight)).isFalse();
    assertThat(index.remove(2, seven)).isFalse();
    assertThat(index.remove(1, xor(eight, 1))).isFalse();
    assertThat(index.remove(4, seven)).isFalse();
    assertThat(IndexSubject.documents(index.search(seven, subject.bits(), 1, 10)))
        .containsExactlyInAnyOrder(1, 2, 3);
  }

  @Test
  void leavesOutDocumentsWithoutId() {
    DocumentIds ids = document -> document == 1 ? null : "only";
    Stream.of(
            new PermutationIndex(BlockLayout.DEFAULT, ids),
            new WideIndex(128, WideTableCount.ALL, ids))
        .forEach(index -> {
          int bits = index instanceof WideIndex ? 128 : 64;
          Fingerprint seven = of(bits, word -> word == 0 ? 7 : 0);
          index.add(1, seven);
          index.add(2, xor(seven, 1));

          Match only = new Match(2, "only", xor(seven, 1), 1);
          assertThat(index.search(seven, 3, 1, 10).matches()).containsExactly(only);
          assertThat(index.nearest(seven, 9, StopSignal.NEVER).matches()).containsExactly(only);
        });
  }
}
