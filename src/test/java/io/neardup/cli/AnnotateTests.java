package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Json;
import io.neardup.cli.parquet.RowFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Columns that say of each record which near-duplicates it has.
class AnnotateTests extends FilesTest {

  private static final String SCHEMA =
      "message docs { required int32 id; optional binary text (STRING); }";

  private static String json(int id, String text) {
    return "{\"id\": " + id + ",  \"text\": \"" + text + "\"";
  }

  @Test
  void linesOfJsonGetFields() throws IOException {
    Path in =
        write(
            "a.jsonl",
            json(1, FERRY) + " } \r\n" + json(2, APPLES) + "}\n" + json(3, FERRY) + "}\n");
    Run run = Run.of("dedupe", in, "-o", "-", "--annotate").require(0);
    String group = ", \"group\": 1, \"group_size\": 2, \"kept\": ";
    assertThat(run.out())
        .isEqualTo(
            json(1, FERRY)
                + " "
                + group
                + "true, \"kind\": null, \"similarity\": 1, \"unique\": 0} \r\n"
                + json(2, APPLES)
                + ", \"group\": null, \"group_size\": 1, \"kept\": true, \"kind\": null,"
                + " \"similarity\": null, \"unique\": null}\n"
                + json(3, FERRY)
                + group
                + "false, \"kind\": \"copy\", \"similarity\": 1, \"unique\": 0}\n");
    assertThat(run.err()).contains("2 would be kept, 1 would be dropped");
    assertThat(Run.of("dedupe", in, "-q", "-o", "-", "--annotate", "--keep", "kept").lines())
        .isEqualTo(run.lines().subList(0, 2));
    Run renamed =
        Run.of("dedupe", in, "-q", "-o", "-", "--annotate", "--columns", "group=cluster,kept=keep");
    assertThat(renamed.require(0).lines().getFirst())
        .endsWith(
            ", \"cluster\": 1, \"group_size\": 2, \"keep\": true, \"kind\": null, \"similarity\":"
                + " 1, \"unique\": 0} ");
  }

  /// An empty file says nothing about the columns of the next one.
  @Test
  void theFirstFileMayBeEmpty() throws IOException {
    Path in = write("a.jsonl", json(1, FERRY) + "}\n" + json(2, FERRY) + "}\n");
    Path empty = write("empty.jsonl", "\n");
    Run run =
        Run.of("dedupe", empty, in, "-o", "-", "--annotate", "--null", "drop", "--text", "text");
    assertThat(run.require(0).lines())
        .hasSize(2)
        .first()
        .asString()
        .startsWith(json(1, FERRY) + ", \"group\": 1, \"group_size\": 2, \"kept\": true");
    assertThat(run.err()).doesNotContain("have no text");
  }

  @Test
  void elementsOfAnArrayGetFields() throws IOException {
    Path in = write("a.json", "[" + json(1, FERRY) + "},\n" + json(2, FERRY) + "}]");
    Path out = folder.resolve("b.json");
    Run.of("dedupe", in, "-o", out, "--annotate").require(0);
    assertThat(Files.readString(out))
        .isEqualTo(
            "[\n"
                + json(1, FERRY)
                + ", \"group\": 1, \"group_size\": 2, \"kept\": true, \"kind\": null,"
                + " \"similarity\": 1, \"unique\": 0},\n"
                + json(2, FERRY)
                + ", \"group\": 1, \"group_size\": 2, \"kept\": false, \"kind\": \"copy\","
                + " \"similarity\": 1, \"unique\": 0}\n"
                + "]\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.csv,", "a.csv;", "a.tsv\t"})
  void delimitedFilesGetColumns(String file) throws IOException {
    String name = file.substring(0, file.length() - 1);
    String delimiter = file.substring(file.length() - 1);
    String lines = "id,text\r\n1," + FERRY + "\r\n2," + APPLES + "\r\n3," + FERRY + "\r\n";
    Path in = write(name, lines.replace(",", delimiter));
    assertThat(Run.of("dedupe", in, "-q", "-o", "-", "--annotate").require(0).out())
        .isEqualTo(
            ("id,text,group,group_size,kept,kind,similarity,unique\r\n1,"
                    + FERRY
                    + ",1,2,true,,1,0\r\n2,"
                    + APPLES
                    + ",,1,true,,,\r\n3,"
                    + FERRY
                    + ",1,2,false,copy,1,0\r\n")
                .replace(",", delimiter));
  }

