package io.neardup.service.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.service.RequestException;
import io.neardup.store.Document;
import io.neardup.store.Position;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreconditionTests {

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        // If-Match, If-None-Match, entity tag of the document, a part of the message
        "-, -, -, -",
        "-, -, t, -",
        "t, -, t, -",
        "*, -, t, -",
        "u, -, t, read the document again",
        "W/t, -, t, weak tags",
        "t, -, -, does not exist",
        "*, -, -, does not exist",
        "-, *, -, -",
        "-, *, t, remove the header",
        "-, t, t, remove the header",
        "-, u, t, -",
        "t, u, t, -",
      })
  void isMetAsInRfc9110(
      @Nullable String ifMatch,
      @Nullable String ifNoneMatch,
      @Nullable String tag,
      @Nullable String says) {
    Precondition precondition =
        new Precondition(
            ifMatch == null ? null : List.of("x", ifMatch),
            ifNoneMatch == null ? null : List.of("x", ifNoneMatch));
    if (says == null) {
      assertThatCode(() -> precondition.require(tag)).doesNotThrowAnyException();
    } else {
      assertThatThrownBy(() -> precondition.require(tag))
          .isInstanceOf(RequestException.class)
          .hasMessageContaining(says);
    }
  }

  @Test
  void tagsDifferByPositionAndTime() {
    Instant time = Instant.ofEpochMilli(36);
    Position position = new Position(7, 12);
    assertThat(Document.tag(position, time)).isEqualTo("\"7-12-10\"");
    assertThat(Document.tag(new Position(7, 13), time)).isNotEqualTo("\"7-12-10\"");
    assertThat(Document.tag(new Position(8, 12), time)).isNotEqualTo("\"7-12-10\"");
    assertThat(Document.tag(position, time.plusMillis(1))).isNotEqualTo("\"7-12-10\"");
  }
}
