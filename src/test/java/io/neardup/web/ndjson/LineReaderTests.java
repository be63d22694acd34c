package io.neardup.web.ndjson;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.records.RecordCutter.Result;
import io.neardup.records.RecordEnds;
import io.neardup.service.CallerQuota;
import io.neardup.service.CallerQuota.Share;
import io.neardup.service.RequestException.Fault;
import io.neardup.web.limits.RequestQuotas;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The lines of a stream are the same whether or not the reader was asked for available input
/// before.
class LineReaderTests {

  private final AtomicBoolean stopping = new AtomicBoolean();

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void readsLineByLine(boolean asks) throws IOException {
    LineReader lines = reader("one\r\n\n  \nfour\nfive");
    assertThat(next(lines, asks)).isEqualTo("1 one\r");
    assertThat(next(lines, asks)).isEqualTo("4 four");
    assertThat(next(lines, asks)).isEqualTo("5 five");
    assertThat(next(lines, asks)).isEqualTo("END");
    assertThat(next(lines, asks)).isEqualTo("END");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void skipsTooLongLines(boolean asks) throws IOException {
    LineReader lines = reader("one\n" + "x".repeat(200_000) + "\nthree\n");
    assertThat(next(lines, asks)).isEqualTo("1 one");
    assertThat(next(lines, asks)).isEqualTo("TOO_LONG");
    assertThat(next(lines, asks)).isEqualTo("3 three");
    assertThat(next(lines, asks)).isEqualTo("END");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void readsNothingAfterTheStop(boolean asks) throws IOException {
    LineReader lines = reader("one\ntwo\nthree\n");
    assertThat(next(lines, asks)).isEqualTo("1 one");
    stopping.set(true);
    assertThat(lines.next()).isEqualTo(Result.STOPPED);
    assertThat(lines.number()).isEqualTo(2);
    assertThat(lines.next()).isEqualTo(Result.END);
  }

  @Test
  void skipsLinesWithoutMemory() throws IOException {
    try (Share share = memory(1_000).open("a")) {
      LineReader reader =
          new LineReader(
              bytes("short\n" + "x".repeat(100_000) + "\nnext\n"),
              1 << 20,
              share,
              () -> false,
              RecordEnds.LINES);
      assertThat(reader.next()).isEqualTo(Result.RECORD);
      assertThat(reader.next()).isEqualTo(Result.NO_MEMORY);
      assertThat(reader.refusal().kind()).isEqualTo(Fault.TOO_LARGE);
      assertThat(reader.number()).isEqualTo(2);
      assertThat(next(reader, false)).isEqualTo("3 next");
      assertThat(reader.next()).isEqualTo(Result.END);
    }
  }

  @Test
  void releasesTheMemoryOfALongLineAfterIt() throws IOException {
    CallerQuota memory = memory(1 << 20);
    try (Share share = memory.open("a")) {
      LineReader reader =
          new LineReader(
              bytes("x".repeat(200_000) + "\nnext\n\nlast"),
              1 << 20,
              share,
              () -> false,
              RecordEnds.LINES);
      assertThat(reader.next()).isEqualTo(Result.RECORD);
      assertThat(reader.length()).isEqualTo(200_000);
      assertThat(memory.taken()).isGreaterThan(100_000);
      assertThat(next(reader, true)).isEqualTo("2 next");
      assertThat(memory.taken()).isZero();
      assertThat(next(reader, true)).isEqualTo("4 last");
    }
  }

  private static CallerQuota memory(long bytes) {
    return RequestQuotas.of(1, bytes, 1, 1).memory();
  }

  private static InputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  private LineReader reader(String text) {
    return new LineReader(
        bytes(text), 1_000, memory(1 << 20).open("a"), stopping::get, RecordEnds.LINES);
  }

  private static String next(LineReader lines, boolean asks) throws IOException {
    Result result = lines.next();
    String read =
        result == Result.RECORD
            ? lines.number()
                + " "
                + new String(lines.bytes(), lines.start(), lines.length(), StandardCharsets.UTF_8)
            : result.name();
    if (asks) {
      var _ = lines.wouldWait();
    }
    return read;
  }
}
