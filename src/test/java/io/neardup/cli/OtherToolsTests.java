package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.cli.corpus.FilePass;
import io.neardup.cli.files.FileLayout;
import io.neardup.cli.files.InputFile;
import io.neardup.cli.files.InputFiles;
import io.neardup.cli.files.RecordBatch;
import io.neardup.cli.files.RecordSource;
import io.neardup.records.RecordFields;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Files that other programs wrote; src/test/resources/files/README.md names them.
class OtherToolsTests {

  private static final Path FILES = Path.of("src/test/resources/files");
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final Pattern ENCODING =
      Pattern.compile("cp1252|windows-1251|gb18030|utf-16[bl]e");

  @TempDir private Path folder;

  static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(FILES)) {
      return files.filter(file -> !file.toString().matches(".*\\.(py|md)")).sorted().toList();
    }
  }

  private static List<String> expected(Path file) throws IOException {
    String name = file.getFileName().toString();
    if (name.contains(".chinese.")) {
      return List.of("t0:今天天气很好，我们去公园玩；明天再来。", "t1:这是一个简短的中文测试文本，用来检查编码。");
    }
    if (name.contains(".russian.")) {
      return List.of(
          "t0:Привет, это простой текст на русском языке; для проверки.",
          "t1:Сегодня хорошая погода.");
    }
    return ofArray(FILES.resolve("python-ascii.json"));
  }

  /// The encoding that is to be named, as no byte order mark shows it.
  private static Optional<String> encoding(Path file) {
    Matcher named = ENCODING.matcher(file.getFileName().toString());
    return named.find() ? Optional.of(named.group().replace("cp", "windows-")) : Optional.empty();
  }

  private static Stream<Object> encodingOptions(Path file) {
    return encoding(file).stream().flatMap(name -> Stream.of("--encoding", name));
  }

  private static List<String> ofArray(Path file) throws IOException {
    List<String> records = new ArrayList<>();
    for (JsonNode row : JSON.readTree(Files.readAllBytes(file))) {
      records.add(row.get("id").asString() + ":" + row.get("text").asString());
    }
    return records;
  }

  /// The records as `id:text`.
  private static List<String> read(Path path) throws Exception {
    return read(path, null);
  }

  private static List<String> read(Path path, @Nullable String encoding) throws Exception {
    List<String> records = new ArrayList<>();
    try (InputFiles files =
        InputFiles.of(
            List.of(path.toString()),
            List.of(),
            new ByteArrayInputStream(new byte[0]),
            new FileLayout.Requested(
                null, encoding == null ? null : Charset.forName(encoding), null),
            false,
            _ -> {})) {
      InputFile file = files.files().getFirst();
      try (RecordSource source = FilePass.open(file)) {
        source.read(source.columns().choose(null, null, true, _ -> {}));
        for (RecordBatch batch = source.next(); batch != null; batch = source.next()) {
          for (int i = 0; i < batch.size(); i++) {
            RecordFields fields = batch.read(i);
            records.add(fields.id() + ":" + fields.text());
          }
        }
      }
    }
    return records;
  }

  @ParameterizedTest
  @MethodSource("files")
  void recordsAreThoseThatWereWritten(Path file) throws Exception {
    assertThat(read(file, encoding(file).orElse(null))).isEqualTo(expected(file));
  }

  @ParameterizedTest
  @MethodSource("files")
  void cleanFilesHaveTheSameRecords(Path file) throws Exception {
    Path clean = folder.resolve(file.getFileName());
    Path dropped = folder.resolve("dropped.csv");
    Run.of(
            Stream.concat(
                    Stream.of("dedupe", file, "-o", clean, "--dropped", dropped),
                    encodingOptions(file))
                .toArray())
        .require(0);
    List<String> kept = new ArrayList<>(expected(file));
    if (kept.size() == 5) {
      kept.remove(1);
      assertThat(Files.readAllLines(dropped)).hasSize(2).last().asString().startsWith("t1,t0,");
    }
    assertThat(read(clean)).isEqualTo(kept);
    if (clean.toString().endsWith(".json")) {
      assertThat(ofArray(clean)).isEqualTo(kept);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "python-semicolon.csv # with ';' between fields (--delimiter)",
        "python-utf-16.csv # in UTF-16LE (--encoding), with a tab between fields (--delimiter)",
        "jq-slurp.json # as a JSON array"
      })
  void whatIsUnusualIsReportedOnce(String name, String unusual) {
    Path file = FILES.resolve(name.strip());
    Run run = Run.of("dedupe", file, "--dry-run").require(0);
    assertThat(
            run.err()
                .lines()
                .filter(line -> line.contains(" is read ") && !line.contains(" column ")))
        .singleElement()
        .asString()
        .startsWith(file + " is read " + unusual.strip());
    assertThat(Run.of("dedupe", FILES + "/python-no*", "--dry-run").require(0).err())
        .doesNotContain("newline.jsonl is read ");
  }

  @Test
  void pipesAreRecognisedAsFilesAre() throws IOException {
    for (String name : List.of("python-indent-utf-16.json", "zstd-two-frames.jsonl.zst")) {
      byte[] content = Files.readAllBytes(FILES.resolve(name));
      assertThat(Run.with(content, "fingerprint", "-").require(0).lines()).hasSize(5);
      assertThat(Run.with(content, "dedupe", "-", "-o", "-").require(0).lines()).hasSize(4);
    }
    byte[] csv = Files.readAllBytes(FILES.resolve("python-cp1252.csv"));
    Object[] named = {"fingerprint", "-", "--input-format", "csv", "--encoding", "windows-1252"};
    assertThat(Run.with(csv, named).require(0).lines()).hasSize(5);
  }

  @Test
  void arraysBecomeLinesUnlessTheOutputIsNamedJson() throws IOException {
    Path array = FILES.resolve("python-indent.json");
    Path lines = folder.resolve("clean.jsonl");
    Run.of("dedupe", array, "-o", lines).require(0);
    assertThat(Files.readAllLines(lines))
        .hasSize(4)
        .allSatisfy(line -> assertThat(JSON.readTree(line).get("text").isString()).isTrue());
    Path none = Files.writeString(folder.resolve("none.json"), " [ ]\n");
    Path clean = folder.resolve("clean.json");
    Run.of("dedupe", none, "-o", clean).require(0);
    assertThat(JSON.readTree(Files.readAllBytes(clean))).isEmpty();
  }

  @Test
  void emptyFilesAreCorporaWithoutRecords() throws IOException {
    for (String name : List.of("a.jsonl", "a.txt", "a.json", "a.jsonl.gz")) {
      Path empty = Files.createFile(folder.resolve(name));
      assertThat(Run.of("dedupe", empty, "-o", "-", "--max-distance", 3).require(0).out())
          .as(name)
          .isEmpty();
    }
    Path header = Files.writeString(folder.resolve("a.csv"), "id;text");
    assertThat(Run.of("dedupe", header, "-o", "-").require(0).out()).isEqualTo("id;text\n");
    Path csv = Files.createFile(folder.resolve("b.csv"));
    assertThat(Run.of("dedupe", csv, "-o", "-").require(1).err())
        .contains("b.csv:1: is empty; the first line must name the columns");
  }

  @Test
  void comparedTextsMayHaveOtherEncodings() throws IOException {
    String text = "Die Vögel zwitschern früh am Morgen über den Dächern";
    Path one = Files.writeString(folder.resolve("a.txt"), "\uFEFF" + text);
    Path other = Files.write(folder.resolve("b.txt"), ("\uFEFF" + text).getBytes("UTF-32LE"));
    Path utf16 = Files.write(folder.resolve("c.txt"), text.getBytes("UTF-16"));
    for (Path file : List.of(other, utf16)) {
      assertThat(Run.of("compare", one, file).require(0).out()).contains("\"distance\": 0");
    }
    Path unclear = Files.write(folder.resolve("d.txt"), "ein Müller".getBytes("windows-1252"));
    assertThat(Run.of("compare", one, unclear).require(1).err())
        .contains("d.txt: is not UTF-8; name the encoding of the file by --encoding");
    Run.of("compare", unclear, unclear, "--encoding", "windows-1252").require(0);
  }
}
