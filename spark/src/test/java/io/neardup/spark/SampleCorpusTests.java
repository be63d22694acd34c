package io.neardup.spark;

import static io.neardup.spark.Commands.run;
import static io.neardup.spark.Commands.sorted;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.profile.Content;
import io.neardup.profile.Profiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
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
        run(0, "dedupe", "-i", PEPS.toString(), "-o", out.toString(), "--id-column", "id");

    assertThat(summary)
        .contains(
            "31 records in 12 groups of near-duplicates: 12 kept, 19 dropped, 0 rejected; every"
                + " pair is found");
    SparkSession spark = LocalSpark.session();
    List<String> lines = Files.readAllLines(PEPS);
    assertThat(sorted(spark.read().text(out + "/clean"))).hasSize(12).isSubsetOf(lines);
    assertThat(parts(out.resolve("clean"))).isNotEmpty().allMatch(name -> name.endsWith(".jsonl"));
    assertThat(Files.readString(out.resolve("report.json")))
        .contains("\"by\" : \"star\"", "\"survivor\" : \"central\"")
        .doesNotContain("\"beyond\"");
    assertThat(sorted(spark.read().parquet(out + "/dropped").drop("file", "place")))
        .hasSize(19)
        .contains(
            "pep-270.2|pep-270.1|6|near-duplicate|copy|0.9593|0.0192",
            "pep-306.2|pep-306.1|8|near-duplicate|copy|0.9476|0.0056");
    assertThat(spark.read().parquet(out + "/kept").count()).isEqualTo(12);
    assertThat(out.resolve("_work")).doesNotExist();
    assertThat(Files.readString(out.resolve("report.json"))).contains("\"groups\" : 12");
  }

  /// Compressed files have both extensions, as the command line and other tools expect.
  @Test
  void compressedLinesKeepTheirExtension() throws Exception {
    SparkSession spark = LocalSpark.session();
    String codec = "mapreduce.output.fileoutputformat.compress";
    spark.sparkContext().hadoopConfiguration().setBoolean(codec, true);
    Path out = folder.resolve("compressed");
    try {
      String[] arguments = {
        "dedupe", "-i", PEPS.toString(), "-o", out.toString(), "--by", "components"
      };
      assertThat(run(0, arguments)).contains("31 records in 12 groups");
    } finally {
      spark.sparkContext().hadoopConfiguration().unset(codec);
    }
    assertThat(parts(out.resolve("clean")))
        .isNotEmpty()
        .allMatch(name -> name.matches("part-.*\\.jsonl\\.(deflate|gz|zst)"));
    assertThat(spark.read().text(out + "/clean").count()).isEqualTo(12);
    assertThat(Files.readString(out.resolve("report.json")))
        .contains("\"beyond\" : 0", "\"survivor\" : \"first\"");
  }

  private static List<String> parts(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("part-"))
          .toList();
    }
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
        "last",
        "--output-format",
        "json");
    Dataset<Row> members = spark.read().json(groups + "/groups");
    assertThat(parts(groups.resolve("groups"))).allMatch(name -> name.endsWith(".jsonl"));
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
