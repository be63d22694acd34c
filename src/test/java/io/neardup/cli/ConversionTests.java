package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Json;
import io.neardup.cli.parquet.RowFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Clean files in another format than the input, and of several files.
class ConversionTests extends FilesTest {

  private static final String LINES =
      """
      {"id": 1, "text": "<1>", "n": 9007199254740993, "x": 1.50, "flag": true, "tags": ["a", null], "mixed": 1}
      {"id": 2, "text": "<2>, \\"quoted\\"", "n": null, "x": 2, "flag": null, "tags": null, "mixed": "b", "late": {"k": 1}}
      {"id": 3, "text": "<1>", "n": 1, "x": 1, "flag": false, "tags": [], "mixed": true}
      """
          .replace("<1>", FERRY)
          .replace("<2>", APPLES);

  private Path clean(Path in, String name, Object... options) {
    Path out = folder.resolve(name);
    Run.of(Stream.concat(Stream.of("dedupe", in, "-o", out), Stream.of(options)).toArray())
        .require(0);
    return out;
  }

  @Test
  void linesOfJsonBecomeCsvAndTsv() throws IOException {
    Path in = write("a.jsonl", LINES);
    assertThat(Files.readString(clean(in, "b.csv")))
        .isEqualTo(
            "id,text,n,x,flag,tags,mixed,late\n1,"
                + FERRY
                + ",9007199254740993,1.50,true,\"[\"\"a\"\",null]\",1,\n2,\""
                + APPLES
                + ", \"\"quoted\"\"\",,2,,,b,\"{\"\"k\"\":1}\"\n");
    assertThat(Files.readString(clean(in, "b.tsv")))
        .startsWith("id\ttext\tn\tx\tflag\ttags\tmixed\tlate\n");
  }

  @Test
  void linesOfJsonBecomeParquetAndLinesAgain() throws IOException {
    Path parquet = clean(write("a.jsonl", LINES), "b.parquet", "--annotate", "--keep", "kept");
    assertThat(RowFile.schema(parquet))
        .contains("optional int64 id;", "optional binary text (STRING);", "optional int64 n;")
        .contains("optional double x;", "optional boolean flag;", "optional binary tags (JSON);")
        .contains("optional binary mixed (STRING);", "optional binary late (JSON);")
        .contains("optional int64 group;", "optional boolean kept;", "optional double similarity;");
    assertThat(Files.readString(clean(parquet, "c.jsonl")).lines())
        .containsExactly(
            "{\"id\":1,\"text\":\""
                + FERRY
                + "\",\"n\":9007199254740993,\"x\":1.5,\"flag\":true,\"tags\":[\"a\",null],"
                + "\"mixed\":\"1\",\"late\":null,\"group\":1,\"group_size\":2,\"kept\":true,\"kind\":null,"
                + "\"similarity\":1.0,\"unique\":0.0}",
            "{\"id\":2,\"text\":\""
                + APPLES
                + ", \\\"quoted\\\"\",\"n\":null,\"x\":2.0,\"flag\":null,\"tags\":null,"
                + "\"mixed\":\"b\",\"late\":{\"k\":1},\"group\":null,\"group_size\":1,"
                + "\"kept\":true,\"kind\":null,\"similarity\":null,\"unique\":null}");
  }

  @Test
  void delimitedFilesBecomeLinesOfStrings() throws IOException {
    Path in =
        write("a.csv", "id;zip;text\n1;007;" + FERRY + "\n2;;\"" + APPLES + ";\n\"\"x\"\"\"\n");
    Path lines = clean(in, "b.jsonl.gz");
    assertThat(Run.of("dedupe", lines, "-q", "-o", "-").require(0).out())
        .isEqualTo(
            "{\"id\":\"1\",\"zip\":\"007\",\"text\":\""
                + FERRY
                + "\"}\n{\"id\":\"2\",\"zip\":\"\",\"text\":\""
                + APPLES
                + ";\\n\\\"x\\\"\"}\n");
    assertThat(Files.readString(clean(clean(in, "b.parquet"), "c.csv")))
        .isEqualTo("id,zip,text\n1,007," + FERRY + "\n2,,\"" + APPLES + ";\n\"\"x\"\"\"\n");
    assertThat(Files.readString(clean(write("a.txt", FERRY + "\n"), "d.jsonl")))
        .isEqualTo("{\"text\":\"" + FERRY + "\"}\n");
  }

