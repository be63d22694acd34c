package io.neardup.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.Seeds;
import io.neardup.store.codec.DocumentKey;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class PartitionsTests {

  @Test
  void thePartitionOfAnIdNeverChanges() {
    Partitions partitions = new Partitions(24);
    assertThat(partitions.of("a")).isEqualTo(21);
    assertThat(partitions.of("doc-1")).isEqualTo(18);
    assertThat(partitions.of("文/2")).isEqualTo(7);
    assertThat(new Partitions(256).of("doc-1")).isEqualTo(193);
    assertThat(new Partitions(1).of("doc-1")).isZero();
  }

  @Test
  void partitionIsTheHighWordOfHashTimesCount() {
    Seeds.random(random -> {
      for (int i = 0; i < 1000; i++) {
        String id = Long.toString(random.nextLong(), 36);
        int count = random.nextInt(1, 257);
        long hash = Hashing.xxh3_64().hashBytesToLong(id.getBytes(StandardCharsets.UTF_8));
        int expected =
            new BigInteger(Long.toUnsignedString(hash))
                .multiply(BigInteger.valueOf(count))
                .shiftRight(64)
                .intValueExact();
        assertThat(new Partitions(count).of(id)).isEqualTo(expected);
      }
    });
  }

  @Test
  void theKeyIsPartitionCollectionAndId() {
    byte[] key = DocumentKey.of(new Partitions(24), 0x01020304, "aé");
    assertThat(HexFormat.of().formatHex(key))
        .isEqualTo(
            HexFormat.of().toHexDigits((byte) new Partitions(24).of("aé")) + "0102030461c3a9");
    assertThat(DocumentKey.collection(key)).isEqualTo(0x01020304);
    assertThat(DocumentKey.id(key, key.length)).isEqualTo("aé");
  }

  @Test
  void invalidCountsAreRefused() {
    assertThatThrownBy(() -> new Partitions(0)).hasMessage("partitions must be 1 to 256, was 0");
    assertThatThrownBy(() -> new Partitions(257))
        .hasMessage("partitions must be 1 to 256, was 257");
  }
}
