package io.neardup.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/// Runs commands in this process.
final class Commands {

  private Commands() {}

  /// Runs a command in the shared session.
  ///
  /// @return what it prints
  static String run(int expectedCode, String... arguments) {
    LocalSpark.session();
    StringWriter printed = new StringWriter();
    int code = NeardupSpark.run(new PrintWriter(printed), new PrintWriter(printed), arguments);
    assertThat(code).as(printed.toString()).isEqualTo(expectedCode);
    return printed.toString();
  }

  /// The rows as strings, sorted, their values divided by `|`.
  static List<String> sorted(Dataset<Row> rows) {
    List<String> all = new ArrayList<>();
    rows.collectAsList().forEach(row -> all.add(row.mkString("|")));
    return all.stream().sorted().toList();
  }
}