  private static void fill(Group row) {
    row.append("id", -1L).append("text", FERRY).append("day", 20_000);
    row.append("price", Binary.fromConstantByteArray(new byte[] {0, 0, 0, 1, 2}));
    row.append("d", Double.NaN);
    row.append("blob", Binary.fromConstantByteArray(new byte[] {-1, 0}));
    Group tags = row.addGroup("tags");
    tags.addGroup("list").append("element", "one");
    tags.addGroup("list");
    row.addGroup("old").append("array", 1).append("array", 2);
    row.addGroup("nested").addGroup("inner").append("x", "deep");
    row.append("more", 7);
  }

  @Test
  void valuesOfParquetBecomeJson() throws IOException {
    Path in =
        RowFile.write(
            folder.resolve("a.parquet"),
            """
            message docs {
              required int64 id (INTEGER(64,false));
              optional binary text (STRING);
              optional int32 day (DATE);
              optional fixed_len_byte_array(5) price (DECIMAL(10,2));
              optional double d;
              optional binary blob;
              optional group tags (LIST) { repeated group list { optional binary element (STRING); } }
              optional group old (LIST) { repeated int32 array; }
              optional group nested { optional group inner { optional binary x (STRING); } }
              repeated int32 more;
            }
            """,
            ConversionTests::fill);
    assertThat(Files.readString(clean(in, "b.jsonl")))
        .isEqualTo(
            "{\"id\":18446744073709551615,\"text\":\""
                + FERRY
                + "\",\"day\":\"2024-10-04\",\"price\":2.58,\"d\":null,\"blob\":\"0xFF00\","
                + "\"tags\":[\"one\",null],\"old\":[1,2],\"nested\":{\"inner\":{\"x\":\"deep\"}},"
                + "\"more\":[7]}\n");
  }

  private static Consumer<Group> json(String value) {
    return row -> row.append("text", FERRY).append("j", value);
  }

  @Test
  void columnsOfJsonBecomeWhatTheyHaveAndOtherwiseStrings() throws IOException {
    Path in =
        RowFile.write(
            folder.resolve("a.parquet"),
            "message docs { required binary text (STRING); required binary j (JSON); }",
            json("[1.50, {}]"),
            json("\"s\""),
            json(""),
            json("{\"a\":1} x"),
            json("{\"a\":1,\"a\":2}"));
    assertThat(Files.readString(clean(in, "b.jsonl", "--annotate")).lines())
        .extracting(line -> line.replaceFirst(".*\"j\":(.*),\"group\":.*", "$1"))
        .containsExactly(
            "[1.50,{}]", "\"s\"", "\"\"", "\"{\\\"a\\\":1} x\"", "\"{\\\"a\\\":1,\\\"a\\\":2}\"");
  }

  @Test
  void recordsOfDifferentFieldsAndFaultyOnesAreConverted() throws IOException {
    Path in = write("a.jsonl", "{\"text\":\"" + FERRY + "\"}\n{]\n{\"text\":\"x\",\"n\":1}\n");
    Path out = folder.resolve("b.csv");
    Run.of("dedupe", in, "-o", out, "--on-error", "skip").require(3);
    assertThat(Files.readString(out)).isEqualTo("text,n\n" + FERRY + ",\nx,1\n");
  }

  /// As an array, whatever the input is.
  @ParameterizedTest
  @ValueSource(strings = {"a.jsonl", "b.csv", "b.parquet", "b.json"})
  void whatIsNamedJsonIsAnArray(String name) throws IOException {
    Path lines = write("a.jsonl", LINES);
    Path in = name.equals("a.jsonl") ? lines : clean(lines, name);
    Path dropped = folder.resolve("d.json");
    for (String output : List.of("c.json", "c.x.JSON.gz")) {
      Path out = clean(in, output, "--dropped", dropped, "--text", "text", "--force");
      try (InputStream all = Files.newInputStream(out);
          InputStream json = output.endsWith(".gz") ? new GZIPInputStream(all) : all) {
        JsonNode array = Json.read(new String(json.readAllBytes(), StandardCharsets.UTF_8));
        assertThat(array).hasSize(2);
        assertThat(array.get(1).get("text").asString()).isEqualTo(APPLES + ", \"quoted\"");
      }
    }
    assertThat(Json.read(Files.readString(dropped))).hasSize(name.equals("a.jsonl") ? 1 : 0);
    assertThat(Run.of("groups", in, "-q", "--text", "text").require(0).out()).doesNotContain("[");
  }

