package io.neardup.spark;

import static io.neardup.spark.Commands.run;
import static io.neardup.spark.Commands.sorted;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
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
}
