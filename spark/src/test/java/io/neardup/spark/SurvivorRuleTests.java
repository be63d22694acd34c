package io.neardup.spark;

import static io.neardup.spark.Commands.run;
import static io.neardup.spark.Commands.sorted;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The records that are kept are those of the tests of the command line (`SurvivorsTests`).
class SurvivorRuleTests {

  private static final String TEXT = "one two three four five six seven eight";

  @TempDir Path folder;

  private static String row(String id, String fields) {
    return "{\"id\": \"%s\", \"text\": \"%s\"%s}\n".formatted(id, TEXT, fields);
  }

  private Path lines() throws IOException {
    return Files.writeString(
        folder.resolve("in.jsonl"),
        row("a", ", \"fetched\": \"2024-05-01\", \"url\": \"http://a.org/longer\"")
            + row("b", ", \"fetched\": \"2024-05-02T10:00:00Z\", \"url\": \"http://a.org/x\"")
            + row("c", ", \"fetched\": \"2024-05-02T12:00:00+02:00\", \"url\": \"http://a.org/\"")
            + row("d", ", \"fetched\": {\"odd\": 1}, \"url\": \"h\", \"n\": 1790000000000000001")
            + row("e", ", \"fetched\": \"soon\", \"url\": null, \"n\": 1790000000000000003")
            + row("f", ", \"price\": 10, \"url\": \"\", \"n\": \"1790000000000000002\"")
            + row("g", ", \"price\": 9.5")
            + "{\"id\": \"h\", \"text\": \"something else\"}\n");
  }

  private String dedupe(Path input, String out, String rules) {
    return run(
        0,
        "dedupe",
        "-i",
        input.toString(),
        "-o",
        folder.resolve(out).toString(),
        "--id-column",
        "id",
        "-d", // the texts are equal
        "0",
        "--no-losses",
        "--survivor",
        rules);
  }

  private String list(String name, String column) {
    return String.join(
        " ",
        sorted(
            LocalSpark.session().read().parquet(folder.resolve(name).toString()).select(column)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "fetched:max,length:max,url:shortest; c h",
        "fetched:max,last; c h",
        "fetched:min; a h",
        "price:MAX, fetched:max; f h",
        "length:min,price:min; g h",
        "central,n:max; e h"
      })
  void columnsDecideInOrderAndTheOrderOfTheInputTies(String rules, String kept) throws IOException {
    dedupe(lines(), "out", rules);
    assertThat(list("out/kept", "id")).isEqualTo(kept);
  }

  @Test
  void noneDropsAllMembersOfGroups() throws IOException {
    assertThat(dedupe(lines(), "out", "none"))
        .contains("8 records in 1 groups of near-duplicates: 1 kept, 7 dropped");
    assertThat(list("out/kept", "id")).isEqualTo("h");
    assertThat(list("out/dropped", "kept")).isEqualTo("null null null null null null null");
  }

  @Test
  void valuesOfParquetDecide() {
    SparkSession spark = LocalSpark.session();
    Path input = folder.resolve("in.parquet");
    spark
        .sql(
            "SELECT id, '%s' AS text, cast(t AS timestamp) AS at, cast(n AS decimal(25, 2)) AS n"
                    .formatted(TEXT)
                + " FROM VALUES ('a', '2024-05-01 10:00:00', '12345678901234567890.25'),"
                + " ('b', '2024-05-01 12:00:00', '12345678901234567890.24'), ('c', null, null)"
                + " AS t(id, t, n)")
        .coalesce(1)
        .write()
        .parquet(input.toString());
    dedupe(input, "latest", "at:max");
    assertThat(list("latest/kept", "id")).isEqualTo("b");
    dedupe(input, "most", "n:max");
    assertThat(list("most/kept", "id")).isEqualTo("a");
  }

  @Test
  void oddValuesAreCountedAndAColumnOfThemIsRefused() throws IOException {
    assertThat(dedupe(lines(), "out", "fetched:max"))
        .contains(
            "1 values of column 'fetched' are neither numbers nor dates; their records are the"
                + " last");
    Path odd =
        Files.writeString(
            folder.resolve("odd.jsonl"),
            row("a", ", \"n\": \"soon\"") + row("b", ", \"n\": \"late\"") + "{\"id\": \"c\"}\n");
    for (String[] column : new String[][] {{"n", "number or a date"}, {"m", "value"}}) {
      String out = folder.resolve("out-" + column[0]).toString();
      assertThat(run(1, "groups", "-i", odd + "", "-o", out, "--survivor", column[0] + ":max"))
          .contains(
              "no record has a "
                  + column[1]
                  + " in column '"
                  + column[0]
                  + "', named by --survivor");
    }
  }

  @Test
  void numbersAmongDatesAreCounted() throws IOException {
    Path mixed =
        Files.writeString(
            folder.resolve("mixed.jsonl"),
            row("a", ", \"t\": \"2024\"")
                + row("b", ", \"t\": 2026")
                + row("c", ", \"t\": \"2025-05\""));
    assertThat(dedupe(mixed, "mixed", "t:max"))
        .contains("column 't' mixes 1 dates and 2 numbers, such as years alone;");
  }

  @Test
  void aColumnWithoutValuesIsRefused() throws IOException {
    String[] job = {
      "groups", "-i", lines().toString(), "-o", folder + "/out", "--survivor", "nothing:max"
    };
    assertThat(run(1, job))
        .contains("no record has a value in column 'nothing', named by --survivor");
  }
}
