package io.neardup.cli.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.records.RecordFault;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileLayoutTests {

  private static FileLayout layout(String name, byte[] content) throws IOException {
    FileLayout.Requested nothing = new FileLayout.Requested(null, null, null);
    return FileLayout.of(name, new ByteArrayInputStream(content), nothing);
  }

  private static char delimiter(String content) throws IOException {
    return layout("a.csv", content.getBytes(StandardCharsets.UTF_8)).delimiter();
  }

  @ParameterizedTest
  @CsvSource({"PAR1\\0\\1\\2\\3\\4\\5, PARQUET", "WARC/1.0, WARC", "{, JSONL"})
  void filesWithoutAnExtensionAreRecognisedByTheirBegin(String begin, RecordFormat format)
      throws IOException {
    byte[] content = begin.translateEscapes().getBytes(StandardCharsets.UTF_8);
    assertThat(layout("stdin", content).format()).isEqualTo(format);
  }

  private static List<String> records(FileLayout layout, InputStream in, int most)
      throws IOException {
    List<String> records = new ArrayList<>();
    try (TextSource source = TextSource.open("in", layout, layout.normalised(in), null)) {
      source.read(new ColumnNames.Chosen(null, "text"));
      for (RecordBatch batch = source.next();
          batch != null && records.size() < most;
          batch = source.next()) {
        for (int i = 0; i < batch.size(); i++) {
          try {
            records.add(batch.read(i).text());
          } catch (RecordFault fault) {
            records.add(fault.at("in", batch.line(i)));
          }
        }
      }
    }
    return records;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '~',
      value = {
        "id,text\\n1,a;b;c\\n2,d;e;f # ,",
        "id;text\\n1;a, b\\n2;c, d, e # ;",
        "'id';'text'\\n1;'a;b\\nc, d'\\n # ;",
        "id|text\\r\\n1|a, b; c\\r\\n # |",
        "id\\ttext\\n1\\ta, b; c\\n # \\t",
        "text\\na, b\\nc; d # ,",
        "a,b;c\\n1,2;3\\n4,5 # ,",
        "id;text # ;",
        "a;b\\n1\\n2\\n3;4 # ;",
        "text # ,",
        "sep=;\\nid;text\\n1;a, b\\n # ;",
        "'SEP=|'\\r\\nid|text\\r\\n1|a, b\\r\\n # |",
        "sep=\\t\\nid\\ttext\\n # \\t",
        "id;text\\n1;a\\rb\\n2;c\\rd\\n # ;",
        "id;text\\r1;a\\r2;c, d\\r # ;"
      })
  void delimiterIsThatOfTheHeaderAndMostRecords(String content, String expected)
      throws IOException {
    String text = content.translateEscapes().replace('\'', '"').strip();
    assertThat(delimiter(text)).isEqualTo(expected.strip().translateEscapes().charAt(0));
    assertThat(delimiter("\uFEFF" + text)).isEqualTo(delimiter(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"})
  void byteOrderMarksShowTheEncoding(String encoding) throws IOException {
    Charset charset = Charset.forName(encoding);
    byte[] text = "\uFEFFplain – 你好\n".getBytes(charset);
    FileLayout layout = layout("a.txt", text);
    assertThat(layout.encoding()).isEqualTo(charset);
    assertThat(records(layout, new ByteArrayInputStream(text), 10)).containsExactly("plain – 你好");
  }

  /// Nothing but a mark shows another encoding; a few zeros are characters.
  @Test
  void textsWithoutAMarkAreUtf8() throws IOException {
    String lines = "The ferry to the northern island leaves at eight in the morning\n";
    for (String text : List.of("", "a", lines + "\0", lines + "\n\0", "schöne Grüße überall\0\n")) {
      for (String encoding : List.of("UTF-8", "windows-1252")) {
        assertThat(layout("a.txt", text.getBytes(encoding)).encoding())
            .isEqualTo(StandardCharsets.UTF_8);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"})
  void unicodeWithoutAMarkIsRefused(String encoding) {
    for (String text :
        List.of("{\"text\": \"The ferry leaves at eight\"}\n", "今天天气很好，我们去公园玩；一 a\n")) {
      assertThatThrownBy(() -> layout("a.txt", text.getBytes(Charset.forName(encoding))))
          .hasMessageStartingWith("a.txt: is not text in UTF-8: it has control characters");
    }
  }

  @Test
  void binaryFilesAreRefused() throws IOException {
    byte[] random = new byte[5_000];
    new SplittableRandom(1).nextBytes(random);
    byte[] table = ByteBuffer.allocate(4_000).putLong(0x4E45415244555001L).putInt(-7).array();
    ByteArrayOutputStream zip = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(zip)) {
      out.putNextEntry(new ZipEntry("xl/workbook.xml"));
      out.write(random, 0, 300);
    }
    byte[] record = "%PDF-1.4\n\u00FF\u00FE\0\1\2".repeat(50).getBytes(StandardCharsets.ISO_8859_1);
    byte[] zeros = "café 001\0xy\n".repeat(200).getBytes(StandardCharsets.ISO_8859_1);
    for (byte[] binary : List.of(random, table, zip.toByteArray(), record, zeros)) {
      for (String name : List.of("a.txt", "a.csv", "a.jsonl", "a.tsv")) {
        assertThatThrownBy(() -> layout(name, binary))
            .hasMessageStartingWith(name + ": is not text in UTF-8: it has control characters")
            .hasMessageContaining("--encoding");
      }
    }
  }

  @Test
  void bytesThatAreNotUtf8AreFaultsWithTheRemedy() throws IOException {
    byte[] one = "a\nM\u00fcller\n".getBytes(StandardCharsets.ISO_8859_1);
    FileLayout layout = layout("a.txt", one);
    assertThat(records(layout, new ByteArrayInputStream(one), 10))
        .containsExactly("a", "in:2:2: is not UTF-8: byte 0xfc; " + Encodings.REMEDY);
    byte[] chinese = "id,text\n1,你好\n".getBytes(Charset.forName("GB18030"));
    assertThat(layout("a.csv", chinese).encoding()).isEqualTo(StandardCharsets.UTF_8);
    byte[] damaged = "schöne Grüße\nK?ln?\n?öln\n".getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < damaged.length; i++) {
      damaged[i] = damaged[i] == '?' ? (byte) 0xE4 : damaged[i];
    }
    assertThat(records(layout("a.txt", damaged), new ByteArrayInputStream(damaged), 10))
        .hasSize(3)
        .first()
        .isEqualTo("schöne Grüße");
  }

  @Test
  void bytesThatAreNotOfTheEncodingAreFaultsOfTheirRecords() throws IOException {
    byte[] bytes = "caf\u00e9\nc\u0081d\nna\u00efve\n".getBytes(StandardCharsets.ISO_8859_1);
    FileLayout layout =
        new FileLayout(RecordFormat.LINES, Charset.forName("windows-1252"), ',', false, false);
    assertThat(records(layout, new ByteArrayInputStream(bytes), 10))
        .containsExactly(
            "café",
            "in:2:2: has bytes that are not of the encoding; "
                + Encodings.REMEDY
                + "; the file is read in windows-1252 (--encoding)",
            "naïve");
    FileLayout utf16 =
        new FileLayout(RecordFormat.LINES, StandardCharsets.UTF_16LE, ',', false, false);
    assertThat(records(utf16, new ByteArrayInputStream(new byte[] {'a', 0, '\n', 0, 'b'}), 10))
        .containsExactly(
            "a",
            "in:2:1: has bytes that are not of the encoding; "
                + Encodings.REMEDY
                + "; the file is read in UTF-16LE (--encoding)");
  }

  @Test
  void largeFilesOfOtherEncodingsAreReadInParts() throws IOException {
    StringBuilder text = new StringBuilder();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      expected.add("Zeile " + i + ": größer – 你好 \uD83D\uDE00" + "x".repeat(i % 97));
      text.append(expected.getLast()).append('\n');
    }
    for (String encoding : List.of("UTF-16LE", "UTF-16BE", "GB18030", "UTF-32LE")) {
      byte[] bytes = text.toString().getBytes(Charset.forName(encoding));
      FileLayout layout =
          new FileLayout(RecordFormat.LINES, Charset.forName(encoding), ',', false, false);
      assertThat(records(layout, new ByteArrayInputStream(bytes), Integer.MAX_VALUE))
          .isEqualTo(expected);
    }
  }

  @Test
  void elementsOfArraysAreLines() throws IOException {
    String array =
        """
        [
          {"text": "a, [b] \\"{\\\\", "x": [1, {"y": []}]},
          { "text"
          : "c" } , {"text": bad}, 7 , {"text": "\\u00e9"}
        ]
        """;
    byte[] bytes = array.getBytes(StandardCharsets.UTF_8);
    FileLayout layout = layout("a.json", bytes);
    assertThat(layout.array()).isTrue();
    assertThat(records(layout, new ByteArrayInputStream(bytes), 10))
        .hasSize(5)
        .startsWith("a, [b] \"{\\", "c")
        .endsWith("in:4:1: is not a JSON object", "é")
        .element(2)
        .asString()
        .startsWith("in:3:");
    assertThatThrownBy(
            () -> records(layout, new ByteArrayInputStream(bytes, 0, bytes.length - 3), 10))
        .isInstanceOf(EOFException.class);
  }

  /// An array without an end is read as far as it is asked for, so memory does not depend on it.
  @Test
  void arraysAreStreamed() throws IOException {
    byte[] element =
        ("{\"text\":\n\"" + "x".repeat(1_000) + "\"},\n").getBytes(StandardCharsets.UTF_8);
    InputStream endless =
        new InputStream() {
          private long at = -1;

          @Override
          public int read() {
            return at++ < 0 ? '[' : element[(int) ((at - 1) % element.length)];
          }
        };
    FileLayout layout =
        new FileLayout(RecordFormat.JSONL, StandardCharsets.UTF_8, ',', true, false);
    assertThat(records(layout, endless, 10_000))
        .hasSizeGreaterThanOrEqualTo(10_000)
        .containsOnly("x".repeat(1_000));
  }

  @Test
  void requestsThatDoNotFitAreRefused() {
    InputStream in = new ByteArrayInputStream("{}".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(
            () -> FileLayout.of("a.jsonl", in, new FileLayout.Requested(null, null, ';')))
        .hasMessage("a.jsonl: is jsonl; --delimiter is for csv");
    assertThatThrownBy(() ->
            FileLayout.of(
                "a.parquet", in, new FileLayout.Requested(null, StandardCharsets.UTF_16LE, null)))
        .hasMessage("a.parquet: is parquet, which needs no --encoding");
  }
}
