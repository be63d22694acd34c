package io.neardup.cli.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.records.RecordFault;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextSourceTests {

  private static final int MAX = 1_000;

  /// The records as `line:text`, and faults as `line: message`.
  private static List<String> read(RecordFormat format, byte[] content, int maxBytes)
      throws IOException {
    List<String> records = new ArrayList<>();
    InputStream in = new ByteArrayInputStream(content);
    try (TextSource source =
        TextSource.open(
            "in",
            new FileLayout(format, StandardCharsets.UTF_8, ',', false, false),
            in,
            null,
            maxBytes)) {
      source.read(new ColumnNames.Chosen(null, "text"));
      for (RecordBatch batch = source.next(); batch != null; batch = source.next()) {
        for (int i = 0; i < batch.size(); i++) {
          try {
            records.add(batch.line(i) + ":" + batch.read(i).text());
          } catch (RecordFault fault) {
            records.add(fault.at("in", batch.line(i)));
          }
        }
      }
    }
    return records;
  }

  private static List<String> read(RecordFormat format, String content) throws IOException {
    return read(format, content.getBytes(StandardCharsets.UTF_8), MAX);
  }

  @Test
  void readsLines() throws IOException {
    assertThat(read(RecordFormat.LINES, "\uFEFFa\r\n\nä\n")).containsExactly("1:a", "2:", "3:ä");
    assertThat(read(RecordFormat.LINES, "a\nb")).containsExactly("1:a", "2:b");
    assertThat(read(RecordFormat.LINES, "")).isEmpty();
  }

  @Test
  void countsLinesInsideCsvRecords() throws IOException {
    assertThat(read(RecordFormat.CSV, "n,text\r\n1,\"a\nb\"\"c\"\r\n\n2,d\n3\n4,\"e\"f\n5,g"))
        .containsExactly(
            "2:a\nb\"c",
            "5:d",
            "in:6: must have 2 fields, as the header has; had 1",
            "in:7: is not as in RFC 4180: a field that begins with a quote must end with one,"
                + " before a comma or the end of the line, and have two for each quote inside",
            "8:g");
  }

  @Test
  void readsTsvWithoutQuotes() throws IOException {
    assertThat(read(RecordFormat.TSV, "text\tn\n\"a\t1\nb\t\n")).containsExactly("2:\"a", "3:b");
  }

  @Test
  void rejectsHeaders() {
    assertThatThrownBy(() -> read(RecordFormat.CSV, ""))
        .hasMessage("in:1: is empty; the first line must name the columns");
    assertThatThrownBy(() -> read(RecordFormat.CSV, "text,text\n"))
        .hasMessage("in:1: has two columns 'text'; rename one of them");
    assertThatThrownBy(() -> read(RecordFormat.CSV, "a,b\n"))
        .hasMessage("in:1: has no column 'text'; it has a, b");
  }

  @Test
  void reportsTheColumnOfBytesThatAreNotUtf8() throws IOException {
    byte[] bytes = "ok\näbc?\nok\n".getBytes(StandardCharsets.UTF_8);
    bytes[8 - 1] = (byte) 0xFF;
    assertThat(read(RecordFormat.LINES, bytes, MAX))
        .containsExactly("1:ok", "in:2:4: is not UTF-8: byte 0xff; " + Encodings.REMEDY, "3:ok");
  }

  @Test
  void readsJson() throws IOException {
    assertThat(
            read(
                RecordFormat.JSONL,
                "{\"x\": {\"text\": 1}, \"text\": \"\\u00e4\\n\"}\n"
                    + " \n"
                    + "[]\n"
                    + "{\"text\": null}\n"
                    + "{\"text\": \"a\"} {}\n"
                    + "{}\n"
                    + "\f\0\n"
                    + "\u001a"))
        .containsExactly(
            "1:ä\n",
            "in:3:1: is not a JSON object",
            "in:4: field 'text' is null",
            "in:5:15: has more than one object",
            "in:6: has no field 'text'");
  }

  @Test
  void refusesRepeatedFields() throws IOException {
    assertThat(
            read(
                RecordFormat.JSONL,
                "{\"text\": \"a\", \"text\": \"b\"}\n"
                    + "{\"text\": \"a\", \"x\": {\"y\": 1, \"y\": 2}}"))
        .hasSize(2)
        .anySatisfy(fault ->
            assertThat(fault)
                .startsWith("in:1:")
                .endsWith("is not JSON: field 'text' is repeated; give it once"))
        .anySatisfy(fault ->
            assertThat(fault)
                .startsWith("in:2:")
                .endsWith("is not JSON: field 'y' is repeated; give it once"));
  }

  @ParameterizedTest
  @ValueSource(ints = {MAX + 1, 300_000, 600_000, 2_000_000})
  void skipsRecordsThatAreTooLong(int length) throws IOException {
    String content =
        "a\n" + "x".repeat(length) + "\nb\n" + "y".repeat(MAX) + "\n" + "z".repeat(length);
    List<String> records = read(RecordFormat.LINES, content);
    assertThat(records).hasSize(5);
    assertThat(records.get(0)).isEqualTo("1:a");
    assertThat(records.get(1)).startsWith("in:2: is longer than");
    assertThat(records.get(2)).isEqualTo("3:b");
    assertThat(records.get(3)).isEqualTo("4:" + "y".repeat(MAX));
    assertThat(records.get(4)).startsWith("in:5: is longer than");
  }

  /// Lengths around the size of the buffer, with and without line feeds inside quotes.
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void dividesLargeFiles(long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder content = new StringBuilder("text\n");
    List<String> expected = new ArrayList<>();
    long line = 2;
    for (int i = 0; i < 200; i++) {
      String text =
          "x".repeat(random.nextInt(1, random.nextInt(10) == 0 ? 600_000 : 3_000)) + "\n\"" + i;
      content.append('"').append(text.replace("\"", "\"\"")).append("\"\n");
      expected.add(line + ":" + text);
      line += 2;
    }
    byte[] bytes = content.toString().getBytes(StandardCharsets.UTF_8);
    assertThat(read(RecordFormat.CSV, bytes, 1 << 20)).isEqualTo(expected);
  }
}
