package io.neardup.cli.files;

import static java.util.stream.Collectors.joining;

import io.neardup.records.MoreFields;
import io.neardup.records.Surrogates;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.JsonStringEncoder;

/// Writes rows of results with fixed columns, as JSON lines, CSV or TSV. Values are strings,
/// numbers, booleans or null; the character that separates fields, and line feeds, become spaces in
/// TSV. Only JSON can represent unpaired surrogates.
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
      Map<String, String> written = new HashMap<>();
      for (String column : columns) {
        String other =
            written.put(format == RecordFormat.TSV ? withoutTabs(column) : column, column);
        if (other != null) {
          throw new FileFailure(
              "columns '"
                  + other
                  + "' and '"
                  + column
                  + "' would have the same name in tsv, where tabs and line ends become spaces; write"
                  + " csv or jsonl");
        }
      }
      delimited(columns.toArray());
      end();
    }
  }

  /// Writes a row.
  ///
  /// @param all one for each column; further ones are not written
  public void row(@Nullable Object... all) {
    @Nullable Object[] values = Arrays.copyOf(all, columns.size());
    if (format.hasHeader()) {
      delimited(values);
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
      line.append(MoreFields.plain(value));
    }
  }

  private void delimited(@Nullable Object... values) {
    Stream<String> fields =
        Arrays.stream(values).map(value -> value == null ? "" : MoreFields.plain(value));
    line.append(
        format == RecordFormat.TSV
            ? fields.map(TableWriter::withoutTabs).collect(joining("\t"))
            : CSVFormat.RFC4180.format(fields.toArray()));
  }

  private static String withoutTabs(String field) {
    return field.replaceAll("[\t\r\n]", " ");
  }

  private void end() {
    String row = line.append('\n').toString();
    if (Surrogates.hasUnpaired(row)) {
      if (format.hasHeader()) {
        throw new FileFailure(
            "a value has half of a surrogate pair, which "
                + format
                + " cannot represent; write jsonl: "
                + Surrogates.escaped(row.strip()));
      }
      row = Surrogates.escaped(row);
    }
    try {
      out.write(row.getBytes(StandardCharsets.UTF_8));
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
