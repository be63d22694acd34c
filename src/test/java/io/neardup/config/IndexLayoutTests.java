package io.neardup.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.neardup.index.narrow.BlockLayout;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/// The settings of `neardup.index` determine the layout of a collection's tables.
class IndexLayoutTests {

  @Test
  void defaultLayoutIsTheSmallestOfThePaper() {
    assertThat(layout("").of(64, 3)).isEqualTo(BlockLayout.DEFAULT);
  }

  @ParameterizedTest
  @CsvSource({"4, 4, 0", "5, 5, 0", "6, 6, 0", "4x4, 4, 4", "4x5, 4, 5"})
  void acceptsALayoutByName(String blocks, int outer, int inner) {
    assertThat(layout("blocks=" + blocks).of(64, 3))
        .isEqualTo(new BlockLayout(64, outer, 3, inner));
    assertThat(layout("blocks=" + blocks).of(48, 20))
        .isEqualTo(new BlockLayout(48, outer, 3, inner));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "expected-documents=100000000, memory=20GB | 64 | 3 | 5",
        "expected-documents=100000000, memory=5GB | 64 | 3 | 4",
        "expected-documents=100000000, memory=1MB | 64 | 3 | 4",
        "expected-documents=100000000, memory=20GB | 64 | 8 | 4",
        "exact-to=0 | 64 | 3 | 1",
      })
  void autoDependsOnExpectedDocuments(String keys, int bits, int distance, String cuts) {
    assertThat(layout(keys).of(bits, distance).cuts()).isEqualTo(cuts);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "exact-to=12 | neardup.index.exact-to: must be 0 to 11, was 12",
        "exact-to=-1 | neardup.index.exact-to: must be 0 to 11, was -1",
        "expected-documents=0 | neardup.index.expected-documents: must be 1 to 2147483647, was 0",
        "memory=0MB | neardup.index.memory: must be more than 0, such as 4GB, was 0B",
        "blocks=3 | neardup.index.blocks: must be auto, or a number from 4 to 12 that makes at most 64 tables, or two such as 4x4 (with exact-to 3 and 64 bits), was 3",
        "blocks=8, exact-to=4 | at most 64 tables, or two such as 5x5 (with exact-to 4 and 64 bits), was 8",
        "blocks=4x3 | was 4x3",
        "blocks=4x4x4 | was 4x4x4",
        "blocks=13 | was 13",
        "blocks=many | was many",
        "blocks=2x2, exact-to=0 | was 2x2",
      })
  void namesAllowedValues(String keys, String says) {
    assertThatExceptionOfType(InvalidConfigurationException.class)
        .isThrownBy(() -> layout(keys))
        .withMessageContaining(says);
  }

  /// @param keys of `neardup.index`, such as `blocks=4, exact-to=3`
  private static IndexLayout layout(String keys) {
    MapConfigurationPropertySource source = new MapConfigurationPropertySource(Map.of());
    for (String key : keys.split(", ")) {
      int equals = key.indexOf('=');
      if (equals > 0) {
        source.put("neardup.index." + key.substring(0, equals), key.substring(equals + 1));
      }
    }
    return new IndexLayout(
        new Binder(source).bindOrCreate("neardup", NeardupProperties.class).index(),
        IntStream.of(64, 48));
  }
}
