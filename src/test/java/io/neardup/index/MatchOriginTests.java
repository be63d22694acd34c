package io.neardup.index;

import static io.neardup.index.RandomFingerprints.anywhere;
import static io.neardup.index.RandomFingerprints.flipped;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import io.neardup.hamming.Blocks;
import io.neardup.index.MatchOrigin.BitRun;
import io.neardup.index.MatchOrigin.SketchMatch;
import io.neardup.index.narrow.BlockLayout;
import io.neardup.index.narrow.PermutationIndex;
import io.neardup.index.wide.SketchWindows;
import io.neardup.index.wide.WideIndex;
import io.neardup.index.wide.WideLookupPath;
import io.neardup.index.wide.WideProbing;
import io.neardup.index.wide.WideTableCount;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The origin of a match follows from the two fingerprints and the plan of the lookup.
class MatchOriginTests {

  private static final int FINGERPRINTS = 30_000;

  @ParameterizedTest
  @CsvSource({"4, 3", "5, 3", "4, 1", "6, 2"})
  void everyMatchOfTheTablesHasTheFirstTableWithItsKey(int blocks, int maxDistance) {
    Seeds.random(random -> {
      BlockLayout layout = new BlockLayout(64, blocks, 3);
      PermutationIndex index = new PermutationIndex(layout, World::id);
      long query = fill(index, Long.SIZE, random).word(0);
      SearchResult result = index.search(Fingerprint.of(query), maxDistance, 1, 100);

      assertThat(result.plan().kind()).isEqualTo(Plan.Kind.TABLES);
      assertThat(result.matches()).hasSizeGreaterThan(3);
      int[] tables = layout.tablesFor(maxDistance);
      for (Match match : result.matches()) {
        long differing = query ^ match.fingerprint().word(0);
        int first =
            IntStream.of(tables)
                .filter(table -> (differing & layout.keyMasks().get(table)) == 0)
                .findFirst()
                .orElseThrow();
        MatchOrigin origin = origin(result, Fingerprint.of(query), match);
        assertThat(origin.table()).isEqualTo(first);
        assertThat(bits(origin)).isEqualTo(bits(layout.keyMasks().get(first)));
        assertThat(origin.flippedBits()).isEmpty();
        assertThat(origin.sketch()).isNull();
      }
    });
  }

