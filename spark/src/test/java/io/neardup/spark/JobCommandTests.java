package io.neardup.spark;

import static io.neardup.spark.Commands.run;
import static io.neardup.spark.Commands.sorted;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobCommandTests {

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "dedupe -i a.jsonl; 2; Missing required option: '--output=FOLDER'",
        "dedupe -i a.jsonl -o b --distance 257; 2; --distance must be 0 to 256 bits, was 257",
        "pairs -i a.jsonl -o b --recall 0; 2; --recall must be above 0 and at most 1, was 0.0",
        "pairs -i a.jsonl -o b --profile x; 2; --profile must be one of simhash-256-v1",
        "groups -i a.jsonl -o b --by components --survivor central; 2; can be used only with --by"
            + " star",
        "groups -i a.jsonl -o b --max-group 1; 2; --max-group must be 2 or more",
        "groups -i a.jsonl -o b --max-pairs 0; 2; --max-pairs must be 1 to",
        "fingerprint -i a.jsonl -o b --max-text-chars 0; 2; --max-text-chars must be 1 or more",
        "fingerprint -i a.jsonl -o b --format xml; 2; Invalid value for option '--format'",
        "pairs -i nowhere/a.jsonl -o b; 1; --input nowhere/a.jsonl: there is no such file",
        "pairs -i nowhere/a.jsonl -o b --format jsonl; 1; Input path does not exist",
        "pairs -i nowhere/a.jsonl -o b --format parquet; 1; cannot be read as Parquet",
        "pairs -i pom.xml -o b; 1; the format is not clear from the name",
        "passages -i a.jsonl -o b --min-words 0; 2; --min-words must be 1 or more, was 0",
        "passages -i a.jsonl -o b --min-share 1.5; 2; --min-share must be 0 to 1, was 1.5",
        "passages -i a.jsonl -o b --max-list 1; 2; --max-list must be 2 or more, was 1",
        "passages -i a.jsonl -o b --min-records 5; 2; --min-records goes with --boilerplate",
        "passages -i a.jsonl -o b --boilerplate --min-records 1; 2; must be 2 or more, was 1",
        "passages -i a.jsonl -o b --boilerplate --min-share 0.1; 2; does not go with --boilerplate",
        "passages -i a.jsonl -o b --distance 3; 2; Unknown options: '--distance', '3'",
        "dedupe -i a.jsonl -o b --min-words 30; 2; --min-words goes with --passages strip",
        "dedupe -i a.jsonl -o b --passages reference; 2; use --passages strip",
        "dedupe -i a.jsonl -o b --max-unique 2; 2; --max-unique must be 0 to 1, was 2.0",
        "dedupe -i a.jsonl -o b --variants keep --by components; 2; only with --by star",
        "dedupe -i a.jsonl -o b --max-unique 0.1 --no-verify; 2; neither --no-verify nor a distance",
        "dedupe -i a.jsonl -o b --columns group=x; 2; --keep and --columns go with --annotate",
        "dedupe -i a.jsonl -o b --annotate --no-losses; 2; --no-losses does not go with --annotate",
        "dedupe -i a.jsonl -o b --annotate --passages strip; 2; needs --keep kept",
        "dedupe -i a.jsonl -o b --survivor none,last; 2; none cannot be combined",
        "passages -i a.jsonl -o b --boilerplate --against c.jsonl; 2; --against does not go with",
        "dedupe -i a.jsonl -o b --passages keep; 2; Invalid value for option '--passages'",
        "'' ; 2; missing: a command",
        "--version; 0; neardup-spark ",
        "dedupe --version; 0; neardup-spark "
      })
  void explainsWhatIsWrong(String arguments, int code, String message) {
    String[] words = arguments.isBlank() ? new String[0] : arguments.split(" ");
    assertThat(run(code, words)).contains(message);
  }

  @Test
  void namesTheColumnsOfTheInput() {
    Path input = folder.resolve("numbers.parquet");
    LocalSpark.session().range(3).toDF("text").write().parquet(input.toString());

    assertThat(
            run(1, "pairs", "-i", input.toString(), "-o", folder + "/a", "--text-column", "body"))
        .contains("--text-column 'body' is not a column; it has text");
    Path nested = folder.resolve("nested.parquet");
    LocalSpark.session()
        .sql("SELECT 'a' AS text, array(1) AS id")
        .write()
        .parquet(nested.toString());
    assertThat(run(1, "pairs", "-i", nested.toString(), "-o", folder + "/c", "--id-column", "id"))
        .contains("--id-column 'id' must be a column of strings or numbers, is one of array<int>");
    assertThat(run(1, "pairs", "-i", input.toString(), "-o", folder + "/b"))
        .contains("--text-column 'text' must be a column of strings, is one of bigint");
  }

  @Test
  void failsIfNoRecordHasTheField() throws Exception {
    Path input =
        Files.writeString(
            folder.resolve("posts [1].jsonl"),
            "{\"id\": \"a\", \"body\": \"one two three\", \"size\": 3}\n"
                + "{\"id\": \"b\", \"body\": \"one two four\", \"size\": 3}\n");
    Path right =
        Files.writeString(
            folder.resolve("right.jsonl"), "{\"id\": \"c\", \"text\": \"one two three\"}\n");
    Files.writeString(folder.resolve("broken.jsonl"), "not JSON\n");
    Path out = folder.resolve("out");

    assertThat(run(1, "dedupe", "-i", folder + "/posts*", "-o", out.toString()))
        .contains("posts [1].jsonl: --text-column 'text' is not a column; it has body, id, size");
    assertThat(out.resolve("clean")).doesNotExist();
    assertThat(
            run(
                1,
                "dedupe",
                "-i",
                folder + "/posts*",
                "-o",
                folder + "/b",
                "--text-column",
                "size"))
        .contains("--text-column 'size' must be a column of strings, is one of bigint");
    assertThat(run(1, "pairs", "-i", right.toString(), "-o", folder + "/c", "--id-column", "key"))
        .contains("--id-column 'key' is not a column; it has id, text");
    assertThat(run(1, "fingerprint", "-i", folder + "/*.jsonl", "-o", folder + "/d"))
        .as("one of several files has no such field")
        .contains(input.getFileName() + ": --text-column 'text' is not a column");
    assertThat(run(1, "dedupe", "-i", folder + "/broken.jsonl", "-o", folder + "/e"))
        .contains("no record can be used; the first: broken.jsonl#0: is not JSON");
    assertThat(run(0, "dedupe", "-i", folder + "/[br]*.jsonl", "-o", folder + "/f"))
        .contains("2 records", "1 rejected");
  }

  @Test
  void failsIfOneOfSeveralFilesDoesNotHaveTheColumn() {
    for (String columns : List.of("'a text' AS text", "'a text' AS body", "1 AS text")) {
      Path file = folder.resolve(columns.replaceAll("\\W", ""));
      LocalSpark.session().sql("SELECT 7 AS id, " + columns).write().parquet(file.toString());
    }
    Path out = folder.resolve("out");

    assertThat(
            run(
                1,
                "dedupe",
                "-i",
                folder + "/atextAS*",
                "-o",
                out.toString(),
                "--format",
                "parquet"))
        .contains("/atextASbody/part-")
        .contains("--text-column 'text' is not a column; it has id, body");
    assertThat(out.resolve("clean")).doesNotExist();
    assertThat(
            run(1, "dedupe", "-i", folder + "/*text", "-o", folder + "/b", "--format", "parquet"))
        .contains("cannot be read as Parquet", "text: STRING", "text: INT");
  }

  @Test
  void goesOnWithAnInterruptedJob() throws Exception {
    Path input = folder.resolve("texts.jsonl");
    Files.writeString(
        input, "{\"text\": \"one two three four\"}\n{\"text\": \"one two three four\"}\n");
    Path out = folder.resolve("out");
    // The limit is checked when the stage "documents" has been written.
    Files.writeString(folder.resolve("broken.jsonl"), "broken\n");
    String both = folder + "/*.jsonl";
    assertThat(run(1, "dedupe", "-i", both, "-o", out.toString(), "--max-rejected", "0"))
        .contains("1 records cannot be used");
    assertThat(out.resolve("_work/documents/_SUCCESS")).exists();

    assertThat(run(1, "dedupe", "-i", both, "-o", out.toString())).contains("is not empty");
    assertThat(run(1, "dedupe", "-i", both, "-o", out.toString(), "--resume", "-d", "3"))
        .contains("the interrupted job had other options");
    Path later = Files.writeString(folder.resolve("later.jsonl"), "{\"text\": \"later\"}\n");
    assertThat(run(1, "dedupe", "-i", both, "-o", out.toString(), "--resume"))
        .contains("had other options or other files");
    Files.delete(later);
    assertThat(run(0, "dedupe", "-i", both, "-o", out.toString(), "--resume"))
        .contains("3 records in 1 groups of near-duplicates: 1 kept, 1 dropped, 1 rejected");
    assertThat(Files.readString(out.resolve("report.json")))
        .doesNotContain("neardup: fingerprints of texts")
        .contains("neardup: distinct fingerprints");
    assertThat(sorted(LocalSpark.session().read().parquet(out + "/dropped").select("id", "kept")))
        .containsExactly("texts.jsonl#31|texts.jsonl#0");
    assertThat(run(1, "dedupe", "-i", both, "-o", out.toString(), "--resume"))
        .contains("has no interrupted job to --resume");
  }
}
