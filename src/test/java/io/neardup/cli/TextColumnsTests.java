package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.cli.parquet.RowFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Texts of several columns, inside objects and in arrays, and records without a text.
class TextColumnsTests extends FilesTest {

  private static final String SCHEMA =
      """
      message docs {
        optional binary id (STRING);
        optional binary title (STRING);
        optional group doc {
          optional binary body (STRING);
          optional group parts (LIST) { repeated group list { optional binary element (STRING); } }
        }
      }
      """;

  private static String json(String id, String title, String body) {
    return "{\"id\":\"" + id + "\",\"title\":" + title + ",\"doc\":{\"body\":" + body + "}}\n";
  }

  private static String quoted(String text) {
    return "\"" + text + "\"";
  }

  /// The fingerprint of a single text.
  private static String fingerprint(String text) {
    return fingerprints(Run.with(text.getBytes(), "fingerprint", "-", "--input-format", "lines"))
        .getFirst();
  }

  private static List<String> fingerprints(Run run) {
    return run.require(0).lines().stream()
        .map(line -> line.replaceAll(".*\"fingerprint\": \"(\\w+)\".*", "$1"))
        .toList();
  }

  private static List<String> ids(Run run) {
    return run.require(0).lines().stream()
        .map(line -> line.replaceAll(".*?\"id\": ?\"(.*?)\".*", "$1"))
        .toList();
  }

  @Test
  void columnsAreJoinedInTheOrderOfTheOption() throws IOException {
    String both = fingerprint(FERRY + " " + APPLES);
    Path jsonl = write("a.jsonl", json("1", quoted(FERRY), quoted(APPLES)));
    Path array = write("b.jsonl", json("1", "null", "[\"" + FERRY + "\",null,\"" + APPLES + "\"]"));
    Path csv = write("c.csv", "title,n,body\n" + FERRY + ",1," + APPLES + "\n");
    Path parquet =
        RowFile.write(
            folder.resolve("d.parquet"),
            SCHEMA,
            row -> {
              row.append("title", FERRY);
              row.addGroup("doc").append("body", APPLES);
            },
            row -> {
              var parts = row.addGroup("doc").addGroup("parts");
              parts.addGroup("list").append("element", FERRY);
              parts.addGroup("list");
              parts.addGroup("list").append("element", APPLES);
            });
    assertThat(fingerprints(Run.of("fingerprint", jsonl, "-q", "--text", "title,doc.body")))
        .containsExactly(both);
    assertThat(fingerprints(Run.of("fingerprint", array, "-q", "--text", "title,doc.body")))
        .containsExactly(both);
    assertThat(fingerprints(Run.of("fingerprint", csv, "-q", "--text", "title,body")))
        .containsExactly(both);
    assertThat(
            fingerprints(
                Run.of("fingerprint", parquet, "-q", "--text", "title,doc.body,doc.parts")))
        .containsExactly(both, both);
    assertThat(fingerprints(Run.of("fingerprint", jsonl, "-q", "--text", "doc.body")))
        .containsExactly(fingerprint(APPLES));
    assertThat(ids(Run.of("fingerprint", jsonl, "-q", "--text", "title", "--id", "doc.body")))
        .containsExactly(APPLES);
  }

  @Test
  void spacesAroundCommasDoNotCountUnlessTheyAreOfTheName() throws IOException {
    Path in = write("a.jsonl", "{\"a\": \"x\", \"b\": \"y\"}\n");
    Path csv = write("a.csv", "a, b\nx,y\n");
    String expected = Run.of("fingerprint", in, "-q", "--text", "a,b").require(0).out();
    assertThat(Run.of("fingerprint", in, "-q", "--text", " a , b").require(0).out())
        .isEqualTo(expected);
    assertThat(fingerprints(Run.of("fingerprint", csv, "-q", "--text", "a, b").require(0)))
        .isEqualTo(fingerprints(Run.of("fingerprint", in, "-q", "--text", "a,b")));
  }

