package io.neardup.cli.parquet;

import io.neardup.cli.files.RecordBatch;
import io.neardup.cli.files.RecordColumns;
import io.neardup.records.RecordFault;
import io.neardup.records.RecordFields;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.io.api.Binary;
import org.jspecify.annotations.Nullable;

/// Some rows of a Parquet file.
///
/// @param first the number of the first row, from 1
record ParquetBatch(List<Group> rows, long first, RecordColumns columns) implements RecordBatch {

  @Override
  public int size() {
    return rows.size();
  }

  @Override
  public long line(int index) {
    return first + index;
  }

  @Override
  public RecordFields read(int index) throws RecordFault {
    Group row = rows.get(index);
    int field = row.getType().getFieldIndex(columns.text());
    if (row.getFieldRepetitionCount(field) == 0) {
      throw new RecordFault(0, "column '" + columns.text() + "' is null");
    }
    String id = columns.id();
    return new RecordFields(id == null ? null : value(row, id), text(row.getBinary(field, 0)));
  }

  private String text(Binary value) throws RecordFault {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(value.toByteBuffer()).toString();
    } catch (CharacterCodingException _) {
      throw new RecordFault(
          0, "column '" + columns.text() + "' is not UTF-8; name a column of texts by --text");
    }
  }

  private static @Nullable String value(Group row, String column) {
    int field = row.getType().getFieldIndex(column);
    return row.getFieldRepetitionCount(field) == 0 ? null : row.getValueToString(field, 0);
  }
}
