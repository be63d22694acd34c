package io.neardup.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The samples of the repository, whose results on the command line are in docs/command-line.md.
class SampleCorpusTests {

  private static final Path PEPS = Path.of("../docs/samples/peps.ndjson").toAbsolutePath().normalize();

  @TempDir Path folder;

  private static String run(int code, String... arguments) {
    LocalSpark.session();
    StringWriter err = new StringWriter();
    int actual = NeardupSpark.run(new PrintWriter(err), new PrintWriter(err), arguments);
    assertThat(actual).as(err.toString()).isEqualTo(code);
    return err.toString();
  }

  private static List<String> strings(Dataset<Row> rows) {
    List<String> all = new ArrayList<>();
    for (Row row : rows.collectAsList()) {
      all.add(row.mkString("|"));
    }
    return all.stream().sorted().toList();
  }

  @Test
  void keepsTheRecordsThatTheCommandLineKeeps() throws Exception {
    Path out = folder.resolve("out");

    String summary =
        run(0, "dedupe", "-i", PEPS.toString(), "-o", out.toString(), "--id-column", "id", "--recall", "1");

    assertThat(summary)
        .contains("31 records in 12 groups of near-duplicates: 12 kept, 19 dropped, 0 rejected; every pair is found");
    SparkSession spark = LocalSpark.session();
    List<String> lines = Files.readAllLines(PEPS);
    assertThat(strings(spark.read().text(out + "/clean"))).hasSize(12).isSubsetOf(lines);
    assertThat(strings(spark.read().parquet(out + "/dropped").drop("file", "place")))
        .hasSize(19)
        .contains("pep-270.2|pep-270.1|6|near-duplicate", "pep-306.2|pep-306.1|8|near-duplicate");
    assertThat(spark.read().parquet(out + "/kept").count()).isEqualTo(12);
    assertThat(out.resolve("_work")).doesNotExist();
    assertThat(Files.readString(out.resolve("report.json"))).contains("\"groups\" : 12");
  }
}
