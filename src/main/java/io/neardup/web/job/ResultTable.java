package io.neardup.web.job;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Writes results as CSV (RFC 4180) with a header. A group is a row per member; documents with one
/// fingerprint, which are listed once, are a row per pair with the first. Not thread-safe.
final class ResultTable {

  private final List<String> columns;
  private final Writer out;
  private @Nullable JsonNode group; // the first record of the present group

  ResultTable(Writer out, List<String> columns) throws IOException {
    this.columns = columns;
    this.out = out;
    write(columns.stream().map(column -> (Object) column));
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
    write(
        columns.stream()
            .map(column ->
                switch (column) {
                  case "a" -> one;
                  case "b" -> other;
                  case "distance" -> 0;
                  case "similarity", "featureSimilarity" -> 1.0;
                  default -> "";
                }));
  }

  private void row(Function<String, @Nullable JsonNode> values) throws IOException {
    write(columns.stream().map(column -> field(values.apply(column))));
  }

  private static String field(@Nullable JsonNode value) {
    if (value == null || value.isNull()) {
      return "";
    }
    return value.isValueNode() ? value.asString() : value.toString();
  }

  private void write(Stream<Object> fields) throws IOException {
    out.write(CSVFormat.RFC4180.format(fields.toArray()));
    out.write("\r\n");
  }
}
