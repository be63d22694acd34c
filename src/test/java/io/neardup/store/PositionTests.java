package io.neardup.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Positions and cursors in the form that clients receive.
class PositionTests {

  @ParameterizedTest
  @ValueSource(strings = {"0-1", "7-1024", "3-9223372036854775807"})
  void readsWhatItWrites(String token) {
    assertThat(Position.parse(token)).hasToString(token);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "-", "7", "7-", "-1", "a-1", "1-a", "7-0", "7--1", "99999-1", "1-2-3"})
  void rejectsOtherTokens(String token) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Position.parse(token))
        .withMessage("must be a position that a write returned, such as 7-1024, was '%s'", token);
  }

  @ParameterizedTest
  @ValueSource(strings = {"00000000-0-0", "89abcdef-12-7", "ffffffff-9223372036854775807-1"})
  void readsCursorsAsWritten(String token) {
    assertThat(ChangeCursor.parse(token)).hasToString(token);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "1-2-3", "89abcdeg-1-1", "89abcdef-1", "89abcdef-1-1-1", "89abcdef--1-1"})
  void rejectsOtherCursors(String token) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ChangeCursor.parse(token))
        .withMessage("must be a cursor that a page of changes returned, was '%s'", token);
  }
}
