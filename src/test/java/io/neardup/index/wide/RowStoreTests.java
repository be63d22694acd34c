package io.neardup.index.wide;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import io.neardup.index.PollingInterval;
import io.neardup.index.StopSignal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Rows keep their words wherever they are moved.
class RowStoreTests {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void rowsKeepTheirWordsWhilePagesAreAddedAndReleased(int wordCount) {
    Seeds.random(random -> {
      RowStore rows = rows(wordCount);
      List<long[]> words = new ArrayList<>();
      List<Integer> numbers = new ArrayList<>();
      for (int pages : new int[] {1, 3, 2, 9, 7, 8, 4, 0, 5}) {
        while (words.size() < pages * RowPages.ROWS - 100) {
          words.add(random.longs(wordCount).toArray());
          numbers.add(rows.take(words.getLast()));
          rows.setOwner(numbers.getLast(), words.size());
        }
        while (words.size() > pages * RowPages.ROWS) {
          rows.setOwner(numbers.getLast(), RowStore.ABSENT);
          rows.give(numbers.removeLast());
          words.removeLast();
        }
        assertThat(numbers).doesNotHaveDuplicates();
        for (int i = 0; i < words.size(); i++) {
          assertThat(rows.read(numbers.get(i))).isEqualTo(words.get(i));
          assertThat(rows.owner(numbers.get(i), words.get(i))).isEqualTo(i + 1);
        }
        assertThat(found(rows, words, wordCount)).isEqualTo(words.size());
        assertThat(rows.end()).isEqualTo(words.size());
      }
    });
  }

  /// No row is lost or compared twice.
  private static long found(RowStore rows, List<long[]> words, int wordCount) {
    RowCandidates all =
        new RowCandidates(
            new long[wordCount],
            wordCount * Long.SIZE,
            Integer.MAX_VALUE / 4,
            new PollingInterval(StopSignal.NEVER));
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
  void rowsAreComparedByNumber(int wordCount) {
    Seeds.random(random -> {
      RowStore rows = rows(wordCount);
      int count = 5 * RowPages.ROWS;
      long[] query = random.longs(wordCount).toArray();
      int[] numbers = new int[count];
      int near = 0;
      for (int i = 0; i < count; i++) {
        long[] words = i % 3 == 0 ? query.clone() : random.longs(wordCount).toArray();
        words[random.nextInt(wordCount)] ^= 1L << random.nextInt(Long.SIZE);
        numbers[i] = rows.take(words);
        near += distance(words, query) <= 1 ? 1 : 0;
      }
      RowCandidates found =
          new RowCandidates(query, 1, count, new PollingInterval(StopSignal.NEVER));
      rows.compare(numbers, 0, count, found, RowCandidates.Filter.ALL);
      rows.compare(
          new int[] {-1, Integer.MAX_VALUE, rows.end() + 2 * RowPages.ROWS},
          0,
          3,
          found,
          w -> {
            throw new AssertionError("the row does not exist");
          });
      assertThat(found.nearestFirst()).hasSize(near);
    });
  }

  private static int distance(long[] words, long[] query) {
    int distance = 0;
    for (int i = 0; i < words.length; i++) {
      distance += Long.bitCount(words[i] ^ query[i]);
    }
    return distance;
  }

  @Test
  void rowNumbersRestartAtZeroWhenAllAreFree() {
    RowStore rows = rows(4);
    int[] numbers = new int[8 * RowPages.ROWS];
    SplittableRandom random = new SplittableRandom(1);
    Arrays.setAll(numbers, i -> rows.take(random.longs(4).toArray()));
    for (int i = numbers.length - 1; i >= 0; i--) {
      rows.give(numbers[i]);
    }
    assertThat(rows.end()).isZero();
    assertThat(rows.take(new long[4])).isZero();
  }

  private static RowStore rows(int wordCount) {
    return new RowStore(wordCount, 0);
  }
}