  @Test
  void probeNamesTheFlippedBits() {
    Seeds.random(random -> {
      PermutationIndex index = new PermutationIndex(BlockLayout.DEFAULT, World::id);
      long query = fill(index, Long.SIZE, random).word(0);
      for (int step : List.of(5, 6, 8, 12)) {
        Probing probing = new Probing(new Blocks(64, 4), step);
        SearchResult result =
            index.probe(Fingerprint.of(query), 10, 100, probing, StopSignal.NEVER);
        assertThat(result.matches()).hasSizeGreaterThan(4);
        for (Match match : result.matches()) {
          long differing = query ^ match.fingerprint().word(0);
          MatchOrigin origin = origin(result, Fingerprint.of(query), match);
          int table = origin.table();
          assertThat(origin.key()).containsExactly(new BitRun(16 * table, 16 * table + 15));
          assertThat(origin.flippedBits())
              .isEqualTo(bits(differing & 0xFFFFL << 16 * table))
              .hasSizeLessThanOrEqualTo(probing.radius(table));
          for (int earlier = 0; earlier < table; earlier++) {
            assertThat(bits(differing & 0xFFFFL << 16 * earlier))
                .hasSizeGreaterThan(probing.radius(earlier));
          }
        }
      }
    });
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void wideProbeNamesItsSketch(int dropped) {
    Seeds.random(random -> {
      WideIndex index = new WideIndex(256, WideTableCount.ALL, World::id);
      Fingerprint query = fill(index, 256, random);
      SketchWindows windows = new SketchWindows(WideTableCount.ALL.blocks(256).shortened(dropped));
      Probing keys = new Probing(windows.blocks(), 20);
      WideProbing probing = new WideProbing(keys, windows, 12);
      SearchResult result = index.lookup(query, 40, 100, probing);

      assertThat(result.matches()).hasSizeGreaterThan(5);
      for (Match match : result.matches()) {
        MatchOrigin origin = origin(result, query, match);
        int table = origin.table();
        assertThat(origin.key()).containsExactly(new BitRun(16 * table + dropped, 16 * table + 15));
        assertThat(origin.flippedBits()).hasSizeLessThanOrEqualTo(keys.radius(table));
        List<Integer> key = bits(origin);
        for (int bit = 0; bit < 256; bit++) {
          boolean flipped = query.bit(bit) != match.fingerprint().bit(bit) && key.contains(bit);
          assertThat(origin.flippedBits().contains(bit)).isEqualTo(flipped);
        }
        SketchMatch sketch = origin.sketch();
        assertThat(sketch).isNotNull();
        assertThat(sketch.maxDistance()).isEqualTo(12);
        int expected = 0;
        for (int i = 0; i < 64; i++) {
          int bit = (16 * table + 16 + i) % 256;
          expected += query.bit(bit) == match.fingerprint().bit(bit) ? 0 : 1;
        }
        assertThat(sketch.distance()).isEqualTo(expected).isLessThanOrEqualTo(12);
      }
    });
  }

  @Test
  void scanHasNoTable() {
    Seeds.random(random -> {
      PermutationIndex narrow = new PermutationIndex(BlockLayout.DEFAULT, World::id);
      long query = fill(narrow, Long.SIZE, random).word(0);
      SearchResult far = narrow.search(Fingerprint.of(query), 64, 1, 10);
      assertThat(far.plan().kind()).isEqualTo(Plan.Kind.SCAN);
      assertThat(origin(far, Fingerprint.of(query), far.matches().getLast()))
          .isEqualTo(MatchOrigin.SCAN);

      WideIndex wide = new WideIndex(256, WideTableCount.NONE, World::id);
      Fingerprint asked = fill(wide, 256, random);
      SearchResult first = wide.lookup(asked, 30, 10, new WideLookupPath.SketchScan(12));
      for (Match match : first.matches()) {
        SketchMatch sketch = origin(first, asked, match).sketch();
        assertThat(sketch)
            .isEqualTo(
                new SketchMatch(Long.bitCount(asked.word(0) ^ match.fingerprint().word(0)), 12));
      }
      SearchResult all = wide.lookup(asked, 30, 10, WideLookupPath.FULL_SCAN);
      assertThat(origin(all, asked, all.matches().getLast())).isEqualTo(MatchOrigin.SCAN);
    });
  }

  @Test
  void originIsNullForMatchesWrittenDuringTheLookup() {
    Fingerprint query = Fingerprint.of(0L);
    Fingerprint everywhere = Fingerprint.of(0x0001_0001_0001_0001L);
    PermutationIndex index = new PermutationIndex(BlockLayout.DEFAULT, World::id);
    assertThat(index.plan(3, 1).path().origin(query, everywhere)).isNull();
    assertThat(new Probing(new Blocks(64, 4), 4).origin(query, everywhere)).isNull();
    assertThat(new Probing(new Blocks(64, 4), 5).origin(query, everywhere)).isNotNull();
    assertThat(new WideLookupPath.SketchScan(3).origin(query, everywhere)).isNull();
    assertThat(Plan.none(3).path().origin(query, query)).isNull();
  }

  private static MatchOrigin origin(SearchResult result, Fingerprint query, Match match) {
    MatchOrigin origin = result.plan().path().origin(query, match.fingerprint());
    assertThat(origin).as("%s near %s", match, query).isNotNull();
    return origin;
  }

  private static List<Integer> bits(MatchOrigin origin) {
    TreeSet<Integer> bits = new TreeSet<>();
    for (BitRun run : origin.key()) {
      for (int bit = run.first(); bit <= run.last(); bit++) {
        assertThat(bits.add(bit)).isTrue();
      }
    }
    return new ArrayList<>(bits);
  }

  private static List<Integer> bits(long mask) {
    return IntStream.range(0, 64).filter(bit -> (mask >>> bit & 1) != 0).boxed().toList();
  }

  /// Adds random fingerprints, and some within 10 bits of the one that is returned, or 40 of a wide
  /// one.
  private static Fingerprint fill(FingerprintIndex index, int bits, SplittableRandom random) {
    Fingerprint query = anywhere(bits, random);
    int step = bits == Long.SIZE ? 1_000 : 500;
    int most = bits == Long.SIZE ? 10 : 40;
    for (int document = 0; document < FINGERPRINTS; document++) {
      boolean isNear = document % step == 0;
      index.add(
          document,
          isNear ? flipped(query, document / step % (most + 1), random) : anywhere(bits, random));
    }
    return query;
  }
}
