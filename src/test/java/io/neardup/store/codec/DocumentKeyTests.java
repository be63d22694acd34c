package io.neardup.store.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class DocumentKeyTests {

  @Test
  void theKeyIsCollectionAndId() {
    byte[] key = DocumentKey.of(0x01020304, "aé");
    assertThat(HexFormat.of().formatHex(key)).isEqualTo("0102030461c3a9");
    assertThat(DocumentKey.collection(key)).isEqualTo(0x01020304);
    assertThat(DocumentKey.id(key)).isEqualTo("aé");
  }
}
