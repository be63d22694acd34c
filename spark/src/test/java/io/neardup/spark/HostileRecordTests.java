package io.neardup.spark;

import static io.neardup.spark.Commands.run;
import static io.neardup.spark.Commands.sorted;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostileRecordTests {

  private static final String TEXT =
      "The city library will be closed on Monday for the yearly stocktaking of books, maps and"
          + " films";

  @TempDir Path folder;

  @Test
  void setsApartLinesThatCannotBeUsed() throws Exception {
    Path input = Files.createDirectory(folder.resolve("in folder + 100%"));
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    List<String> good =
        List.of(
            "{\"id\": 1, \"text\": \"" + TEXT + "\", \"more\": {\"kept\": [1, 2.50, \"ü\"]}}",
            "{\"text\": \"" + TEXT + "!\", \"id\": \"b\"}\r",
            "{\"id\": \"empty\", \"text\": \"\"}",
            "{\"id\": \"signs\", \"text\": \"?!\"}");
    List<String> bad =
        List.of(
            "{\"id\": \"x1\", \"text\": \"broken",
            "{\"id\": \"x2\", \"text\": null}",
            "{\"id\": \"x3\", \"text\": [\"a\", 1]}",
            "{\"id\": \"x4\"}",
            "{\"text\": \"without id\"}",
            "{\"id\": {}, \"text\": \"a\"}",
            "[1, 2]",
            "{\"id\": \"x7\", \"text\": \"a\", \"text\": \"b\"}",
            "{\"id\": \"x8\", \"text\": \"a\"} {}",
            "{\"id\": \"x9\", \"text\": \"" + "long ".repeat(100) + "\"}",
            "{\"id\": \"x10\", \"text\": \"a\", \"deep\": " + "[".repeat(5_000),
            "\u0000\u0001");
    for (int i = 0; i < bad.size(); i++) {
      lines.writeBytes((bad.get(i) + "\n").getBytes(StandardCharsets.UTF_8));
      lines.writeBytes(
          i < good.size()
              ? (good.get(i) + "\n\n  \n").getBytes(StandardCharsets.UTF_8)
              : new byte[0]);
    }
    lines.writeBytes(
        "{\"id\": \"latin\", \"text\": \"\u00fc\"}\n".getBytes(StandardCharsets.ISO_8859_1));
    try (OutputStream file =
        new GZIPOutputStream(Files.newOutputStream(input.resolve("b.jsonl.gz")))) {
      file.write(lines.toByteArray());
    }
    Files.writeString(input.resolve("a.jsonl"), "{\"id\": \"c\", \"text\": \"" + TEXT + "\"}");
    Files.writeString(input.resolve("_ignored.jsonl"), "nothing");
    Path out = folder.resolve("out");

    String summary =
        run(
            0,
            "dedupe",
            "-i",
            input.toString(),
            "-o",
            out.toString(),
            "--id-column",
            "id",
            "--max-text-chars",
            "400");

    assertThat(summary)
        .contains("18 records in 1 groups of near-duplicates: 3 kept, 2 dropped, 13 rejected");
    SparkSession spark = LocalSpark.session();
    assertThat(sorted(spark.read().option("lineSep", "\n").text(out + "/clean")))
        .containsExactlyInAnyOrder(
            "{\"id\": \"c\", \"text\": \"" + TEXT + "\"}",
            good.get(2),
            good.get(3)); // a.jsonl is first
    assertThat(sorted(spark.read().parquet(out + "/dropped").select("id", "kept", "reason")))
        .containsExactly("1|c|equal fingerprint", "b|c|equal fingerprint");
    Dataset<Row> rejected = spark.read().parquet(out + "/rejected");
    assertThat(sorted(rejected.select("record"))).containsAll(bad).hasSize(13);
    assertThat(String.join("\n", sorted(rejected.select("fault"))))
        .contains("field 'text' must be a string")
        .contains("has no field 'text'")
        .contains("has no id in field 'id'")
        .contains("field 'id' must be a string or a number")
        .contains("is not a JSON object")
        .contains("is not JSON: field 'text' is repeated")
        .contains("has more than one object")
        .contains("the text has 500 characters, more than --max-text-chars 400")
        .contains("is not UTF-8: byte 0xfc; convert the file")
        .contains("it is nested more than");

    assertThat(
            run(
                1,
                "dedupe",
                "-i",
                input.toString(),
                "-o",
                folder.resolve("strict").toString(),
                "--id-column",
                "id",
                "--max-rejected",
                "3",
                "--max-text-chars",
                "400"))
        .contains(
            "13 records cannot be used, more than --max-rejected 3; the first: b.jsonl.gz#0: is not"
                + " JSON");
  }

  @Test
  void setsApartRowsOfParquetAndKeepsAllColumns() {
    SparkSession spark = LocalSpark.session();
    StructType schema =
        new StructType()
            .add("key.of row", DataTypes.LongType)
            .add("body", DataTypes.StringType)
            .add(
                "nested",
                new StructType().add("a", DataTypes.createArrayType(DataTypes.DoubleType)))
            .add("note", DataTypes.StringType);
    List<Row> rows = new ArrayList<>();
    for (long i = 0; i < 150; i++) {
      rows.add(RowFactory.create(i, TEXT, RowFactory.create(List.of(0.5, 1.5)), "n" + i));
    }
    rows.add(RowFactory.create(150L, null, null, null));
    rows.add(RowFactory.create(null, "a text of its own", null, "no key"));
    rows.add(RowFactory.create(152L, "x".repeat(1_001), null, "long"));
    rows.add(RowFactory.create(153L, TEXT + " and more", null, "near"));
    Path input = folder.resolve("a b.parquet");
    spark.createDataFrame(rows, schema).coalesce(1).write().parquet(input.toString());
    Path out = folder.resolve("out");

    String summary =
        run(
            0,
            "dedupe",
            "-i",
            input.toString(),
            "-o",
            out.toString(),
            "--text-column",
            "body",
            "--id-column",
            "key.of row",
            "--max-text-chars",
            "1000",
            "--survivor",
            "last",
            "--output-format",
            "json");

    assertThat(summary)
        .contains("154 records in 1 groups of near-duplicates: 1 kept, 150 dropped, 3 rejected");
    Dataset<Row> clean = spark.read().parquet(out + "/clean");
    assertThat(clean.schema()).isEqualTo(schema);
    assertThat(sorted(clean)).containsExactly("153|" + TEXT + " and more|null|near");
    assertThat(sorted(spark.read().json(out + "/rejected").select("fault")))
        .containsExactly(
            "the id is null",
            "the text has 1001 characters, more than --max-text-chars 1000",
            "the text is null");
    Path pairs = folder.resolve("pairs");
    run(
        0,
        "pairs",
        "-i",
        input.toString(),
        "-o",
        pairs.toString(),
        "--text-column",
        "body",
        "--max-text-chars",
        "1000");
    // 150 equal texts are paired with the first, which represents them in the pair with the last.
    assertThat(spark.read().parquet(pairs + "/pairs").count()).isEqualTo(150);
    assertThat(sorted(spark.read().parquet(pairs + "/pairs").where("distance > 0")).getFirst())
        .matches("part-.*parquet#0\\|part-.*parquet#153\\|\\d+");
  }

  @Test
  void keepsColumnsWhateverTheirNamesAndFiles() {
    SparkSession spark = LocalSpark.session();
    StructType schema = new StructType().add("text", DataTypes.StringType);
    for (String name : List.of("_metadata", "_file", "_number", "record", "number", "fault")) {
      schema = schema.add(name, DataTypes.StringType);
    }
    Path input = folder.resolve("with %41 and + ü");
    spark
        .createDataFrame(
            List.of(
                RowFactory.create(TEXT, "m", "f", "n", "r", "u", "a"),
                RowFactory.create(TEXT, "M", "F", "N", "R", "U", "A")),
            schema)
        .coalesce(1)
        .write()
        .parquet(input + "/a");
    spark
        .sql("SELECT 'more' AS further, 'a text of another file' AS text")
        .unionByName(
            spark.sql("SELECT 'bytes' AS further, cast(unhex('61FF62') AS string) AS text"))
        .coalesce(1)
        .write()
        .parquet(input + "/b");
    Path out = folder.resolve("out");

    assertThat(run(0, "dedupe", "-i", input + "/*", "-o", out.toString(), "--format", "parquet"))
        .contains("4 records in 1 groups of near-duplicates: 2 kept, 1 dropped, 1 rejected");
    Dataset<Row> clean = spark.read().option("mergeSchema", "true").parquet(out + "/clean");
    assertThat(
            sorted(
                clean.select(
                    "text",
                    "_metadata",
                    "_file",
                    "_number",
                    "record",
                    "number",
                    "fault",
                    "further")))
        .containsExactly(
            TEXT + "|m|f|n|r|u|a|null",
            "a text of another file|null|null|null|null|null|null|more");
    assertThat(sorted(spark.read().parquet(out + "/rejected").select("fault", "record.further")))
        .containsExactly("the text is not UTF-8|bytes");
    assertThat(sorted(spark.read().parquet(out + "/dropped").select("file")).getFirst())
        .contains("/with %41 and + ü/a/part-");
  }

  @Test
  void readsZstandardAndRecordsWithOneId() throws Exception {
    String line = "{\"id\": 7, \"text\": \"" + TEXT + "\"}\n";
    String other = "{\"id\": 7, \"text\": \"something else\"}\n";
    String truth = "{\"id\": [7], \"text\": \"a third one\"}\n";
    Path input = folder.resolve("same.jsonl.zst");
    Files.write(
        input, Zstd.compress((line + other + line + truth).getBytes(StandardCharsets.UTF_8)));
    Path out = folder.resolve("out");

    assertThat(run(0, "dedupe", "-i", input.toString(), "-o", out.toString(), "--id-column", "id"))
        .contains("4 records in 1 groups of near-duplicates: 2 kept, 1 dropped, 1 rejected");
    SparkSession spark = LocalSpark.session();
    assertThat(sorted(spark.read().text(out + "/clean")))
        .containsExactly(line.strip(), other.strip());
    assertThat(sorted(spark.read().parquet(out + "/dropped").select("id", "kept", "place")))
        .containsExactly("7|7|" + (line + other).length());
    assertThat(sorted(spark.read().parquet(out + "/rejected").select("fault")).getFirst())
        .contains("field 'id' must be a string or a number");
  }
}
