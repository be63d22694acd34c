package io.neardup.cli.files;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.JsonStringEncoder;

/// Writes rows of results with fixed columns, as JSON lines, CSV or TSV. Values are strings,
/// numbers, booleans or null; the character that separates fields, and line feeds, become spaces in
/// TSV.
public final class TableWriter implements AutoCloseable {

  private final RecordFormat format;
  private final List<String> columns;
  private final OutputStream out;
  private final StringBuilder line = new StringBuilder();

  /// @param format JSON lines, CSV or TSV
  /// @param columns their names
  /// @param out is closed with this
  public TableWriter(RecordFormat format, List<String> columns, OutputStream out) {
    this.format = format;
    this.columns = columns;
    this.out = out;
    if (format.hasHeader()) {
      for (int i = 0; i < columns.size(); i++) {
        delimited(i, columns.get(i));
      }
      end();
    }
  }

  /// Writes a row.
  ///
  /// @param values one for each column
  public void row(@Nullable Object... values) {
    if (format.hasHeader()) {
      for (int i = 0; i < values.length; i++) {
        delimited(i, values[i]);
      }
    } else {
      line.append('{');
      for (int i = 0; i < values.length; i++) {
        json(i, values[i]);
      }
      line.append('}');
    }
    end();
  }

  private void json(int column, @Nullable Object value) {
    line.append(column == 0 ? "\"" : ", \"").append(columns.get(column)).append("\": ");
    if (value instanceof String string) {
      line.append('"');
      JsonStringEncoder.getInstance().quoteAsString(string, line);
      line.append('"');
    } else {
      line.append(plain(value));
    }
  }

  private void delimited(int column, @Nullable Object value) {
    String field = value == null ? "" : plain(value);
    if (format == RecordFormat.TSV) {
      line.append(column == 0 ? "" : "\t").append(field.replaceAll("[\t\r\n]", " "));
      return;
    }
    line.append(column == 0 ? "" : ",");
    if (field.matches("(?s).*[\",\r\n].*")) {
      line.append('"').append(field.replace("\"", "\"\"")).append('"');
    } else {
      line.append(field);
    }
  }

  private static String plain(@Nullable Object value) {
    return value instanceof Double number
        ? BigDecimal.valueOf(number).stripTrailingZeros().toPlainString()
        : String.valueOf(value);
  }

  private void end() {
    try {
      out.write(line.append('\n').toString().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    line.setLength(0);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
