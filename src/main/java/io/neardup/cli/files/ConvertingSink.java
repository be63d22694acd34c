package io.neardup.cli.files;

import io.neardup.records.MoreFields;
import io.neardup.records.RecordFault;
import io.neardup.records.Surrogates;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Writes records in another format, whatever their columns are.
public abstract class ConvertingSink implements RecordSink {

  private final List<AddedColumn> added;

  /// @param added columns after the columns of the records
  protected ConvertingSink(List<AddedColumn> added) {
    this.added = added;
  }

  /// Writes a row.
  protected abstract void write(ObjectNode row) throws IOException;

  @Override
  public void begin(RecordSource source, String name) {
    // sources may have any columns
  }

  @Override
  public void write(
      RecordBatch batch, int index, @Nullable String text, List<@Nullable Object> values)
      throws IOException {
    ObjectNode row;
    try {
      row = batch.row(index);
    } catch (RecordFault fault) {
      throw new IllegalStateException("a record that was read", fault);
    }
    for (int i = 0; i < values.size(); i++) {
      Object value = values.get(i);
      row.set(
          added.get(i).name(),
          Rows.JSON.valueToTree(
              value instanceof Double ? new BigDecimal(MoreFields.plain(value)) : value));
    }
    write(row);
  }

  /// A row as JSON on each line.
  ///
  /// @param out is closed with this
  public static RecordSink json(OutputStream out, List<AddedColumn> added) {
    return new ConvertingSink(added) {

      @Override
      protected void write(ObjectNode row) throws IOException {
        String line = Rows.JSON.writeValueAsString(row) + "\n";
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
  public static RecordSink delimited(
      RecordFormat format, RowSchema schema, OutputStream out, List<AddedColumn> added) {
    List<String> names = schema.names();
    TableWriter table = new TableWriter(format, names, out);
    return new ConvertingSink(added) {

      @Override
      protected void write(ObjectNode row) {
        table.row(names.stream().map(name -> Rows.text(row.get(name))).toArray());
      }

      @Override
      public void close() throws IOException {
        table.close();
      }
    };
  }
}
