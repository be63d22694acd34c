package io.neardup.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.neardup.index.FingerprintIndex;
import io.neardup.index.wide.WideTableCount;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// An index has the tables that its layout describes.
class IndexLayoutTests {

  @ParameterizedTest
  @CsvSource({
    "100000000, 20000, 3, 5",
    "100000000, 5000, 3, 4",
    "100000000, 1, 3, 4",
    "100000000, 20000, 8, 4"
  })
  void automaticLayoutDependsOnExpectedFingerprintsAndMemory(
      long fingerprints, @Nullable Long megabytes, int distance, int blocks) {
    Long memory = megabytes == null ? null : megabytes << 20;
    IndexLayout layout = new IndexLayout(fingerprints, memory);
    assertThat(layout.narrow(64, distance).blocks()).isEqualTo(blocks);
  }

  @ParameterizedTest
  @CsvSource({"3000, ALL", "1500, HALF", "1, NONE", ", ALL"})
  void wideFingerprintsHaveAsManyTablesAsFit(@Nullable Long megabytes, WideTableCount tables) {
    Long memory = megabytes == null ? null : megabytes << 20;
    IndexLayout layout = new IndexLayout(10_000_000, memory);
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
    IndexLayout layout = new IndexLayout(10_000_000, bits > Long.SIZE ? null : 900L << 20);
    FingerprintIndex index = layout.create(bits, 3, String::valueOf);
    assertThat(index.description()).startsWith(description);
    assertThat(index.fingerprints()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 1 | expected-documents must be 1 to 2147483647, was 0",
        "1 | 0 | memory must be more than 0, such as 4GB, was 0B",
      })
  void namesAllowedValues(long fingerprints, long memory, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new IndexLayout(fingerprints, memory))
        .withMessageContaining(message);
  }
}