  @Test
  void outputsOfUnknownExtensionsAreRefused() throws IOException {
    Path in = write("a.csv", "id,text\n1," + FERRY + "\n");
    for (String name : List.of("b.xlsx", "b.xml.gz", "b.h5")) {
      assertThat(Run.of("dedupe", in, "-o", folder.resolve(name)).require(1).err())
          .contains(name + ": .", "is no format that is written; name it .jsonl, .json (an array),")
          .doesNotContain("is read from column"); // before anything is read
      assertThat(Run.of("groups", in, "-o", folder.resolve(name)).require(1).err())
          .contains("is no format that is written");
      assertThat(folder.resolve(name)).doesNotExist();
    }
    for (String name : List.of("b", "b.log", "b.gz", "b.2026", ".hidden", "c.x.csv")) {
      Path out = clean(in, name);
      assertThat(Run.of("fingerprint", out, "-q", "--input-format", "csv").require(0).lines())
          .hasSize(1);
    }
    Path other = write("a.records", FERRY + "\n");
    assertThat(clean(other, "b.records", "--input-format", "lines")).hasContent(FERRY);
  }

  @Test
  void aHeaderWithoutRecordsIsConverted() throws IOException {
    Path in = write("a.csv", "id,text\n");
    assertThat(clean(in, "b.tsv")).hasContent("id\ttext\n");
    assertThat(clean(clean(in, "b.parquet"), "c.parquet", "--id", "id", "--text", "text")).exists();
  }

  @Test
  void whatCannotBeConvertedIsRefused() throws IOException {
    Path in = write("a.jsonl", LINES);
    assertThat(Run.of("dedupe", in, "-o", folder.resolve("b.txt")).require(1).err())
        .contains("b.txt: jsonl is not converted to plain lines");
    Path half = write("half.jsonl", "{\"text\":\"" + FERRY + "\", \"x\":\"\\ud800\"}\n");
    for (String name : List.of("b.csv", "b.parquet")) {
      Path out = folder.resolve(name);
      assertThat(Run.of("dedupe", half, "-o", out, "--text", "text").require(1).err())
          .contains("half of a surrogate pair");
      assertThat(out).doesNotExist();
      assertThat(Run.of("dedupe", in, "-o", out, "--passages", "strip").require(1).err())
          .contains(name + ": --passages strip needs an output of the format of the input");
    }
    Path empty = write("empty.jsonl", "");
    assertThat(Run.of("dedupe", empty, "-o", folder.resolve("b.parquet")).require(1).err())
        .contains("b.parquet: Parquet needs columns, and there are no records");
  }

