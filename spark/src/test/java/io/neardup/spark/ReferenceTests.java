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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `--against`, with the results of the same records on the command line (docs/command-line.md).
class ReferenceTests {

  private static final Path PEPS =
      Path.of("../docs/samples/peps.ndjson").toAbsolutePath().normalize();
  private static final String TEXT = "one two three four five six seven eight";

  @TempDir Path folder;

  private String job(String command, Path input, Path against, String... options) {
    return run(
        0,
        Stream.concat(
                Stream.of(command, "-i", input.toString(), "--against", against.toString()),
                Stream.concat(
                    Stream.of("-o", folder + "/out", "--id-column", "id"), Stream.of(options)))
            .toArray(String[]::new));
  }

  private Dataset<Row> list(String name) {
    return LocalSpark.session().read().parquet(folder + "/out/" + name);
  }

  private Path lines(String name, String... lines) throws IOException {
    return Files.write(folder.resolve(name), List.of(lines));
  }

  private static String row(String id, String text) {
    return "{\"id\": \"%s\", \"text\": \"%s\"}".formatted(id, text);
  }

  @Test
  void dropsWhatIsNearAReferenceOfAnotherFormat() throws IOException {
    List<String> peps = Files.readAllLines(PEPS);
    Path old = lines("old.ndjson", peps.subList(0, 12).toArray(String[]::new));
    Path parquet = folder.resolve("old.parquet");
    LocalSpark.session()
        .read()
        .json(old.toString())
        .coalesce(1)
        .write()
        .parquet(parquet.toString());
    Path input = lines("new.ndjson", peps.subList(12, peps.size()).toArray(String[]::new));

    assertThat(job("dedupe", input, parquet))
        .contains(
            "19 records in 7 groups of near-duplicates: 6 kept, 13 dropped, 1 of them for records"
                + " of the reference");
    assertThat(
            sorted(
                list("dropped")
                    .where("reference is not null")
                    .select("id", "kept", "distance", "similarity", "unique", "file", "reference")))
        .singleElement()
        .asString()
        .matches(
            "pep-3152.2\\|pep-3152.1\\|4\\|0.9769\\|9.0E-4\\|.*/new.ndjson\\|.*/old.parquet/part-.*");
    assertThat(list("kept").count()).isEqualTo(6);
    assertThat(sorted(LocalSpark.session().read().text(folder + "/out/clean")))
        .hasSize(6)
        .isSubsetOf(peps.subList(12, peps.size()));
  }

  /// The reference has two equal records of its own, one that cannot be used, and none is a member.
  @ParameterizedTest
  @CsvSource({"star, central", "star, none", "components, last"})
  void recordsOfTheReferenceSurviveWhateverTheRules(String by, String survivor) throws IOException {
    Path old =
        lines(
            "old.jsonl", row("x", TEXT), row("y", TEXT), row("own", "a b c d"), "{\"id\": \"z\"}");
    Path input =
        lines("new.jsonl", row("a", TEXT), row("b", TEXT + " nine"), row("c", "something else"));

    assertThat(
            job(
                "dedupe",
                input,
                old,
                "--by",
                by,
                "--survivor",
                survivor,
                "--no-losses",
                "--min-similarity",
                "0.5"))
        .contains("3 records in 1 groups of near-duplicates: 1 kept, 2 dropped, 2 of them for");
    String kept = survivor.equals("last") ? "y" : "x";
    assertThat(sorted(list("dropped").select("id", "kept")))
        .containsExactly("a|" + kept, "b|" + kept);
    assertThat(sorted(list("kept"))).containsExactly("c");
    assertThat(sorted(list("rejected-reference").select("fault")))
        .containsExactly("has no field 'text'");
    assertThat(Files.readString(folder.resolve("out/report.json")))
        .contains("\"reference\" : 4", "\"rejectedOfReference\" : 1", "\"rejected\" : 0");
  }

  @ParameterizedTest
  @CsvSource({"--min-similarity, 0.5", "--distance, 40"})
  void listsPairsOfTheReferenceAndTheInputAlone(String limit, String value) throws IOException {
    Path old = lines("old.jsonl", row("x", TEXT), row("y", TEXT));
    Path input =
        lines("new.jsonl", row("a", TEXT), row("b", TEXT + " nine"), row("c", TEXT + " nine"));

    job("pairs", input, old, limit, value);

    assertThat(sorted(list("pairs").select("a", "b")))
        .containsExactly("x|a", "x|b", "x|c", "y|a", "y|b", "y|c");
    int distance = list("pairs").where("b = 'b'").first().getAs("distance");
    assertThat(Files.readString(folder.resolve("out/report.json")))
        .contains("\"distance\" : 0,\n    \"pairs\" : 2\n")
        .contains("\"distance\" : " + distance + ",\n    \"pairs\" : 4\n");
  }

  @Test
  void findsItemsOfAReferenceInsideTexts() throws IOException {
    String item =
        "A farmer has seventeen sheep. All but nine run away in the night when the gate is left open,"
            + " and in the morning he buys twice as many as are left.";
    Path old = lines("test.jsonl", row("q1", item), row("q2", item + " How many?"));
    Path input = lines("train.jsonl", row("page-1", "A riddle: " + item + " Bring it."));

    job("passages", input, old, "--min-share", "0.8");
    assertThat(sorted(list("passages").select("a", "b"))).containsExactly("q1|page-1", "q2|page-1");

    run(
        0,
        "dedupe",
        "-i",
        input.toString(),
        "--against",
        old.toString(),
        "-o",
        folder + "/strip",
        "-d",
        "0",
        "--passages",
        "strip");
    assertThat(sorted(LocalSpark.session().read().text(folder + "/strip/clean")))
        .containsExactly(row("page-1", "A riddle: . Bring it."));
  }

  @Test
  void aReferenceThatIsAnInputIsRefused() throws IOException {
    String file = lines("old.jsonl", row("x", TEXT)).toString();
    assertThat(run(1, "pairs", "-i", file, "--against", file, "-o", folder + "/out"))
        .contains("old.jsonl: is of --input and of --against; a reference is no input");
  }
}
