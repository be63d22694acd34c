package io.neardup.web.job;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.function.Function;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Writes results as CSV (RFC 4180) with a header. A group is a row per member; documents with one
/// fingerprint, which are listed once, are a row per pair with the first. Not thread-safe.
final class ResultTable {

  private final List<String> columns;
  private final CSVPrinter rows;
  private @Nullable JsonNode group; // the first record of the present group

  ResultTable(Writer out, List<String> columns) throws IOException {
    this.columns = columns;
    this.rows = new CSVPrinter(out, CSVFormat.RFC4180);
    rows.printRecord(columns);
  }

  /// Adds a result.
  void add(JsonNode result) throws IOException {
    if (result.has("members")) {
      JsonNode first = group == null || result.has("survivor") ? result : group;
      group = first;
      for (JsonNode member : result.get("members")) {
        row(column -> member.has(column) ? member.get(column) : first.get(column));
      }
    } else if (result.has("equalTo")) {
      for (JsonNode id : result.path("ids")) {
        if (!id.equals(result.get("equalTo"))) {
          equal(result.get("equalTo").asString(), id.asString());
        }
      }
    } else {
      row(result::get);
    }
  }

  private void equal(String one, String other) throws IOException {
    for (String column : columns) {
      rows.print(
          switch (column) {
            case "a" -> one;
            case "b" -> other;
            case "distance" -> 0;
            case "similarity", "featureSimilarity" -> 1.0;
            default -> null;
          });
    }
    rows.println();
  }

  private void row(Function<String, @Nullable JsonNode> values) throws IOException {
    for (String column : columns) {
      JsonNode value = values.apply(column);
      rows.print(
          value == null || value.isNull()
              ? null
              : value.isValueNode() ? value.asString() : value.toString());
    }
    rows.println();
  }

  /// Writes what was added.
  void flush() throws IOException {
    rows.flush();
  }
}
