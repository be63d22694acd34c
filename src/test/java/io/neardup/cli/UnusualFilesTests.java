package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Files with unusual line ends, zeros and first lines are read as they are meant, or refused with
/// what is wrong.
class UnusualFilesTests {

  private static final String GREETING =
      "Dear reader of our weekly letter and welcome to this issue";
  private static final String FERRY =
      "The harbour office reports that the ferry to the northern island leaves at eight in the"
          + " morning and returns at six in the evening on all working days";
  private static final String APPLES =
      "Farmers in the valley expect a smaller harvest of apples this autumn because frost in late"
          + " April damaged the blossom on most of the trees";

  @TempDir private Path folder;

  private Path write(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  /// The clean file of a file.
  private String clean(Path in) throws IOException {
    Path out = folder.resolve("clean-" + in.getFileName());
    Run.of("dedupe", in, "-o", out).require(0);
    return Files.readString(out);
  }

  private String error(Path in, Object... options) {
    return Run.of(
            Stream.concat(Stream.of("dedupe", in, "-q", "--dry-run"), Stream.of(options)).toArray())
        .require(1)
        .err();
  }

  /// Columns that are named need no record that can be read.
  @Test
  void theFirstFileMayHaveUnreadableRecordsOnly() throws IOException {
    Path bad = write("bad.jsonl", "{bad\n");
    String good = "{\"id\": 1, \"text\": \"" + FERRY + "\"}\n";
    Path in = write("in.jsonl", good);
    Run skipped =
        Run.of("dedupe", bad, in, "-o", "-", "--on-error", "skip", "--text", "text").require(3);
    assertThat(skipped.out()).isEqualTo(good);
    assertThat(skipped.err()).contains("2 records in 0 groups", "1 kept, 0 dropped, 1 skipped");
    assertThat(error(bad, "--on-error", "skip")).contains("bad.jsonl:1:2: is not JSON");
    Path list = folder.resolve("dropped.csv");
    assertThat(error(bad, "--text", "text", "--on-error", "skip", "--dropped", list))
        .contains("bad.jsonl:1:2: is not JSON"); // the column of ids is not known
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.csv", "a.tsv", "a.txt"})
  void returnsInFieldsAreKept(String name) throws IOException {
    String lines =
        "id,text\n1,G\rF\n2,G\rA\n3,A new path opens next week\n"
            .replace("G", GREETING)
            .replace("F", FERRY);
    Path in =
        write(
            name,
            lines.replace("\rA", "\r" + APPLES).replace(',', name.endsWith("tsv") ? '\t' : ','));
    assertThat(clean(in)).isEqualTo(Files.readString(in));
  }

  @Test
  void textBehindAQuotedFieldIsRefused() throws IOException {
    Path in = write("a.csv", "id,text\n1,\"" + GREETING + "\"\r" + FERRY + "\n");
    assertThat(error(in)).contains("a.csv:2: is not as in RFC 4180: a field that begins");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.csv", "a.tsv", "a.txt", "a.jsonl"})
  void returnsAloneEndLinesOfAFileWithoutLineFeeds(String name) throws IOException {
    String lines =
        switch (name) {
          case "a.jsonl" -> "{\"text\":\"F\"}\n{\"text\":\"F again\"}\n{\"text\":\"A\"}\n";
          case "a.txt" -> "F\nF again\nA\n";
          default ->
              "id,text\n1,F\n2,F again\n3,A\n".replace(',', name.endsWith("tsv") ? '\t' : ',');
        };
    String text = lines.replace("F", FERRY).replace("A", APPLES);
    Path in = write(name, text.replace('\n', '\r'));
    assertThat(clean(in))
        .isEqualTo(clean(write("lf-" + name, text)))
        .hasLineCount((int) text.lines().count() - 1);
    assertThat(Run.of("dedupe", in, "--dry-run").require(0).err())
        .contains("is read with CR at the ends of lines");
    assertThat(Run.of("dedupe", in, "-o", "-").require(0).err())
        .contains("the clean file has LF at the ends of lines");
  }

  @Test
  void filesWithDifferentLineEndsMakeOneCleanFile() throws IOException {
    Path returns = write("a.csv", "id,text\r1," + FERRY + "\r2," + APPLES + "\r");
    Path feeds = write("b.csv", "id,text\n3," + GREETING + "\rx\n");
    String both = "id,text\n1," + FERRY + "\n2," + APPLES + "\n3," + GREETING + "\rx\n";
    assertThat(Run.of("dedupe", returns, feeds, "-o", "-").require(0).out()).isEqualTo(both);
    assertThat(Run.of("dedupe", feeds, returns, "-o", "-").require(0).out().lines().toList())
        .containsExactlyInAnyOrderElementsOf(both.lines().toList());
  }

  /// Of a file whose first line is longer than what is read to recognise its layout.
  @ParameterizedTest
  @CsvSource({
    "a.txt, W\\rW, second line",
    "a.jsonl, '{\"text\":\\r\"WW\"}', '{\"text\":\"second line\"}'"
  })
  void returnsInALongFirstLineAreKept(String name, String first, String second) throws IOException {
    String words = "word ".repeat(40_000);
    String line = first.translateEscapes().replace("W", words);
    Path in = write(name, line + "\n" + second + "\n");
    assertThat(clean(in)).isEqualTo(Files.readString(in));
    Path returns = write("r-" + name, (second + "\r").repeat(30_000) + line.replace("\r", ""));
    assertThat(clean(returns)).isEqualTo(second + "\n" + line.replace("\r", "") + "\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.csv", "a.tsv"})
  void rowsOfEmptyFieldsAreRecords(String name) throws IOException {
    String rows = "id\ttext\tnote\n1\t" + FERRY + "\tx\n\t\t\n2\t" + APPLES + "\ty\n";
    Path in = write(name, rows + " \n\n");
    assertThat(clean(in)).isEqualTo(rows);
    assertThat(Run.of("dedupe", in, "-o", "-", "--annotate").require(0).lines()).hasSize(4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.csv,", "a.tsv\t"})
  void recordsWithAnEmptyIdAreNamedByTheirLine(String file) throws IOException {
    String name = file.substring(0, file.length() - 1);
    String rows = "id,text\n,F\n,F\n".replace(',', file.charAt(name.length()));
    Path in = write(name, rows.replace("F", FERRY));
    Path dropped = folder.resolve("dropped.jsonl");
    Run.of("dedupe", in, "--dry-run", "--dropped", dropped).require(0);
    assertThat(dropped)
        .content()
        .startsWith("{\"id\": \"" + in + ":3\", \"kept\": \"" + in + ":2\"");
  }

  @Test
  void theOrderOfBytesMustBeKnown() throws IOException {
    Path in = folder.resolve("a.txt");
    for (String encoding : List.of("UTF-16", "UTF-32")) {
      Files.write(in, FERRY.getBytes(Charset.forName(encoding + "LE")));
      String message =
          "a.txt: has no byte order mark of %1$s; name the encoding %1$sLE or %1$sBE"
              .formatted(encoding);
      assertThat(error(in, "--encoding", encoding)).contains(message);
      assertThat(Run.of("compare", in, in, "--encoding", encoding).require(1).err())
          .contains(message);
      Files.write(in, ("\uFEFF" + FERRY).getBytes(Charset.forName(encoding + "LE")));
      assertThat(Run.of("dedupe", in, "-o", "-", "--encoding", encoding).require(0).out())
          .isEqualTo(FERRY + "\n");
    }
  }

  @Test
  void anArrayThatEndsLikeAnObjectIsRefused() throws IOException {
    Path in = write("a.json", "[{\"id\":\"a\",\"text\":\"x\"}}\n");
    assertThat(error(in)).contains("a.json: is no JSON array: it ends with } in place of ]");
  }

  @Test
  void zerosDoNotChangeTheEncoding() throws IOException {
    String lines = FERRY + "\n" + FERRY + " again\n" + APPLES + "\n";
    Path in = write("a.txt", lines.replace("working", "work\0ing"));
    Run run = Run.of("dedupe", in, "-o", "-").require(0);
    assertThat(run.out()).hasLineCount(2).contains("work\0ing", APPLES);
    assertThat(run.err()).doesNotContain("UTF-16");
    Path late = write("late.txt", (FERRY + "\n").repeat(900) + "\0" + (FERRY + "\n").repeat(900));
    assertThat(Run.of("fingerprint", late, "-q").require(0).lines()).hasSize(1_800);
    Path end = write("a.jsonl", "{\"text\":\"" + FERRY + "\"}\n\0");
    assertThat(Run.of("fingerprint", end, "-q").require(0).lines()).hasSize(1);
  }

  @Test
  void aComparisonSaysInWhichEncodingItReads() throws IOException {
    Path in = folder.resolve("a.txt");
    Files.write(in, "La bibliothèque est fermée à midi\n".getBytes(StandardCharsets.UTF_16));
    Path plain = write("b.txt", FERRY);
    assertThat(Run.of("compare", in, plain).require(0).err())
        .isEqualTo(in + " is read in UTF-16BE (--encoding)\n");
    Object[] named = {"compare", in, in, "--encoding", "UTF-16"};
    assertThat(Run.of(named).require(0).err()).isEmpty();
    assertThat(Run.of("compare", in, plain, "-q").require(0).err()).isEmpty();
  }

  /// What was guessed may be the cause of a fault, which is all that a quiet command prints.
  @Test
  void faultsSayHowTheFileIsRead() throws IOException {
    Path utf16 = folder.resolve("a.csv");
    Files.write(utf16, ("\uFEFFid;text\n1;" + FERRY + "\n2\n").getBytes(StandardCharsets.UTF_16LE));
    String asRead =
        "; the file is read in UTF-16LE (--encoding), with ';' between fields (--delimiter)";
    assertThat(error(utf16))
        .contains("a.csv:3: must have 2 fields, as the header has; had 1" + asRead);
    assertThat(error(utf16, "--text", "body"))
        .contains("a.csv:1: has no column 'body'; it has id, text" + asRead);
    Path names = write("b.csv", "a;b\n1;2\n");
    assertThat(error(names))
        .contains("there are a, b; name it by --text; the file is read with ';' between fields");
  }

  @Test
  void aFirstLineOfExcelNamesTheDelimiter() throws IOException {
    for (String line : List.of("sep=;\r\n", "\"sep=;\"\n", "SEP=;\n", "\uFEFFsep=;\r\n")) {
      String rows = "id;text\r\n1;\"" + FERRY + ", x\"\r\n2;" + APPLES + "\r\n";
      Path in = write("a.csv", line + rows);
      assertThat(Run.of("dedupe", in, "-o", "-").require(0).out())
          .isEqualTo((line + rows).replace("\uFEFF", ""));
    }
    Path other = write("f.csv", "sep=;\nid;text\n1;" + FERRY + "\n");
    Run.of("dedupe", other, "--dry-run", "--delimiter", ";").require(0);
    assertThat(error(other, "--delimiter", "tab"))
        .contains(
            "f.csv: its first line names ';' as the delimiter, --delimiter a tab; remove one");
    Path bar = write("b.csv", "sep=^\nid^text\n1^" + FERRY + "\n2\n");
    assertThat(error(bar)).contains("b.csv:4: must have 2 fields");
    Path alone = write("c.csv", "sep=,\n");
    assertThat(error(alone)).contains("c.csv:2: is empty; the first line must name the columns");
    Path plain = write("d.csv", "id;text\n3;" + GREETING + "\n");
    assertThat(
            Run.of("dedupe", write("e.csv", "sep=;\nid;text\n1;" + FERRY + "\n"), plain, "-o", "-")
                .require(0)
                .out())
        .startsWith("sep=;\nid;text\n1;")
        .hasLineCount(4);
  }

  @Test
  void quotedTsvIsRefusedWithTheRemedy() throws IOException {
    Path header = write("a.tsv", "\"id\"\t\"text\"\n\"1\"\t\"" + FERRY + "\"\n");
    assertThat(error(header))
        .contains("a.tsv:1: has quotes around the names of columns; tsv has no quotes: read a file")
        .contains("--input-format csv");
    assertThat(Run.of("fingerprint", header, "-q", "--input-format", "csv").require(0).lines())
        .hasSize(1);
    Path row = write("b.tsv", "id\ttext\n1\t\"a\tb\"\n");
    assertThat(error(row))
        .contains("b.tsv:2: must have 2 fields, as the header has; had 3; tsv has no quotes");
  }

  @Test
  void binaryFilesAreRefused() throws IOException {
    Path zip = folder.resolve("a.csv");
    Files.write(
        zip, Files.readAllBytes(Path.of("src/test/resources/files/zstd-two-frames.jsonl.zst")));
    byte[] bytes = Files.readAllBytes(zip);
    bytes[0] = 'P';
    Files.write(zip, bytes);
    assertThat(error(zip)).contains("a.csv: is not text in UTF-8: it has control characters");
  }

  @Test
  void fieldsThatAreNotThereAreNamedWithThoseThatAre() throws IOException {
    Path in = write("a.jsonl", "{\"id\":1,\"data\":{\"text\":\"" + FERRY + "\"}}\n");
    assertThat(error(in, "--text", "data.texts"))
        .contains(
            "none of the first records has a column 'data.texts' (--text); they have id, data,"
                + " data.text");
  }
}
