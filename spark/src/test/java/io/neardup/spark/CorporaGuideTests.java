package io.neardup.spark;

import static io.neardup.spark.Commands.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Executes the commands and queries of docs/corpora.md, and compares what they print.
class CorporaGuideTests {

  private static final Path DOCS = Path.of("../docs").toAbsolutePath().normalize();
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(sh|sql|err|out)\n(.*?)^```$");

  @TempDir Path folder;

  @Test
  void everyCommandAndQueryPrintsWhatIsShown() throws Exception {
    SparkSession spark = LocalSpark.session();
    NeardupFunctions.register(spark);
    List<MatchResult> blocks =
        BLOCK.matcher(Files.readString(DOCS.resolve("corpora.md"))).results().toList();
    StringBuilder printed = new StringBuilder();
    StringBuilder shown = new StringBuilder();
    String last = "";
    for (MatchResult block : blocks) {
      String content = block.group(2);
      switch (block.group(1)) {
        case "sh" -> last = content.lines().map(this::command).collect(Collectors.joining());
        case "sql" -> last = query(spark, content);
        default -> {
          printed.append(last);
          shown.append(content);
        }
      }
    }

    assertThat(printed.toString()).isEqualTo(shown.toString());
    assertThat(blocks).hasSizeGreaterThan(8);
  }

  private String command(String line) {
    String prefix = "spark-submit neardup-spark.jar ";
    assertThat(line).startsWith(prefix);
    String[] arguments = line.substring(prefix.length()).split(" ");
    for (int i = 1; i < arguments.length; i++) {
      if (arguments[i - 1].equals("--input")) {
        arguments[i] = DOCS.resolve("samples").resolve(arguments[i]).toString();
      } else if (arguments[i - 1].matches("--output|--against")) {
        arguments[i] = folder.resolve(arguments[i]).toString();
      }
    }
    return run(0, arguments).replace(folder + "/", "");
  }

  private String query(SparkSession spark, String sql) {
    return spark.sql(sql.replace("parquet.`", "parquet.`" + folder + "/")).collectAsList().stream()
        .map(row -> row.mkString("\t") + "\n")
        .collect(Collectors.joining());
  }
}
