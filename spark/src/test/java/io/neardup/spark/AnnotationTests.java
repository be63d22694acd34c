package io.neardup.spark;

import static io.neardup.spark.Commands.run;
import static io.neardup.spark.Commands.sorted;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `--annotate`, with what the command line writes for the samples (docs/command-line.md).
class AnnotationTests {

  private static final Path SAMPLES = Path.of("../docs/samples").toAbsolutePath().normalize();

  @TempDir Path folder;

  private String job(Path input, String... options) {
    return run(
        0,
        Stream.concat(
                Stream.of("dedupe", "-i", input.toString(), "-o", folder + "/out"),
                Stream.concat(Stream.of("--annotate"), Stream.of(options)))
            .toArray(String[]::new));
  }

  @Test
  void linesGetTheFieldsOfTheCommandLine() throws IOException {
    Path input = SAMPLES.resolve("peps.ndjson");
    assertThat(job(input, "--columns", "group=cluster"))
        .contains("31 records in 12 groups of near-duplicates: 12 would be kept, 19 would be");

    List<String> lines = sorted(LocalSpark.session().read().text(folder + "/out/clean"));
    assertThat(lines).hasSize(31);
    assertThat(lines)
        .filteredOn(line -> line.contains("\"pep-270."))
        .allMatch(line -> line.contains("\"cluster\": 7, \"group_size\": 2, "))
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .endsWith("\"kept\": true, \"kind\": null, \"similarity\": 1, \"unique\": 0}"),
            line ->
                assertThat(line)
                    .endsWith(
                        "\"kept\": false, \"kind\": \"copy\", \"similarity\": 0.9593, \"unique\":"
                            + " 0.0192}"));
    assertThat(lines.stream().map(line -> line.replaceFirst(", \"cluster\".*", "}")))
        .containsExactlyInAnyOrderElementsOf(Files.readAllLines(input));
  }

  @Test
  void parquetGetsColumns() {
    Dataset<Row> before =
        LocalSpark.session().read().parquet(SAMPLES.resolve("peps.parquet").toString());
    job(SAMPLES.resolve("peps.parquet"), "--keep", "kept", "--columns", "kept=keep");

    Dataset<Row> clean = LocalSpark.session().read().parquet(folder + "/out/clean");
    assertThat(sorted(clean.select(before.columns()[0], before.columns())).size()).isEqualTo(12);
    assertThat(sorted(clean.select("group", "group_size", "keep", "similarity", "unique")))
        .hasSize(12)
        .contains("7|2|true|1.0|0.0");
  }

  @Test
  void recordsWithoutNearDuplicatesAreGroupsOfTheirOwn() throws IOException {
    Path input =
        Files.writeString(
            folder.resolve("in.jsonl"),
            "{\"text\": \"one two three four\"}\n{ \"text\": \"something else\" } \n");
    job(input);
    assertThat(sorted(LocalSpark.session().read().text(folder + "/out/clean")))
        .first()
        .asString()
        .contains("\"group\": null, \"group_size\": 1, \"kept\": true, \"kind\": null, \"sim");
  }

  @Test
  void aColumnThatExistsIsRefused() throws IOException {
    Path lines =
        Files.writeString(folder.resolve("in.jsonl"), "{\"text\": \"one two\", \"kept\": 1}\n");
    String already = "already; --columns names the added columns";
    String[] job = {"dedupe", "-i", lines.toString(), "-o", folder + "/a", "--annotate"};
    assertThat(run(1, job)).contains("in.jsonl#0: has a field 'kept' " + already);
    Path table = folder.resolve("in.parquet");
    LocalSpark.session().sql("SELECT 'one' AS text, 1 AS Unique").write().parquet(table.toString());
    job[2] = table.toString();
    job[4] = folder + "/b";
    assertThat(run(1, job)).contains("has a column 'Unique' " + already);
  }
}
