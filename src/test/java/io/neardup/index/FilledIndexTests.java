package io.neardup.index;

import static io.neardup.index.RandomFingerprints.flipped;
import static io.neardup.index.RandomFingerprints.of;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.Seeds;
import io.neardup.hamming.FingerprintSnapshotBuilder;
import io.neardup.index.narrow.BlockLayout;
import io.neardup.index.narrow.PermutationIndex;
import io.neardup.index.wide.WideIndex;
import io.neardup.index.wide.WideTableCount;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// An index filled in bulk equals one filled one by one, and can be changed like it.
class FilledIndexTests {

  private static final int DOCUMENTS = 6_000;
  private static final DocumentIds IDS = document -> "d" + document;

  /// An index that can be filled in bulk.
  private record Kind(String name, int bits, boolean skewed, List<FingerprintIndex> twins) {

    @Override
    public String toString() {
      return name + (skewed ? ", skewed" : "");
    }
  }

  static Stream<Kind> kinds() {
    return Seeds.some(
        Stream.of(false, true)
            .flatMap(skewed ->
                Stream.of(
                    narrow("4 tables", new BlockLayout(64, 4, 3), skewed),
                    narrow("10 tables", new BlockLayout(64, 5, 3), skewed),
                    narrow("20 tables", new BlockLayout(64, 6, 3), skewed),
                    narrow("4 tables of 32 bits", new BlockLayout(32, 4, 3), skewed),
                    wide(256, WideTableCount.ALL, skewed),
                    wide(100, WideTableCount.HALF, skewed),
                    wide(512, WideTableCount.ALL, skewed),
                    wide(256, WideTableCount.NONE, skewed))));
  }

  private static Kind narrow(String name, BlockLayout layout, boolean skewed) {
    return new Kind(
        name,
        layout.bits(),
        skewed,
        List.of(new PermutationIndex(layout, IDS), new PermutationIndex(layout, IDS)));
  }

  private static Kind wide(int bits, WideTableCount tables, boolean skewed) {
    return new Kind(
        bits + " bits, tables: " + tables,
        bits,
        skewed,
        List.of(new WideIndex(bits, tables, IDS), new WideIndex(bits, tables, IDS)));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void equalsAnIndexFilledOneByOne(Kind kind) {
    Seeds.random(random -> equalsAnIndexFilledOneByOne(kind, random));
  }

  private static void equalsAnIndexFilledOneByOne(Kind kind, SplittableRandom random) {
    FingerprintIndex filled = kind.twins().get(0);
    FingerprintIndex grown = kind.twins().get(1);
    List<Fingerprint> fingerprints = new ArrayList<>();
    FingerprintSnapshotBuilder rows = new FingerprintSnapshotBuilder(kind.bits(), 16);
    for (int document = 0; document < DOCUMENTS; document++) {
      fingerprints.add(fingerprint(kind, fingerprints, random));
      rows.add(document, fingerprints.get(document));
      grown.add(document, fingerprints.get(document));
    }
    try (ForkJoinPool pool = new ForkJoinPool(3)) {
      filled.fill(rows.build(pool), pool);
    }
    assertSame(kind, fingerprints, random);
    for (int i = 0; i < DOCUMENTS; i++) {
      int document = random.nextInt(DOCUMENTS);
      Fingerprint before = fingerprints.get(document);
      Fingerprint after = fingerprint(kind, fingerprints, random);
      switch (random.nextInt(3)) {
        case 0 ->
            assertThat(filled.remove(document, before)).isEqualTo(grown.remove(document, before));
        case 1 -> move(kind, fingerprints, document, after);
        default -> {
          kind.twins().forEach(each -> each.add(fingerprints.size(), after));
          fingerprints.add(after);
        }
      }
    }
    assertSame(kind, fingerprints, random);
  }

  /// The document may have been removed before or not.
  private static void move(
      Kind kind, List<Fingerprint> fingerprints, int document, Fingerprint after) {
    for (FingerprintIndex each : kind.twins()) {
      each.remove(document, fingerprints.get(document));
      each.add(document, after);
    }
    fingerprints.set(document, after);
  }

  private static void assertSame(
      Kind kind, List<Fingerprint> fingerprints, SplittableRandom random) {
    FingerprintIndex filled = kind.twins().get(0);
    FingerprintIndex grown = kind.twins().get(1);
    assertThat(filled.fingerprints()).isEqualTo(grown.fingerprints());
    int farthest = kind.bits() > Long.SIZE ? kind.bits() / 4 : 5;
    for (int i = 0; i < 300; i++) {
      Fingerprint query =
          flipped(fingerprints.get(random.nextInt(fingerprints.size())), random.nextInt(4), random);
      int distance = random.nextInt(farthest);
      assertThat(filled.search(query, distance, 1, 20).matches())
          .isEqualTo(grown.search(query, distance, 1, 20).matches());
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void rejectsASecondFill(Kind kind) {
    FingerprintIndex index = kind.twins().getFirst();
    FingerprintSnapshotBuilder one = new FingerprintSnapshotBuilder(kind.bits(), 1);
    one.add(7, fingerprint(kind, List.of(), new SplittableRandom(1)));
    ForkJoinPool pool = ForkJoinPool.commonPool();
    index.fill(new FingerprintSnapshotBuilder(kind.bits(), 1).build(pool), pool);
    var rows = one.build(pool);
    index.fill(rows, pool);
    assertThat(index.fingerprints()).isEqualTo(1);
    assertThatThrownBy(() -> index.fill(rows, pool)).isInstanceOf(IllegalStateException.class);
  }

  /// One fingerprint in eight is that of another document; skewed ones share most of their bits.
  private static Fingerprint fingerprint(
      Kind kind, List<Fingerprint> earlier, SplittableRandom random) {
    if (!earlier.isEmpty() && random.nextInt(8) == 0) {
      return earlier.get(random.nextInt(earlier.size()));
    }
    long kept = kind.skewed() ? 0x0000_0000_00FF_FF00L : -1;
    return of(kind.bits(), word -> random.nextLong() & (word == 0 ? kept : -1));
  }
}
