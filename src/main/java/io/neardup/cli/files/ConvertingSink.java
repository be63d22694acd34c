package io.neardup.cli.files;

import io.neardup.records.MoreFields;
import io.neardup.records.RecordFault;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Writes records in another format.
///
/// @param rows is closed with this
/// @param added columns after those of the records
public record ConvertingSink(Rows rows, List<AddedColumn> added) implements RecordSink {

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
    rows.write(row);
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
