package io.neardup.web.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BodyWeightTests {

  @Test
  void elementsAndTagsWeighMoreThanText() {
    byte[] text = "{\"text\":\"so it is\"}".getBytes(StandardCharsets.US_ASCII);
    byte[] tokens = "[\"a\",\"b\",\"c\"]".getBytes(StandardCharsets.US_ASCII);
    assertThat(BodyWeight.ofStructure(text, 0, text.length)).isZero();
    assertThat(BodyWeight.ofStructure(tokens, 0, tokens.length)).isEqualTo(180);
    assertThat(BodyWeight.ofStructure(tokens, 5, 4)).isEqualTo(90);
  }
}
