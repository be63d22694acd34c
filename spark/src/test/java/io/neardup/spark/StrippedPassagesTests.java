package io.neardup.spark;

import static io.neardup.spark.Commands.run;
import static io.neardup.spark.Commands.sorted;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StrippedPassagesTests {

  private static final Path SAMPLES = Path.of("../docs/samples").toAbsolutePath().normalize();
  private static final String FOOTER =
      "please note that this list is for users of the library and that all questions about its"
          + " opening hours are answered by the desk in the main hall";

  @TempDir Path folder;

  /// As in docs/command-line.md.
  @ParameterizedTest
  @ValueSource(strings = {"peps.ndjson", "peps.parquet"})
  void removesWhatTheCommandLineRemoves(String file) {
    SparkSession spark = LocalSpark.session();
    String input = SAMPLES.resolve(file).toString();
    String out = folder.resolve("out").toString();

    assertThat(run(0, "dedupe", "-i", input, "-o", out, "--id-column", "id", "--passages", "strip"))
        .contains("12 kept, 19 dropped, 0 rejected; 2 passages repeat earlier ones and were")
        .contains("removed, 0 records have nothing else");

    List<Row> passages = spark.read().parquet(out + "/stripped").orderBy("start").collectAsList();
    assertThat(passages).hasSize(2);
    assertThat(passages.get(0).mkString("|")).isEqualTo("pep-569.1|0|368|52|pep-619.1|0|368");
    boolean isParquet = file.endsWith(".parquet");
    var clean =
        isParquet ? spark.read().parquet(out + "/clean") : spark.read().json(out + "/clean");
    var before = isParquet ? spark.read().parquet(input) : spark.read().json(input);
    assertThat(clean.schema()).isEqualTo(before.schema());
    assertThat(clean.count()).isEqualTo(12);
    String whole = before.where("id = 'pep-569.1'").first().getAs("text");
    int start = passages.get(1).getInt(1);
    int end = passages.get(1).getInt(2);
    String rest = clean.where("id = 'pep-569.1'").first().getAs("text");
    assertThat(rest.strip())
        .startsWith(whole.substring(368, start).strip())
        .endsWith(whole.substring(end).strip())
        .hasSizeLessThanOrEqualTo(whole.length() - 368 - (end - start));
    assertThat(sorted(clean.where("id <> 'pep-569.1'")))
        .isSubsetOf(sorted(before.where("id <> 'pep-569.1'")));
  }

  @Test
  void keepsAllElseOfLinesAndLeavesOutRecordsWithNothingElse() throws IOException {
    String first = "{\"id\": 1, \"text\": \"Opening hours. " + FOOTER + "\", \"more\": [2.50]}";
    String second =
        "{\"more\": \"\\u00fc\",\"text\" : \"A \\\"quiet\\\" room, " + FOOTER + "\", \"id\": 2}";
    String third = "{\"id\": 3, \"text\": \"" + FOOTER + " !\"}";
    Path input =
        Files.writeString(folder.resolve("in.jsonl"), first + "\n" + second + "\n" + third);
    String out = folder.resolve("out").toString();
    String[] job = {
      "dedupe",
      "-i",
      input.toString(),
      "-o",
      out,
      "--id-column",
      "id",
      "-d",
      "0",
      "--passages",
      "strip"
    };

    assertThat(run(0, job))
        .contains("2 passages repeat earlier ones and were removed, 1 records have nothing else");

    SparkSession spark = LocalSpark.session();
    assertThat(sorted(spark.read().text(out + "/clean")))
        .containsExactlyInAnyOrder(first, second.replace(FOOTER, ""));
    assertThat(sorted(spark.read().parquet(out + "/kept"))).containsExactly("1", "2");
    assertThat(sorted(spark.read().parquet(out + "/stripped").select("id", "of")))
        .containsExactly("2|1", "3|1");
  }

  @Test
  void columnsMayHaveAnyNames() {
    SparkSession spark = LocalSpark.session();
    StructType schema =
        new StructType()
            .add("rest", DataTypes.StringType)
            .add("the.`text`", DataTypes.StringType)
            .add("passages", DataTypes.LongType);
    spark
        .createDataFrame(
            List.of(
                RowFactory.create("a", "Opening hours. " + FOOTER, 1L),
                RowFactory.create(null, "A room. " + FOOTER, 2L)),
            schema)
        .coalesce(1)
        .write()
        .parquet(folder + "/in");
    String out = folder.resolve("out").toString();
    String[] job = {
      "dedupe",
      "-i",
      folder + "/in",
      "-o",
      out,
      "--format",
      "parquet",
      "-d",
      "0",
      "--passages",
      "strip",
      "--text-column",
      "the.`text`"
    };

    run(0, job);

    var clean = spark.read().parquet(out + "/clean");
    assertThat(clean.schema()).isEqualTo(schema);
    assertThat(sorted(clean))
        .containsExactly("a|Opening hours. " + FOOTER + "|1", "null|A room. |2");
  }
}
