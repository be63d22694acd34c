package io.neardup.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.hamming.FingerprintSnapshotBuilder;
import io.neardup.index.narrow.BlockLayout;
import io.neardup.index.narrow.PermutationIndex;
import io.neardup.index.wide.SketchWindows;
import io.neardup.index.wide.WideIndex;
import io.neardup.index.wide.WideLookupPath;
import io.neardup.index.wide.WideProbing;
import io.neardup.index.wide.WideTableCount;
import io.neardup.simhash.Fingerprint;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Long lookups check the stop signal periodically with every plan; short ones do not.
@TestInstance(Lifecycle.PER_CLASS) // one set of indexes for all tests
class StoppedLookupTests {

  private static final int FINGERPRINTS = 200_000;
  private static final int EQUAL = 2 * PollingInterval.STRIDE;

  private static final StopSignal STOP =
      () -> {
        throw new CancellationException("enough");
      };

  /// 12 blocks of 5 or 6 bits: each probe finds thousands of fingerprints.
  private final PermutationIndex narrow =
      new PermutationIndex(new BlockLayout(64, 12, 11), World::id);

  private final WideIndex wide = new WideIndex(256, WideTableCount.ALL, World::id);
  private final WideIndex withoutTables = new WideIndex(512, WideTableCount.NONE, World::id);

  StoppedLookupTests() {
    fill(narrow, 64);
    fill(wide, 256);
    fill(withoutTables, 512);
    crowd();
  }

  private static void fill(FingerprintIndex index, int bits) {
    SplittableRandom random = new SplittableRandom(1);
    FingerprintSnapshotBuilder rows = new FingerprintSnapshotBuilder(bits, FINGERPRINTS + EQUAL);
    for (int document = 0; document < FINGERPRINTS; document++) {
      rows.add(document, Fingerprint.of(bits, random.longs(bits / Long.SIZE).toArray()));
    }
    for (int document = FINGERPRINTS; document < FINGERPRINTS + EQUAL; document++) {
      rows.add(document, equal(bits));
    }
    try (ForkJoinPool pool = new ForkJoinPool()) {
      index.fill(rows.build(pool), pool);
    }
  }

  /// Adds so many fingerprints that share most of their blocks with one of them that a scan is
  /// cheaper there.
  private void crowd() {
    SplittableRandom random = new SplittableRandom(4);
    Fingerprint centre = centre();
    for (int document = 0; document < PollingInterval.STRIDE; document++) {
      long differing = 0;
      for (int bit = 0; bit < 6; bit++) {
        differing |= 1L << random.nextInt(Long.SIZE);
      }
      Fingerprint near =
          Fingerprint.of(
              256, centre.word(0), centre.word(1), centre.word(2), centre.word(3) ^ differing);
      wide.add(FINGERPRINTS + EQUAL + document, near);
    }
  }

  private static Fingerprint centre() {
    return Fingerprint.of(256, new SplittableRandom(5).longs(4).toArray());
  }

  /// The fingerprint of many documents.
  private static Fingerprint equal(int bits) {
    return Fingerprint.of(bits, new SplittableRandom(2).longs(bits / Long.SIZE).toArray());
  }

  private static Fingerprint query(int bits) {
    return Fingerprint.of(bits, new SplittableRandom(3).longs(bits / Long.SIZE).toArray());
  }

  /// A kind of lookup.
  private record Way(String name, Plan.Kind plan, Lookup lookup) {

    @Override
    public String toString() {
      return name;
    }
  }

  private interface Lookup {
    SearchResult run(StopSignal stop);
  }

