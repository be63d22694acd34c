package io.neardup.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Rows keep their words wherever they come to lie.
class RowsTests {

  private static final int PAGES = 2; // a block

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void keepTheirWordsWhilePagesBecomeBlocksAndAreGivenBack(int wordCount) {
    Seeds.random(random -> {
      Rows rows = rows(wordCount);
      List<long[]> words = new ArrayList<>();
      List<Integer> numbers = new ArrayList<>();
      for (int pages : new int[] {1, 3, 2, 9, 7, 8, 4, 0, 5}) {
        while (words.size() < pages * Pages.ROWS - 100) {
          words.add(random.longs(wordCount).toArray());
          numbers.add(rows.take(words.getLast()));
          rows.setOwner(numbers.getLast(), words.size());
        }
        while (words.size() > pages * Pages.ROWS) {
          rows.setOwner(numbers.getLast(), Rows.ABSENT);
          rows.give(numbers.removeLast());
          words.removeLast();
        }
        assertThat(numbers).doesNotHaveDuplicates();
        for (int i = 0; i < words.size(); i++) {
          assertThat(rows.read(numbers.get(i))).isEqualTo(words.get(i));
          assertThat(rows.owner(numbers.get(i), words.get(i))).isEqualTo(i + 1);
        }
        assertThat(found(rows, words, wordCount)).isEqualTo(words.size());
        assertThat(rows.end()).isBetween(words.size(), words.size() + 8);
      }
    });
  }

  /// A block has a row less than others, and no row is lost or seen twice for it.
  private static long found(Rows rows, List<long[]> words, int wordCount) {
    Near all =
        new Near(
            new long[wordCount],
            wordCount * Long.SIZE,
            Integer.MAX_VALUE / 4,
            new Pace(StopSignal.NEVER));
    rows.scan(all);
    long distances = 0;
    for (int place : all.nearestFirst()) {
      distances += all.distance(place);
    }
    assertThat(distances)
        .isEqualTo(words.stream().flatMapToLong(Arrays::stream).map(Long::bitCount).sum());
    return all.candidates();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void areLookedAtByNumber(int wordCount) {
    Seeds.random(random -> {
      Rows rows = rows(wordCount);
      int count = 5 * Pages.ROWS;
      long[] query = random.longs(wordCount).toArray();
      int[] numbers = new int[count];
      int near = 0;
      for (int i = 0; i < count; i++) {
        long[] words = i % 3 == 0 ? query.clone() : random.longs(wordCount).toArray();
        words[random.nextInt(wordCount)] ^= 1L << random.nextInt(Long.SIZE);
        numbers[i] = rows.take(words);
        near += distance(words, query) <= 1 ? 1 : 0;
      }
      Near found = new Near(query, 1, count, new Pace(StopSignal.NEVER));
      rows.look(numbers, count, found, Near.Filter.ALL);
      rows.look(
          new int[] {-1, Integer.MAX_VALUE, rows.end() + 2 * Pages.ROWS},
          3,
          found,
          w -> {
            throw new AssertionError("there is no such row");
          });
      assertThat(found.nearestFirst()).hasSize(near);
      assertThat(found.candidates()).isEqualTo(count + 3);
    });
  }

  private static int distance(long[] words, long[] query) {
    int distance = 0;
    for (int i = 0; i < words.length; i++) {
      distance += Long.bitCount(words[i] ^ query[i]);
    }
    return distance;
  }

  /// In a region of that size a row of a whole block lies at a multiple of its own size.
  @ParameterizedTest
  @CsvSource({"2, 2", "4, 2", "8, 2", "4, 1"})
  void ofABlockFillItButForItsHeader(int wordCount, int pages) {
    int bytes = pages * Pages.ROWS * wordCount * Long.BYTES;
    Pages some = Pages.none(wordCount, bytes).resized(pages).resized(pages + 1);
    assertThat(some.array(0)).hasSize(bytes / Long.BYTES - 2);
    assertThat(some.array(pages - 1)).isSameAs(some.array(0));
    assertThat(some.array(pages)).isNotSameAs(some.array(0));
    for (int row = 1; row < pages * Pages.ROWS; row++) {
      assertThat(some.isHeader(row)).isFalse();
      assertThat(some.at(row)).isEqualTo(row * wordCount - 2);
    }
    assertThat(some.isHeader(0)).isTrue();
    assertThat(some.isHeader(pages * Pages.ROWS)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "100_000_000, 1",
    "2_147_483_648, 1",
    "3_221_225_472, 2",
    "4_294_967_296, 2",
    "10_737_418_240, 8",
    "17_179_869_184, 8",
    "200_000_000_000, 32"
  })
  void takeTheSizeOfARegionThatTheCollectorTakes(String heapBytes, long megabytes) {
    assertThat(Pages.regionBytes(Long.parseLong(heapBytes.replace("_", ""))))
        .isEqualTo(megabytes << 20);
  }

  /// What a collection that has had many fingerprints keeps: a page, and a block of which a row is
  /// left.
  @Test
  void giveBlocksBackWhenTheirPagesAreFree() {
    Rows rows = rows(4);
    int[] numbers = new int[4 * PAGES * Pages.ROWS];
    SplittableRandom random = new SplittableRandom(1);
    Arrays.setAll(numbers, i -> rows.take(random.longs(4).toArray()));
    for (int i = numbers.length - 1; i >= 0; i--) {
      rows.give(numbers[i]);
    }
    assertThat(rows.end()).isZero();
    assertThat(rows.take(new long[4])).isEqualTo(1);
  }

  private static Rows rows(int wordCount) {
    int whole = Integer.highestOneBit(wordCount);
    return new Rows(wordCount, (long) PAGES * Pages.ROWS * whole * Long.BYTES, 0);
  }
}
