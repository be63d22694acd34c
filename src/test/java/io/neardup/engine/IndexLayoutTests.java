package io.neardup.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.neardup.index.FingerprintIndex;
import io.neardup.index.narrow.BlockLayout;
import io.neardup.index.wide.WideTableCount;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// An index has the tables that its layout describes.
class IndexLayoutTests {

  @Test
  void defaultLayoutIsTheSmallestOfThePaper() {
    assertThat(IndexLayout.DEFAULT.narrow(64, 3)).isEqualTo(BlockLayout.DEFAULT);
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 5, 6})
  void acceptsANumberOfBlocks(int blocks) {
    IndexLayout layout = layout(Integer.toString(blocks), 3, 10_000_000, null);
    assertThat(layout.narrow(64, 3)).isEqualTo(new BlockLayout(64, blocks, 3));
    assertThat(layout.narrow(48, 20)).isEqualTo(new BlockLayout(48, blocks, 3));
  }

  @ParameterizedTest
  @CsvSource({
    "3, 100000000, 20000, 3, 5",
    "3, 100000000, 5000, 3, 4",
    "3, 100000000, 1, 3, 4",
    "3, 100000000, 20000, 8, 4",
    "0, 10000000, , 3, 1"
  })
  void automaticLayoutDependsOnExpectedFingerprintsAndMemory(
      int exactTo, long fingerprints, @Nullable Long megabytes, int distance, int blocks) {
    Long memory = megabytes == null ? null : megabytes << 20;
    IndexLayout layout = layout("auto", exactTo, fingerprints, memory);
    assertThat(layout.narrow(64, distance).blocks()).isEqualTo(blocks);
  }

  @ParameterizedTest
  @CsvSource({"3000, ALL", "1500, HALF", "1, NONE", ", ALL"})
  void wideFingerprintsHaveAsManyTablesAsFit(@Nullable Long megabytes, WideTableCount tables) {
    Long memory = megabytes == null ? null : megabytes << 20;
    IndexLayout layout = layout("auto", 3, 10_000_000, memory);
    assertThat(layout.wide(256)).isEqualTo(tables);
    assertThat(layout.bytes(256, 54)).isBetween(1500L << 20, 3000L << 20);
  }

  @ParameterizedTest
  @CsvSource({
    "48, 4 tables over 4 blocks",
    "64, 4 tables over 4 blocks",
    "65, 5 tables",
    "512, 32 tables"
  })
  void createsTheIndexOfAWidth(int bits, String description) {
    FingerprintIndex index = IndexLayout.DEFAULT.create(bits, 3, String::valueOf);
    assertThat(index.description()).startsWith(description);
    assertThat(index.fingerprints()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "auto | 12 | 1 | 1 | exact-to must be 0 to 11, was 12",
        "auto | -1 | 1 | 1 | exact-to must be 0 to 11, was -1",
        "auto | 3 | 0 | 1 | expected-documents must be 1 to 2147483647, was 0",
        "auto | 3 | 1 | 0 | memory must be more than 0, such as 4GB, was 0B",
        "3 | 3 | 1 | 1 | blocks must be auto, or a number from 4 to 12 that makes at most 64"
            + " tables (with exact-to 3 and 64 bits), was 3",
        "8 | 4 | 1 | 1 | at most 64 tables (with exact-to 4 and 64 bits), was 8",
        "4x4 | 3 | 1 | 1 | was 4x4",
        "13 | 3 | 1 | 1 | was 13",
        "many | 3 | 1 | 1 | was many",
      })
  void namesAllowedValues(
      String blocks, int exactTo, long fingerprints, long memory, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> layout(blocks, exactTo, fingerprints, memory).narrow(64, 3))
        .withMessageContaining(message);
  }

  private static IndexLayout layout(
      String blocks, int exactTo, long fingerprints, @Nullable Long memory) {
    return new IndexLayout(blocks, exactTo, fingerprints, memory, true);
  }
}