  @Test
  void aColumnOfTextsWithoutWordsIsNamedWithOthers() throws IOException {
    Path in = write("in.csv", "id,title,body,n\n1,one,,5\n2,two,?!,6\n");
    assertThat(Run.of("dedupe", in, "--dry-run").require(0).err())
        .contains(
            "warning: no record has words in column 'body' (--text), so none has near-duplicates;"
                + " other columns have words: title\n");
    assertThat(Run.of("dedupe", in, "--dry-run", "--text", "title,body").require(0).err())
        .doesNotContain("warning");
    Path empty = write("empty.jsonl", "");
    Path json = write("in.jsonl", "{\"text\": \"?!\", \"note\": \"one\"}\n");
    Path bad =
        write("bad.jsonl", Files.readString(json) + "{bad\n[1]\n{\"text\": 1, \"x\": \"two\"}\n");
    assertThat(Run.of("dedupe", bad, "--dry-run", "--on-error", "skip").require(3).err())
        .contains("other columns have words: note\n");
    assertThat(Run.of("dedupe", empty, json, "--dry-run").require(0).err())
        .contains("no record has words in column 'text'", "other columns have words: note\n");
    Path lines = write("in.txt", "?\n");
    assertThat(Run.of("groups", lines).require(0).err()).contains("no record has words");
  }

  @Test
  void aNameWithACommaIsAColumn() throws IOException {
    Path csv = write("c.csv", "\"a,b\",a\n" + FERRY + ",x\n");
    assertThat(fingerprints(Run.of("fingerprint", csv, "-q", "--text", "a,b")))
        .containsExactly(fingerprint(FERRY));
  }