  @Test
  void rowsOfParquetGetColumns() throws IOException {
    Path in =
        RowFile.write(
            folder.resolve("a.parquet"),
            SCHEMA,
            row -> row.append("id", 1).append("text", FERRY),
            row -> row.append("id", 2).append("text", APPLES),
            row -> row.append("id", 3).append("text", FERRY));
    Path out = folder.resolve("b.parquet");
    Run.of("dedupe", in, "-o", out, "--annotate", "--columns", "similarity=near").require(0);
    assertThat(RowFile.schema(out))
        .contains("optional int32 group", "optional int32 group_size", "optional boolean kept")
        .contains("optional double near", "required int32 id")
        .contains("optional binary kind (STRING)");
    assertThat(RowFile.read(out))
        .containsExactly(
            "id: 1\ntext: "
                + FERRY
                + "\ngroup: 1\ngroup_size: 2\nkept: true\nnear: 1.0\nunique: 0.0\n",
            "id: 2\ntext: " + APPLES + "\ngroup_size: 1\nkept: true\n",
            "id: 3\ntext: "
                + FERRY
                + "\ngroup: 1\ngroup_size: 2\nkept: false\nkind: copy\nnear: 1.0\nunique: 0.0\n");
    assertThat(RowFile.keyValues(in)).containsKeys("pandas", "ARROW:schema");
    assertThat(RowFile.keyValues(out).keySet())
        .contains("pandas")
        .doesNotContain("ARROW:schema", "org.apache.spark.sql.parquet.row.metadata");
  }

  @Test
  void columnsThatExistAreRefused() throws IOException {
    Path late =
        write(
            "a.jsonl",
            (json(1, FERRY) + "}\n").repeat(2_000) + json(2, APPLES) + ", \"kept\": 1}\n");
    Path csv = write("a.csv", "id,text,kept\n1," + FERRY + ",x\n");
    Path parquet =
        RowFile.write(
            folder.resolve("a.parquet"),
            "message docs { optional binary text (STRING); optional int32 kept; }",
            row -> row.append("text", FERRY));
    for (Path in : List.of(late, csv, parquet)) {
      Path out = folder.resolve("out-" + in.getFileName());
      assertThat(Run.of("dedupe", in, "-o", out, "--annotate").require(1).err())
          .contains(in.getFileName().toString(), "'kept' already; --columns names the added");
      assertThat(out).doesNotExist();
      Run.of("dedupe", in, "-o", out, "--annotate", "--columns", "kept=keep").require(0);
    }
  }

  @Test
  void allColumnsThatExistAreNamedWithARemedy() throws IOException {
    Path in =
        write(
            "a.jsonl",
            json(1, FERRY)
                + ", \"group\": {}}\n"
                + json(2, FERRY)
                + ", \"c\": 1, \"kind\": null}\n");
    Path csv = write("a.csv", "id,text,kind,group,c\n1," + FERRY + ",x,y,z\n");
    for (Path file : List.of(in, csv)) {
      Object[] dedupe = {"dedupe", file, "-o", "-", "--on-error", "skip", "--annotate"};
      assertThat(Run.of(dedupe).require(1).err())
          .contains(
              "has a column 'group', 'kind' already; --columns names the added columns: --columns"
                  + " group=other_group,kind=other_kind\n");
      assertThat(Run.line("dedupe -o - --annotate --columns group=c,kind=k", file).require(1).err())
          .contains("has a column 'c' already;", "--columns group=other_c\n");
      Run.line("dedupe -o - --annotate --columns", "group = g, kind=k", file).require(0);
    }
    Path late =
        write(
            "b.jsonl", (json(1, FERRY) + "}\n").repeat(9_000) + json(2, "a") + ", \"kept\": 1}\n");
    assertThat(Run.line("dedupe -o - --annotate --on-error skip", late).require(1).err())
        .contains("b.jsonl:9001: has a field 'kept' already; --columns names the added columns\n");
  }

