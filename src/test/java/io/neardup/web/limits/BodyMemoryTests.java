package io.neardup.web.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Kind;
import io.neardup.web.limits.BodyMemory.Share;
import io.neardup.web.ndjson.LineReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BodyMemoryTests {

  private final BodyMemory memory = new BodyMemory(1_000);

  @Test
  void whatIsClosedIsGivenBack() {
    try (Share share = memory.open("a")) {
      share.take(600);
      share.take(300);
      share.giveBack(100);
      assertThat(memory.taken()).isEqualTo(800);
    }
    assertThat(memory.taken()).isZero();
  }

  /// Workers may end after the stream they worked for.
  @Test
  void whatIsGivenBackAfterTheEndDoesNotCountTwice() {
    Share share = memory.open("a");
    share.take(600);
    share.close();
    share.giveBack(600);
    share.close();
    assertThat(memory.taken()).isZero();
  }

  @Test
  void oneRequestMayTakeAll() {
    try (Share share = memory.open("a")) {
      share.take(1_000);
      assertThat(memory.taken()).isEqualTo(1_000);
    }
  }

  @Test
  void whatNeverFitsIsTooLarge() {
    try (Share share = memory.open("a")) {
      share.take(900);
      refuses(share, 101, Kind.TOO_LARGE);
    }
  }

  @Test
  void whatDoesNotFitNowMayComeAgain() {
    try (Share one = memory.open("a");
        Share other = memory.open("b")) {
      one.take(600);
      refuses(other, 401, Kind.UNAVAILABLE);
      other.take(400);
    }
    assertThat(memory.taken()).isZero();
  }

  @Test
  void noCallerTakesAllWithSeveralRequests() {
    try (Share one = memory.open("a");
        Share two = memory.open("a");
        Share other = memory.open("b")) {
      one.take(500);
      refuses(two, 251, Kind.TOO_MANY_REQUESTS);
      two.take(250);
      other.take(250);
    }
  }

  @Test
  void aLineThatFindsNoMemoryIsPassedOver() throws IOException {
    String lines = "short\n" + "x".repeat(100_000) + "\nnext\n";
    try (Share share = memory.open("a")) {
      LineReader reader =
          new LineReader(
              new ByteArrayInputStream(lines.getBytes(StandardCharsets.US_ASCII)), 1 << 20, share);
      assertThat(reader.next()).isEqualTo(LineReader.Result.LINE);
      assertThat(reader.next()).isEqualTo(LineReader.Result.CROWDED);
      assertThat(reader.crowded().kind()).isEqualTo(Kind.TOO_LARGE);
      assertThat(reader.number()).isEqualTo(2);
      assertThat(reader.next()).isEqualTo(LineReader.Result.LINE);
      assertThat(reader.number()).isEqualTo(3);
      assertThat(reader.length()).isEqualTo(4);
      assertThat(reader.next()).isEqualTo(LineReader.Result.END);
    }
  }

  @Test
  void theRoomForALongLineIsGivenBackAfterIt() throws IOException {
    BodyMemory large = new BodyMemory(1 << 20);
    String lines = "x".repeat(200_000) + "\nnext\n\nlast";
    try (Share share = large.open("a")) {
      LineReader reader =
          new LineReader(
              new ByteArrayInputStream(lines.getBytes(StandardCharsets.US_ASCII)), 1 << 20, share);
      assertThat(reader.next()).isEqualTo(LineReader.Result.LINE);
      assertThat(reader.length()).isEqualTo(200_000);
      assertThat(large.taken()).isGreaterThan(100_000);
      assertThat(reader.wouldWait()).isFalse();
      assertThat(reader.next()).isEqualTo(LineReader.Result.LINE);
      assertThat(large.taken()).isZero();
      assertThat(new String(reader.bytes(), reader.start(), 4, StandardCharsets.US_ASCII))
          .isEqualTo("next");
      assertThat(reader.next()).isEqualTo(LineReader.Result.LINE);
      assertThat(reader.number()).isEqualTo(4);
    }
  }

  @Test
  void elementsAndTagsWeighMoreThanText() {
    byte[] text = "{\"text\":\"so it is\"}".getBytes(StandardCharsets.US_ASCII);
    byte[] tokens = "[\"a\",\"b\",\"c\"]".getBytes(StandardCharsets.US_ASCII);
    assertThat(BodyWeight.ofStructure(text, 0, text.length)).isZero();
    assertThat(BodyWeight.ofStructure(tokens, 0, tokens.length)).isEqualTo(180);
    assertThat(BodyWeight.ofStructure(tokens, 5, 4)).isEqualTo(90);
  }

  private static void refuses(Share share, long bytes, Kind kind) {
    assertThatThrownBy(() -> share.take(bytes))
        .isInstanceOfSatisfying(RequestException.class, e -> assertThat(e.kind()).isEqualTo(kind));
  }
}
