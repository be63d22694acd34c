package io.neardup.service.peer;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.service.RequestException;
import org.junit.jupiter.api.Test;

class CopyWritersTests {

  private final CopyWriters writers = new CopyWriters();

  @Test
  void anEarlierOwnerIsRefusedOnceALaterOneHasSentSomething() {
    writers.require("job", 3);
    writers.require("job", 3);
    writers.require("job", 5);
    assertThatThrownBy(() -> writers.require("job", 3))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("another instance");
    writers.require("other", 3);
    assertThatCode(() -> writers.require("job", 5)).doesNotThrowAnyException();
  }
}