  @ParameterizedTest
  @CsvSource({"a.csv, c.csv", "a.csv, c.parquet", "a.csv, c.x.csv.gz", "a.jsonl, c.jsonl"})
  void shardsHaveANumberOfRecords(String name, String output) throws IOException {
    StringBuilder rows = new StringBuilder(name.equals("a.csv") ? "id,text\n" : "");
    List<String> texts = Records.some(30, 4).texts();
    for (int i = 0; i < texts.size(); i++) {
      rows.append(
          name.equals("a.csv")
              ? i + "," + texts.get(i) + "\n"
              : "{\"id\":\"" + i + "\",\"text\":\"" + texts.get(i) + "\"}\n");
    }
    Path in = write(name, rows.toString());
    Path whole = clean(in, "whole.csv");
    int kept = (int) Files.readString(whole).lines().count() - 1;
    clean(in, output, "--shard-rows", 8);
    assertThat(folder.resolve(output)).doesNotExist();
    List<Path> shards;
    try (Stream<Path> all = Files.list(folder)) {
      shards = all.filter(file -> file.getFileName().toString().startsWith("c")).sorted().toList();
    }
    assertThat(shards).hasSize((kept + 7) / 8);
    assertThat(shards.get(1).getFileName())
        .hasToString(output.replaceFirst("(\\.\\w+(\\.gz)?)$", "-00001$1"));
    Object[] all = Stream.concat(Stream.of("fingerprint", "-q"), shards.stream()).toArray();
    assertThat(Run.of(all).require(0).out())
        .isEqualTo(Run.of("fingerprint", "-q", whole).require(0).out());
    assertThat(Run.of("fingerprint", "-q", shards.getFirst()).lines()).hasSize(8);
    Object[] again = {"dedupe", in, "-o", folder.resolve(output), "--shard-rows", 8};
    assertThat(Run.of(again).require(1).err()).contains("-00000", "is there already");
    Object[] longer = {"dedupe", in, "-o", folder.resolve(output), "--shard-rows", 100, "--force"};
    assertThat(Run.of(longer).require(1).err()).contains("-00000", "is there already");
    Files.delete(shards.getFirst());
    assertThat(Run.of(longer).require(1).err())
        .doesNotContain("is read from column") // before anything is read
        .contains("-00001", "move all files", "(--force does not replace them)");
    assertThat(Run.unfinished(folder)).isEmpty();
  }

  @Test
  void columnsWhoseNamesDifferInTabsAloneAreRefused() throws IOException {
    Path in = write("a.jsonl", "{\"text\":\"" + FERRY + "\",\"a\\tb\":1,\"a b\":2}\n");
    Path out = folder.resolve("b.tsv");
    assertThat(Run.of("dedupe", in, "-o", out).require(1).err())
        .contains("columns 'a\tb' and 'a b' would have the same name in tsv", "write csv or jsonl");
    assertThat(out).doesNotExist();
    clean(in, "b.csv");
  }

  @Test
  void shardsReplaceNoOtherFile() throws IOException {
    Path in = write("c-00000.jsonl", "{\"text\":\"" + FERRY + "\"}\n");
    Path out = folder.resolve("c.jsonl");
    assertThat(Run.of("dedupe", in, "-o", out, "--shard-rows", 1, "--force").require(1).err())
        .contains("c-00000.jsonl: is there already");
    Path dropped = folder.resolve("d-00000.jsonl");
    Object[] twice = {
      "dedupe", in, "-o", folder.resolve("d.jsonl"), "--shard-rows", 1, "--dropped", dropped
    };
    assertThat(Run.of(twice).require(1).err())
        .contains("d-00000.jsonl: is the name of two outputs");
    assertThat(Run.of("dedupe", in, "-o", "-", "--shard-rows", 1).require(1).err())
        .contains("--shard-rows needs the name of a file");
    assertThat(Run.of("dedupe", in, "-o", out, "--shard-rows", -1).require(2).err())
        .contains("--shard-rows must be 1 or more");
  }

  @Test
  void numbersThatDoublesWouldChangeBecomeStringsInParquet() throws IOException {
    String line = "{\"id\":%d,\"text\":\"%s\",\"n\":%s,\"m\":%s}\n";
    String lines =
        line.formatted(1, FERRY, "9007199254740993", "1e400")
            + line.formatted(2, APPLES, "1.5", "1");
    Path parquet = clean(write("a.jsonl", lines), "b.parquet");
    assertThat(Files.readString(clean(parquet, "c.jsonl")))
        .contains("\"n\":\"9007199254740993\"", "\"n\":\"1.5\"", "\"m\":\"1\"")
        .doesNotContain("null");
    String small = line.formatted(1, FERRY, "1e-400", "0e-400");
    assertThat(RowFile.schema(clean(write("d.jsonl", small), "d.parquet")))
        .contains("optional binary n (STRING);", "optional double m;");
  }

  @Test
  void addedColumnsAreWrittenAlikeWithConversionAndWithout() throws IOException {
    String lines = "{\"text\":\"" + FERRY + "\"}\n";
    Path converted = clean(write("a.jsonl", lines + lines), "b.csv", "--annotate");
    Path csv = write("c.csv", "text\n" + FERRY + "\n" + FERRY + "\n");
    assertThat(converted).hasSameTextualContentAs(clean(csv, "d.csv", "--annotate"));
  }
}