  private Path nulls(String name) throws IOException {
    String path = folder.resolve(name).toString();
    if (name.endsWith(".parquet")) {
      return RowFile.write(
          Path.of(path),
          SCHEMA,
          row -> row.append("id", "1").append("title", FERRY),
          row -> row.append("id", "2"),
          row -> row.append("id", "3").append("title", FERRY),
          row -> row.append("id", "4").append("title", ""));
    }
    return write(
        name,
        name.endsWith(".csv")
            ? "id,title\n1," + FERRY + "\n2,\n3," + FERRY + "\n4,\n"
            : json("1", quoted(FERRY), "0")
                + "{\"id\":\"2\"}\n"
                + json("3", quoted(FERRY), "0")
                + json("4", "\"\"", "0"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.jsonl", "a.csv", "a.parquet"})
  void textsThatAreNullAreKeptOrDropped(String name) throws IOException {
    Path in = nulls(name);
    Path out = folder.resolve("out-" + name);
    Run kept = Run.of("dedupe", in, "-o", out, "--text", "title", "--null", "keep").require(0);
    assertThat(kept.err()).contains("4 records in 1 group of near-duplicates: 3 kept, 1 dropped");
    assertThat(ids(Run.of("fingerprint", out, "-q", "--text", "title", "--null", "keep")))
        .containsExactly("1", "2", "4");
    Run dropped =
        Run.of("dedupe", in, "-o", out, "--force", "--text", "title", "--null", "drop").require(0);
    assertThat(dropped.err())
        .contains("4 records in 1 group of near-duplicates: 1 kept, 1 dropped\n")
        .contains("2 records have no text and were dropped")
        .doesNotContain("skipped");
    assertThat(ids(Run.of("fingerprint", out, "-q", "--text", "title"))).containsExactly("1");
    Run stripped = Run.line("dedupe --dry-run --text title --null keep --passages strip", in);
    assertThat(stripped.require(0).err()).contains("0 passages of 0 records");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.jsonl", "a.parquet"})
  void textsThatAreNullEndACommand(String name) throws IOException {
    assertThat(Run.of("dedupe", nulls(name), "--dry-run", "--text", "title").require(1).err())
        .contains(name + ":2: ", "title", "--null keep or --null drop decides");
    Run skipped =
        Run.of("dedupe", nulls(name), "--dry-run", "--text", "title", "--on-error", "skip");
    assertThat(skipped.require(3).err()).contains("skipped ", name + ":2: ", ", 1 skipped");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.jsonl", "a.csv", "a.parquet"})
  void aColumnThatIsMissingIsRefusedWithTheOthers(String name) throws IOException {
    for (String text : List.of("titel", "title,titel")) {
      Run run = Run.of("dedupe", nulls(name), "--dry-run", "--text", text, "--null", "keep");
      assertThat(run.require(1).err()).contains("column", "'titel'", "title");
    }
  }

  @Test
  void aColumnOfIdsThatIsMissingIsRefused() throws IOException {
    Path in = write("in.jsonl", "{\"key\": \"a\", \"text\": \"x\", \"n\": {\"id\": 1}}\n");
    for (String command : List.of("pairs", "fingerprint", "dedupe --dry-run", "passages")) {
      assertThat(Run.line(command + " --id keys", in).require(1).err())
          .contains(
              "none of the first records has a column 'keys' (--id); they have key, text, n,");
      Run.line(command + " --id n.id", in).require(0);
    }
  }

  @Test
  void aColumnThatIsThereTwiceIsRefused() throws IOException {
    Path jsonl = write("a.jsonl", "{\"a\":{\"b\":\"x\"},\"a.b\":\"y\"}\n");
    String column = "optional binary a.b (STRING);";
    String group = "optional group a { optional binary b (STRING); }";
    Path first =
        RowFile.write(
            folder.resolve("a.parquet"),
            "message docs { " + column + group + " }",
            row -> row.append("a.b", "x"));
    Path last =
        RowFile.write(
            folder.resolve("b.parquet"),
            "message docs { " + group + column + " }",
            row -> row.append("a.b", "x"));
    for (Path in : List.of(jsonl, first, last)) {
      assertThat(Run.of("fingerprint", in, "-q", "--text", "a.b").require(1).err())
          .contains("'a.b' is there twice");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--id", "--survivor"})
  void aListIsNoSingleValue(String option) throws IOException {
    Path in =
        RowFile.write(
            folder.resolve("a.parquet"),
            SCHEMA,
            row -> row.append("title", FERRY).addGroup("doc").addGroup("parts"));
    Run run =
        Run.of(
            "groups",
            in,
            "--text",
            "title",
            option,
            option.equals("--id") ? "doc.parts" : "doc.parts:longest");
    assertThat(run.require(1).err())
        .contains("column 'doc.parts' is a list; name a column of single values");
  }

  @Test
  void passagesAreRemovedFromASingleString() throws IOException {
    String long1 = FERRY + ". " + APPLES;
    String long2 = "Something else comes first in this one. " + FERRY;
    Path in = write("a.jsonl", json("1", "0", quoted(long1)) + json("2", "0", quoted(long2)));
    Object[] strip = {"dedupe", in, "-q", "-o", "-", "--passages", "strip", "--text", "doc.body"};
    assertThat(Run.of(strip).require(0).out())
        .isEqualTo(
            json("1", "0", quoted(long1))
                + json("2", "0", quoted("Something else comes first in this one. ")));
    Path parquet =
        RowFile.write(
            folder.resolve("a.parquet"),
            SCHEMA,
            row -> row.addGroup("doc").append("body", long1),
            row -> row.addGroup("doc").append("body", long2));
    Path out = folder.resolve("b.parquet");
    Run.of("dedupe", parquet, "-o", out, "--passages", "strip", "--text", "doc.body").require(0);
    assertThat(fingerprints(Run.of("fingerprint", out, "-q", "--text", "doc.body")))
        .containsExactly(fingerprint(long1), fingerprint("Something else comes first in this one"));
    Path arrays =
        write(
            "b.jsonl",
            json("1", "0", "[" + quoted(long1) + "]") + json("2", "0", "[" + quoted(long2) + "]"));
    strip[1] = arrays;
    assertThat(Run.of(strip).require(1).err())
        .contains("line 2 has an array of texts; passages can be removed from a single string");
    strip[strip.length - 1] = "title,doc.body";
    assertThat(Run.of(strip).require(2).err()).contains("needs a single column of the text");
  }
}
