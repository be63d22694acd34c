package io.neardup.index.narrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class BlockLayoutTests {

  static Stream<BlockLayout> layouts() {
    List<BlockLayout> layouts = new ArrayList<>();
    for (int bits : new int[] {32, 37, 63, 64}) {
      for (int blocks = 1; blocks <= 9; blocks++) {
        for (int exactTo = 0; exactTo < blocks; exactTo++) {
          layouts.add(new BlockLayout(bits, blocks, exactTo));
        }
      }
    }
    layouts.add(new BlockLayout(64, 12, 11));
    layouts.add(new BlockLayout(32, 12, 11));
    layouts.add(new BlockLayout(64, 12, 3));
    return layouts.stream();
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void blocksCutTheBitsWithoutGapOrOverlap(BlockLayout layout) {
    int bit = 0;
    for (int block = 0; block < layout.blocks(); block++) {
      long mask = layout.blockMask(block);
      int width = Long.bitCount(mask);
      assertThat(width)
          .isBetween(layout.bits() / layout.blocks(), layout.bits() / layout.blocks() + 1);
      assertThat(mask).isEqualTo(-1L >>> (64 - width) << bit);
      bit += width;
    }
    assertThat(bit).isEqualTo(layout.bits());
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void hasOneTablePerChoiceOfBlocks(BlockLayout layout) {
    List<Long> masks = layout.keyMasks();

    assertThat(masks)
        .hasSize(choose(layout.blocks(), layout.exactTo()))
        .doesNotHaveDuplicates()
        .allMatch(mask -> wholeBlocks(mask, layout) == layout.blocks() - layout.exactTo());
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void everyTableIsNeeded(BlockLayout layout) {
    List<Long> masks = layout.keyMasks();
    for (int missing = 0; missing < masks.size(); missing++) {
      List<Long> rest = new ArrayList<>(masks);
      rest.remove(missing);
      assertThat(uncovered(rest, layout, layout.exactTo())).as("table %d", missing).isPresent();
    }
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void smallerDistancesNeedFewerTables(BlockLayout layout) {
    List<Long> masks = layout.keyMasks();
    int more = 0;
    for (int distance = 0; distance <= layout.exactTo(); distance++) {
      int[] tables = layout.tablesFor(distance);
      List<Long> chosen = new ArrayList<>();
      for (int table : tables) {
        chosen.add(masks.get(table));
      }
      assertThat(chosen).doesNotHaveDuplicates();
      assertThat(uncovered(chosen, layout, distance)).as("distance %d", distance).isEmpty();
      assertThat(tables.length).as("distance %d", distance).isGreaterThan(more);
      more = tables.length;
    }
    assertThat(more).isEqualTo(masks.size());
  }

  @Test
  void theDefaultLayoutIsThePapersSmallest() {
    assertThat(BlockLayout.DEFAULT.keyMasks())
        .containsExactly(0xFFFFL, 0xFFFFL << 16, 0xFFFFL << 32, 0xFFFFL << 48);
  }

  @ParameterizedTest
  @CsvSource({"64, 4, 3, 16, 16", "64, 5, 3, 25, 26", "64, 6, 3, 31, 33", "32, 4, 3, 8, 8"})
  void keysHaveTheDocumentedLengths(int bits, int blocks, int exactTo, int from, int to) {
    List<Integer> keyBits =
        new BlockLayout(bits, blocks, exactTo).keyMasks().stream().map(Long::bitCount).toList();

    assertThat(keyBits).allMatch(length -> length >= from && length <= to).contains(from, to);
  }

  @ParameterizedTest
  @CsvSource({
    "31, 4, 3, 'bits must be 32 to 64, was 31'",
    "65, 4, 3, 'bits must be 32 to 64, was 65'",
    "64, 4, -1, 'exactTo must be 0 to 11 bits, was -1'",
    "64, 12, 12, 'exactTo must be 0 to 11 bits, was 12'",
    "64, 3, 3, 'blocks must be 4 to 12 for exactTo 3, was 3'",
    "64, 0, 0, 'blocks must be 1 to 12 for exactTo 0, was 0'",
    "64, 13, 3, 'blocks must be 4 to 12 for exactTo 3, was 13'"
  })
  void rejectsInvalidLayouts(int bits, int blocks, int exactTo, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BlockLayout(bits, blocks, exactTo))
        .withMessage(message);
  }

  /// A set of `spoiled` blocks that includes a block of the key of every table, if such a set
  /// exists.
  private static Optional<List<Integer>> uncovered(
      List<Long> masks, BlockLayout layout, int spoiled) {
    for (int choice = 0; choice < 1 << layout.blocks(); choice++) {
      if (Integer.bitCount(choice) == spoiled) {
        List<Integer> blocks = new ArrayList<>();
        long difference = 0;
        for (int block = 0; block < layout.blocks(); block++) {
          if ((choice >>> block & 1) != 0) {
            blocks.add(block);
            difference |= layout.blockMask(block);
          }
        }
        long differing = difference;
        if (masks.stream().noneMatch(mask -> (mask & differing) == 0)) {
          return Optional.of(blocks);
        }
      }
    }
    return Optional.empty();
  }

  private static int wholeBlocks(long mask, BlockLayout layout) {
    int whole = 0;
    long rest = mask;
    for (int block = 0; block < layout.blocks(); block++) {
      if ((mask & layout.blockMask(block)) == layout.blockMask(block)) {
        whole++;
        rest &= ~layout.blockMask(block);
      }
    }
    return rest == 0 ? whole : -1;
  }

  private static int choose(int n, int k) {
    return k == 0 ? 1 : choose(n - 1, k - 1) * n / k;
  }
}
