package io.neardup.simhash;

import static org.assertj.core.api.Assertions.assertThat;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.Seeds;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class Xxh3Tests {

  private static final Hasher64 PEER = Hashing.xxh3_64();

  @Test
  void equalsAnotherImplementationAtEveryShortLength() {
    Seeds.random(random -> {
      for (int length = 0; length <= 600; length++) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        assertThat(Xxh3.hash(bytes, 0, length))
            .as("length %d", length)
            .isEqualTo(PEER.hashBytesToLong(bytes));
      }
    });
  }

  @Test
  void equalsAnotherImplementationAtEveryOffset() {
    Seeds.random(random -> {
      byte[] bytes = new byte[700];
      random.nextBytes(bytes);
      for (int start = 0; start < 70; start++) {
        for (int length = 0; length <= 600; length += 1 + random.nextInt(7)) {
          assertThat(Xxh3.hash(bytes, start, start + length))
              .as("start %d length %d", start, length)
              .isEqualTo(PEER.hashBytesToLong(bytes, start, length));
        }
      }
    });
  }

  @Test
  void equalsAnotherImplementationAtLongLengths() {
    Seeds.random(random -> {
      byte[] bytes = new byte[5_010];
      random.nextBytes(bytes);
      int[] aroundBlocks = {1023, 1024, 1025, 1088, 2047, 2048, 2049, 4096, 4097, 4999, 5000};
      for (int length : aroundBlocks) {
        assertThat(Xxh3.hash(bytes, 7, 7 + length))
            .as("length %d", length)
            .isEqualTo(PEER.hashBytesToLong(bytes, 7, length));
      }
      for (int length = 601; length <= 5_000; length += 1 + random.nextInt(40)) {
        assertThat(Xxh3.hash(bytes, 0, length))
            .as("length %d", length)
            .isEqualTo(PEER.hashBytesToLong(bytes, 0, length));
      }
    });
  }

  @Test
  void hashesAStringAsItsUtf8() {
    for (String text : new String[] {"", "a", "neardup", "相似度", "naïve 🐈 text"}) {
      byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
      assertThat(Xxh3.hash(text)).isEqualTo(PEER.hashBytesToLong(utf8));
    }
  }
}
