package io.neardup.spark;

import static io.neardup.spark.Commands.run;
import static io.neardup.spark.Commands.sorted;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is lost with dropped records, as the command line has it for the same ones.
class LossTests {

  private static final Path PEPS =
      Path.of("../docs/samples/peps.ndjson").toAbsolutePath().normalize();

  @TempDir Path folder;

  private String job(Path input, String... options) {
    return run(
        0,
        Stream.concat(
                Stream.of("dedupe", "-i", input.toString(), "-o", folder + "/out"),
                Stream.concat(Stream.of("--id-column", "id"), Stream.of(options)))
            .toArray(String[]::new));
  }

  private Dataset<Row> list(String name) {
    return LocalSpark.session().read().parquet(folder + "/out/" + name);
  }

  private String report() throws IOException {
    return Files.readString(folder.resolve("out/report.json")).replaceAll("\\s+", " ");
  }

  @Test
  void limitsWhatIsLost() throws IOException {
    assertThat(job(PEPS, "--max-unique", "0.01"))
        .contains(
            "31 records in 10 groups of near-duplicates: 16 kept, 15 dropped",
            "4 records are near another one and kept",
            "16 candidates compared by their features, 0 refused");
    assertThat(list("dropped").where("unique > 0.01").count()).isZero();
    assertThat(report())
        .contains(
            "\"unique\" : [ { \"upTo\" : 0.0, \"records\" : 5 }, { \"upTo\" : 0.05, \"records\" : 10 }");
  }

  /// Forms in which few words differ, and copies of one of them with an error in common words.
  @Test
  void keepsVariantsOfAForm() throws IOException {
    List<String> lines = new ArrayList<>();
    String form =
        "this %s of the brand %s has a warranty of two years is sent within three days of the order"
            + " and may be returned within a month if it does not please you or does not fit";
    String[] things = {"lamp", "chair", "kettle", "desk", "shelf", "clock", "mirror", "carpet"};
    for (int i = 0; i < 40; i++) {
      String text = form.formatted(things[i % things.length] + i, "maker" + i);
      lines.add("{\"id\": \"f%02d\", \"text\": \"%s\"}".formatted(i, text));
    }
    String copy = form.formatted("lamp0", "maker0").replace("three days", "four days");
    lines.add("{\"id\": \"g\", \"text\": \"%s\"}".formatted(copy));
    Path input = Files.write(folder.resolve("in.jsonl"), lines);

    assertThat(job(input)).contains("39 are variants, which --variants keep keeps");
    assertThat(sorted(list("dropped").groupBy("kind").count()))
        .containsExactly("copy|1", "variant|39");

    Path all = folder.resolve("out");
    Files.move(all, folder.resolve("all"));
    assertThat(job(input, "--variants", "keep", "--survivor", "first")).contains("1 dropped");
    assertThat(sorted(list("dropped").select("id", "kept", "kind"))).containsExactly("g|f00|copy");
    assertThat(report()).contains("\"variants\" : 0", "\"nearAndKept\" : 39");
  }

  @Test
  void lossesCanBeLeftOut() {
    job(PEPS, "--no-losses");
    assertThat(list("dropped").columns())
        .containsExactly("id", "kept", "distance", "reason", "file", "place");
  }
}
