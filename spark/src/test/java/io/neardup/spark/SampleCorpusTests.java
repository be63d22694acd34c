package io.neardup.spark;

import static io.neardup.spark.Commands.run;
import static io.neardup.spark.Commands.sorted;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.profile.Content;
import io.neardup.profile.Profiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The samples of the repository, whose results on the command line are in docs/command-line.md.
class SampleCorpusTests {

  private static final Path PEPS =
      Path.of("../docs/samples/peps.ndjson").toAbsolutePath().normalize();

  @TempDir Path folder;

  @Test
  void keepsTheRecordsThatTheCommandLineKeeps() throws Exception {
    Path out = folder.resolve("out");

    String summary =
        run(
            0,
            "dedupe",
            "-i",
            PEPS.toString(),
            "-o",
            out.toString(),
            "--id-column",
            "id",
            "--recall",
            "1");

    assertThat(summary)
        .contains(
            "31 records in 12 groups of near-duplicates: 12 kept, 19 dropped, 0 rejected; every pair is found");
    SparkSession spark = LocalSpark.session();
    List<String> lines = Files.readAllLines(PEPS);
    assertThat(sorted(spark.read().text(out + "/clean"))).hasSize(12).isSubsetOf(lines);
    assertThat(sorted(spark.read().parquet(out + "/dropped").drop("file", "place")))
        .hasSize(19)
        .contains("pep-270.2|pep-270.1|6|near-duplicate", "pep-306.2|pep-306.1|8|near-duplicate");
    assertThat(spark.read().parquet(out + "/kept").count()).isEqualTo(12);
    assertThat(out.resolve("_work")).doesNotExist();
    assertThat(Files.readString(out.resolve("report.json"))).contains("\"groups\" : 12");
  }

  @Test
  void listsPairsAndGroupsAndFingerprintsOfTheCommandLine() throws Exception {
    SparkSession spark = LocalSpark.session();
    Path pairs = folder.resolve("pairs");
    run(
        0,
        "pairs",
        "-i",
        PEPS.toString(),
        "-o",
        pairs.toString(),
        "--id-column",
        "id",
        "-d",
        "5",
        "--output-format",
        "csv");
    assertThat(sorted(spark.read().option("header", "true").csv(pairs + "/pairs")))
        .contains("pep-619.1|pep-619.2|1", "pep-619.1|pep-619.3|1");

    Path groups = folder.resolve("groups");
    run(
        0,
        "groups",
        "-i",
        PEPS.toString(),
        "-o",
        groups.toString(),
        "--id-column",
        "id",
        "--by",
        "star",
        "--survivor",
        "last");
    Dataset<Row> members = spark.read().parquet(groups + "/groups");
    assertThat(members.where("kept").count()).isEqualTo(12);
    assertThat(members.count()).isEqualTo(31);
    assertThat(sorted(members.where("not kept and distance > 54"))).isEmpty();

    Path fingerprints = folder.resolve("fingerprints");
    run(
        0,
        "fingerprint",
        "-i",
        PEPS.toString(),
        "-o",
        fingerprints.toString(),
        "--id-column",
        "id",
        "--profile",
        "paper-v1");
    Dataset<Row> sketched = spark.read().parquet(fingerprints + "/fingerprints");
    assertThat(sketched.columns()).containsExactly("id", "fingerprint", "features");
    String expected =
        new Profiles()
            .find("paper-v1")
            .orElseThrow()
            .sketch(
                new Content.Text(
                    spark
                        .read()
                        .json(PEPS.toString())
                        .where("id = 'pep-270.1'")
                        .first()
                        .getAs("text")))
            .fingerprint()
            .toString();
    assertThat(sorted(sketched.where("id = 'pep-270.1'").select("fingerprint")))
        .containsExactly(expected);
  }
}
