package io.neardup.web.ndjson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.Seeds;
import io.neardup.records.CsvRecordEnds;
import io.neardup.records.RecordCutter;
import io.neardup.service.CallerQuota.Share;
import io.neardup.service.RequestException;
import io.neardup.web.json.CallParameters;
import io.neardup.web.json.DocumentRequest.NewDocumentLine;
import io.neardup.web.limits.RequestQuotas;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/// CSV records are split and parsed as in RFC 4180, however the file is divided into reads.
class CsvRecordsTests {

  private static final JsonMapper MAPPER = new JsonMapper();
  private static final int MAX_BYTES = 1_000;

  /// The characters of random fields.
  private static final String[] PIECES = {
    "a",
    "\"",
    "\"\"",
    ",",
    "\n",
    "\r\n",
    "\r",
    " ",
    "飞碟",
    "\uD83D\uDEF8",
    "\uFEFF",
    "'",
    "\\",
    ";",
    "x y"
  };

  /// A record.
  ///
  /// @param line on which it begins
  private record Row(long line, String id, String text) {}

  /// Returns at most that many bytes per read.
  private static final class Dribble extends InputStream {
    private final ByteArrayInputStream in;
    private final int most;

    Dribble(String file, int most) {
      this.in = new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8));
      this.most = most;
    }

    @Override
    public int read() {
      return in.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      return in.read(bytes, offset, Math.min(most, length));
    }

    @Override
    public int available() {
      return 0;
    }
  }

  @Test
  void readsRfc4180() {
    Seeds.random(CsvRecordsTests::readRandomFiles);
  }

  private static void readRandomFiles(SplittableRandom random) throws IOException {
    for (int round = 0; round < 300; round++) {
      StringBuilder file = new StringBuilder(round % 2 == 0 ? "id,text" : "\uFEFF\"id\",\"text\"");
      List<Row> written = new ArrayList<>();
      String end = random.nextBoolean() ? "\n" : "\r\n";
      long line = 2;
      for (int row = 0; row < 8; row++) {
        file.append(end);
        String text = text(random);
        written.add(new Row(line, "r" + row, text));
        String quoted = quoted(text, random);
        file.append("r").append(row).append(',').append(quoted);
        line += 1 + quoted.chars().filter(c -> c == '\n').count();
      }
      file.append(random.nextBoolean() ? end : "");
      assertThat(read(file.toString(), 1 + random.nextInt(9))).as("%s", file).isEqualTo(written);
    }
  }

  private static String text(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(7); i > 0; i--) {
      text.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return text.toString();
  }

  private static String quoted(String text, SplittableRandom random) {
    boolean must = text.matches("(?s).*[\",\r\n].*");
    return must || random.nextBoolean() ? "\"" + text.replace("\"", "\"\"") + "\"" : text;
  }

  private static List<Row> read(String file, int most) throws IOException {
    LineReader lines = lines(new Dribble(file, most));
    RequestRecords<NewDocumentLine> records = open(lines);
    List<Row> rows = new ArrayList<>();
    while (true) {
      lines.wouldWait();
      if (lines.next() != RecordCutter.Result.RECORD) {
        return rows;
      }
      NewDocumentLine request =
          Objects.requireNonNull(records.read(lines.bytes(), lines.start(), lines.length()));
      rows.add(
          new Row(
              lines.number(),
              Objects.requireNonNull(request.id()),
              Objects.requireNonNull(request.text())));
    }
  }

  private static LineReader lines(InputStream in) {
    Share memory = RequestQuotas.of(1, 1 << 20, 1, 1).memory().open("a");
    return new LineReader(in, MAX_BYTES, memory, () -> false, new CsvRecordEnds());
  }

  private static RequestRecords<NewDocumentLine> open(LineReader lines) throws IOException {
    assertThat(lines.next()).isEqualTo(RecordCutter.Result.RECORD);
    FieldMapping mapping =
        new FieldMapping(NewDocumentLine.class, FileFields.OF_REQUEST, CallParameters.NONE, false);
    CsvRecords csv = new CsvRecords(mapping, ',', lines.bytes(), lines.start(), lines.length());
    return new RequestRecords<>(MAPPER, NewDocumentLine.class, mapping, csv);
  }

  @Test
  void skipsTooLongRecords() throws IOException {
    String tooLong = "b,\"" + "x\n".repeat(MAX_BYTES) + "\"";
    LineReader lines = lines(new Dribble("id,text\na,1\n" + tooLong + "\nc,3\n", 100));
    RequestRecords<NewDocumentLine> records = open(lines);
    assertThat(lines.next()).isEqualTo(RecordCutter.Result.RECORD);
    assertThat(lines.next()).isEqualTo(RecordCutter.Result.TOO_LONG);
    assertThat(lines.number()).isEqualTo(3);
    assertThat(lines.next()).isEqualTo(RecordCutter.Result.RECORD);
    assertThat(lines.number()).isEqualTo(4 + MAX_BYTES);
    assertThat(records.read(lines.bytes(), lines.start(), lines.length()))
        .extracting(NewDocumentLine::id)
        .isEqualTo("c");
    assertThat(lines.next()).isEqualTo(RecordCutter.Result.END);
  }

  @Test
  void unclosedQuoteTakesBoundedMemory() throws IOException {
    LineReader lines = lines(new Dribble("id,text\na,\"" + "x\n".repeat(100_000), 1_000));
    open(lines);
    assertThat(lines.next()).isEqualTo(RecordCutter.Result.TOO_LONG);
    assertThat(lines.bytes().length).isLessThanOrEqualTo(64 << 10);
    assertThat(lines.next()).isEqualTo(RecordCutter.Result.END);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a,b\"c", "a, b\"c\"", "a,b\"\"", "a,'b"})
  void quoteInsideAnUnquotedFieldIsLiteral(String record) throws IOException {
    assertThat(read("id,text\n" + record + "\nd,e\n", 3))
        .extracting(Row::text)
        .containsExactly(record.substring(2), "e");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a,\"b\"c|is not as in RFC 4180",
        "a,\"b|is not as in RFC 4180",
        "a|must have 2 fields, as the header has; had 1",
        "a,b,c|must have 2 fields, as the header has; had 3",
        "a,b,|must have 2 fields, as the header has; had 3",
      })
  void refusesMalformedRecords(String record, String why) throws IOException {
    LineReader lines = lines(new Dribble("id,text\n" + record, 100));
    RequestRecords<NewDocumentLine> records = open(lines);
    assertThat(lines.next()).isEqualTo(RecordCutter.Result.RECORD);
    assertThatThrownBy(() -> records.read(lines.bytes(), lines.start(), lines.length()))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining(why);
  }

  /// A character of Latin-1, and one with more bytes than needed.
  @ParameterizedTest
  @ValueSource(strings = {"caf\u00e9", "a\u00c1\u00a1b"})
  void refusesInvalidUtf8(String text) throws IOException {
    byte[] latin1 = ("id,text\na," + text + "\n").getBytes(StandardCharsets.ISO_8859_1);
    LineReader lines = lines(new ByteArrayInputStream(latin1));
    RequestRecords<NewDocumentLine> records = open(lines);
    assertThat(lines.next()).isEqualTo(RecordCutter.Result.RECORD);
    assertThatThrownBy(() -> records.read(lines.bytes(), lines.start(), lines.length()))
        .hasMessageContaining("is not UTF-8");
  }
}
