package io.neardup.cli.files;

import io.neardup.records.JsonFields;
import io.neardup.records.Surrogates;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Writes rows of any columns, of records that are converted from another format.
public interface Rows extends AutoCloseable {

  /// Keeps all digits of numbers.
  JsonMapper JSON =
      JsonMapper.builder(JsonFields.FACTORY)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  /// Writes a row.
  void write(ObjectNode row) throws IOException;

  @Override
  void close() throws IOException;

  /// A row as JSON on each line.
  ///
  /// @param out is closed with this
  static Rows json(OutputStream out) {
    return new Rows() {

      @Override
      public void write(ObjectNode row) throws IOException {
        String line = JSON.writeValueAsString(row) + "\n";
        out.write(
            (Surrogates.hasUnpaired(line) ? Surrogates.escaped(line) : line)
                .getBytes(StandardCharsets.UTF_8));
      }

      @Override
      public void close() throws IOException {
        out.close();
      }
    };
  }

  /// A row on each line of CSV or TSV; null is empty, and values inside others are JSON.
  ///
  /// @param out is closed with this
  static Rows delimited(RecordFormat format, RowSchema schema, OutputStream out) {
    List<String> names = schema.names();
    TableWriter table = new TableWriter(format, names, out);
    return new Rows() {

      @Override
      public void write(ObjectNode row) {
        table.row(names.stream().map(name -> text(row.get(name))).toArray());
      }

      @Override
      public void close() throws IOException {
        table.close();
      }
    };
  }

  /// A value as a text: a string as it is, others as JSON; null for null.
  static @Nullable String text(@Nullable JsonNode value) {
    return value == null || value.isNull()
        ? null
        : value.isString() ? value.stringValue() : value.toString();
  }
}
