package io.neardup.cli.parquet;

import io.neardup.cli.files.ColumnNames.Chosen;
import io.neardup.cli.files.RecordBatch;
import io.neardup.records.RecordFault;
import io.neardup.records.RecordFields;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/// Some rows of a Parquet file.
///
/// @param first the number of the first row, from 1
record ParquetBatch(List<Group> rows, long first, Chosen columns) implements RecordBatch {

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

  /// A copy of a row with another text.
  Group replaced(int index, String text) {
    Group row = rows.get(index);
    GroupType type = row.getType();
    int replacedField = type.getFieldIndex(columns.text());
    SimpleGroup copy = new SimpleGroup(type);
    for (int field = 0; field < type.getFieldCount(); field++) {
      for (int i = 0; i < row.getFieldRepetitionCount(field); i++) {
        if (field == replacedField) {
          copy.add(field, Binary.fromString(text));
        } else {
          copy(row, field, i, copy);
        }
      }
    }
    return copy;
  }

  private static void copy(Group row, int field, int i, SimpleGroup copy) {
    if (!row.getType().getType(field).isPrimitive()) {
      copy.add(field, row.getGroup(field, i));
      return;
    }
    switch (row.getType().getType(field).asPrimitiveType().getPrimitiveTypeName()) {
      case INT32 -> copy.add(field, row.getInteger(field, i));
      case INT64 -> copy.add(field, row.getLong(field, i));
      case INT96 -> copy.add(field, row.getInt96(field, i));
      case BOOLEAN -> copy.add(field, row.getBoolean(field, i));
      case FLOAT -> copy.add(field, row.getFloat(field, i));
      case DOUBLE -> copy.add(field, row.getDouble(field, i));
      case BINARY, FIXED_LEN_BYTE_ARRAY -> copy.add(field, row.getBinary(field, i));
    }
  }

  private String text(Binary value) throws RecordFault {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(value.toByteBuffer()).toString();
    } catch (CharacterCodingException _) {
      throw new RecordFault(
          0, "column '" + columns.text() + "' is not UTF-8; name a column of texts by --text");
    }
  }

  /// A value as a text; bytes that are not UTF-8, such as UUIDs, as their type is written.
  private static @Nullable String value(Group row, String column) {
    int field = row.getType().getFieldIndex(column);
    if (row.getFieldRepetitionCount(field) == 0) {
      return null;
    }
    PrimitiveType type = row.getType().getType(field).asPrimitiveType();
    return switch (type.getPrimitiveTypeName()) {
      case INT32 -> number(type, row.getInteger(field, 0) & 0xFFFF_FFFFL, row, field);
      case INT64 -> number(type, row.getLong(field, 0), row, field);
      case INT96 -> type.stringifier().stringify(row.getInt96(field, 0));
      case BINARY, FIXED_LEN_BYTE_ARRAY -> bytes(type, row.getBinary(field, 0));
      default -> row.getValueToString(field, 0);
    };
  }

  private static String number(PrimitiveType type, long unsigned, Group row, int field) {
    return type.getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation number
            && !number.isSigned()
        ? Long.toUnsignedString(unsigned)
        : row.getValueToString(field, 0);
  }

  private static String bytes(PrimitiveType type, Binary value) {
    if (type.getLogicalTypeAnnotation() == null) {
      try {
        return StandardCharsets.UTF_8.newDecoder().decode(value.toByteBuffer()).toString();
      } catch (CharacterCodingException _) {
        // in hex
      }
    }
    return type.stringifier().stringify(value);
  }
}