  Stream<Way> ways() {
    Probing inFive = new Probing(new BlockLayout(64, 12, 11).cut(), 24);
    SketchWindows windows = new SketchWindows(WideTableCount.ALL.blocks(256));
    WideLookupPath inSixteen = new WideProbing(new Probing(windows.blocks(), 64), windows, 24);
    return Stream.of(
        new Way(
            "64 bits, tables", Plan.Kind.TABLES, stop -> narrow.search(query(64), 11, 1, 10, stop)),
        new Way(
            "64 bits, probes",
            Plan.Kind.PROBES,
            stop -> narrow.probe(query(64), 15, 10, inFive, stop)),
        new Way("64 bits, scan", Plan.Kind.SCAN, stop -> narrow.search(query(64), 40, 1, 10, stop)),
        new Way("64 bits, nearest", Plan.Kind.PROBES, stop -> narrow.nearest(query(64), 1, stop)),
        new Way(
            "256 bits, probes",
            Plan.Kind.PROBES,
            stop -> wide.lookup(query(256), 63, 63, 10, inSixteen, false, stop)),
        new Way(
            "256 bits, scan", Plan.Kind.SCAN, stop -> wide.search(query(256), 120, 1, 10, stop)),
        new Way("256 bits, nearest", Plan.Kind.SCAN, stop -> wide.nearest(query(256), 10, stop)),
        new Way(
            "256 bits, nearest in a crowd",
            Plan.Kind.SCAN,
            stop -> wide.nearest(centre(), 1, stop)),
        new Way(
            "512 bits, scan",
            Plan.Kind.SCAN,
            stop -> withoutTables.search(query(512), 130, 1, 10, stop)));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void continuesOnlyIfTheSignalReturns(Way way) {
    assertThatThrownBy(() -> way.lookup.run(STOP)).isInstanceOf(CancellationException.class);
    int[] asked = new int[1];
    SearchResult result = way.lookup.run(() -> asked[0]++);
    assertThat(result.plan().kind()).isEqualTo(way.plan);
    assertThat(asked[0])
        .as("of %d candidates", result.candidates())
        .isBetween(1, (int) (result.candidates() / PollingInterval.STRIDE) + 1);
    assertThat(result).isEqualTo(way.lookup.run(StopSignal.NEVER));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void stopsInTheMiddle(Way way) {
    int[] asked = new int[1];
    way.lookup.run(() -> asked[0]++);
    for (int last = 1; last <= asked[0]; last++) {
      int[] left = {last};
      assertThatThrownBy(() ->
              way.lookup.run(() -> {
                if (--left[0] == 0) {
                  STOP.check();
                }
              }))
          .isInstanceOf(CancellationException.class);
    }
  }

  /// All of them have the same fingerprint, and many must be sorted.
  @Test
  void listingDocumentsOfAFingerprintCountsSteps() {
    assertThatThrownBy(() -> narrow.search(equal(64), 0, 1, EQUAL, STOP))
        .isInstanceOf(CancellationException.class);
    assertThatThrownBy(() -> wide.search(equal(256), 0, 1, EQUAL, STOP))
        .isInstanceOf(CancellationException.class);
    assertThat(narrow.search(equal(64), 0, 1, EQUAL).matches()).hasSize(EQUAL);
    assertThat(wide.search(equal(256), 0, 1, EQUAL).matches()).hasSize(EQUAL);
  }

  @Test
  void shortLookupsAreNotStopped() {
    PermutationIndex few = new PermutationIndex(BlockLayout.DEFAULT, World::id);
    WideIndex fewWide = new WideIndex(256, WideTableCount.ALL, World::id);
    for (int document = 0; document < 1_000; document++) {
      few.add(document, Fingerprint.of(64, document));
      fewWide.add(document, Fingerprint.of(256, document, 0, 0, 0));
    }
    assertThat(few.search(Fingerprint.of(64, 0), 3, 1, 10, STOP).matches()).hasSize(10);
    assertThat(few.nearest(Fingerprint.of(64, 0), 10, STOP).matches()).hasSize(10);
    assertThat(fewWide.search(Fingerprint.of(256, 0, 0, 0, 0), 63, 1, 10, STOP).matches())
        .hasSize(10);
  }
}