  @Test
  void badArgumentsAreRefused() throws IOException {
    Path in = write("a.jsonl", json(1, FERRY) + "}\n");
    Path lines = write("a.txt", FERRY + "\n");
    assertThat(Run.of("dedupe", in, "-o", "-", "--columns", "kept=keep").require(2).err())
        .contains("--keep and --columns go with --annotate");
    for (String columns : List.of("kep=keep", "kept=a b", "kept=\"", "kept")) {
      assertThat(
              Run.of("dedupe", in, "-o", "-", "--annotate", "--columns", columns).require(2).err())
          .contains("--columns names group, group_size, kept, kind, similarity, unique by letters");
    }
    assertThat(
            Run.of("dedupe", in, "-o", "-", "--annotate", "--columns", "kept=group")
                .require(2)
                .err())
        .contains("two columns the same name");
    assertThat(
            Run.of("dedupe", in, "-o", "-", "--annotate", "--columns", "kept=x,kept=y")
                .require(2)
                .err())
        .contains("--columns gives 'kept' two names");
    assertThat(
            Run.of("dedupe", in, "-o", "-", "--annotate", "--passages", "strip").require(2).err())
        .contains("--passages strip with --annotate needs --keep kept");
    assertThat(Run.of("dedupe", lines, "-o", "-", "--annotate").require(1).err())
        .contains("a.txt: plain lines have no columns");
  }

  /// As the list of dropped records says.
  @Test
  void whatTheKeptRecordLacksIsCounted() throws IOException {
    Path in =
        write("a.jsonl", json(1, FERRY) + "}\n" + json(2, FERRY + ". Tickets at the pier") + "}\n");
    Path dropped = folder.resolve("dropped.jsonl");
    Run run =
        Run.of("dedupe", in, "-o", "-", "--annotate", "--survivor", "first", "--dropped", dropped)
            .require(0);
    assertThat(run.err()).contains("features that the kept record lacks: none 0, up to 5 % 0");
    JsonNode kept = Json.read(run.lines().getFirst());
    assertThat(kept.get("unique").asDouble()).isZero();
    JsonNode marked = Json.read(run.lines().getLast());
    JsonNode listed = Json.read(Files.readString(dropped));
    assertThat(marked.get("unique").asDouble()).isBetween(0.05, 0.4);
    assertThat(marked.get("unique")).isEqualTo(listed.get("unique"));
    assertThat(marked.get("similarity")).isEqualTo(listed.get("similarity"));
    String none =
        Run.of("dedupe", in, "-q", "-o", "-", "--annotate", "--survivor", "none").require(0).out();
    assertThat(none.lines())
        .hasSize(2)
        .allMatch(
            line -> line.endsWith("\"kind\": \"copy\", \"similarity\": null, \"unique\": null}"));
  }

  @Test
  void anEmptyObjectGetsFields() throws IOException {
    Path in = write("a.jsonl", "{ }\n{}\n" + json(1, FERRY) + "}\n");
    Run run = Run.of("dedupe", in, "-q", "-o", "-", "--null", "keep", "--annotate").require(0);
    assertThat(run.out().lines().limit(2))
        .allMatch(line -> line.matches("\\{ ?\"group\": null, \"group_size\": 1, .*}"));
  }
}
