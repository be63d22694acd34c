package io.neardup.cli.parquet;

import io.neardup.cli.files.ColumnNames;
import io.neardup.cli.files.FileFailure;
import io.neardup.cli.files.RecordBatch;
import io.neardup.cli.files.Rows;
import io.neardup.records.RecordFault;
import io.neardup.records.RecordFields;
import java.math.BigDecimal;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.temporal.JulianFields;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.NanoTime;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapKeyValueTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Some rows of a Parquet file.
///
/// @param first the number of the first row, from 1
record ParquetBatch(List<Group> rows, long first, ParquetColumns columns) implements RecordBatch {

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
    List<String> texts = new ArrayList<>();
    for (int[] path : columns.texts()) {
      ParquetColumns.each(
          row, path, 0, (group, field, i) -> texts.add(text(group.getBinary(field, i))));
    }
    List<String> ids = new ArrayList<>(1);
    int[] id = columns.id();
    if (id != null) {
      ParquetColumns.each(row, id, 0, (group, field, i) -> ids.add(value(group, field, i)));
    }
    String ofRow = ids.isEmpty() ? null : ids.getFirst();
    if (texts.isEmpty()) {
      throw RecordFault.ofNulls("column", columns.names(), ofRow);
    }
    if (texts.size() > 1) {
      texts.removeIf(String::isEmpty);
    }
    return new RecordFields(ofRow, String.join(ColumnNames.JOINT, texts));
  }

  @Override
  public ObjectNode row(int index) {
    return object(rows.get(index));
  }

  private static ObjectNode object(Group group) {
    ObjectNode object = Rows.JSON.createObjectNode();
    GroupType type = group.getType();
    for (int field = 0; field < type.getFieldCount(); field++) {
      int count = group.getFieldRepetitionCount(field);
      Type column = type.getType(field);
      JsonNode value =
          column.isRepetition(Repetition.REPEATED)
              ? array(group, field)
              : count == 0 ? Rows.JSON.nullNode() : node(group, field, 0);
      object.set(column.getName(), value);
    }
    return object;
  }

  private static ArrayNode array(Group group, int field) {
    ArrayNode array = Rows.JSON.createArrayNode();
    for (int i = 0; i < group.getFieldRepetitionCount(field); i++) {
      array.add(node(group, field, i));
    }
    return array;
  }

  private static JsonNode node(Group group, int field, int i) {
    Type type = group.getType().getType(field);
    if (!type.isPrimitive()) {
      Group inner = group.getGroup(field, i);
      return ParquetColumns.isList(type)
          ? list(inner)
          : isMap(inner.getType()) ? map(inner) : object(inner);
    }
    return switch (type.asPrimitiveType().getPrimitiveTypeName()) {
      case BOOLEAN -> Rows.JSON.valueToTree(group.getBoolean(field, i));
      case FLOAT -> finite(group.getFloat(field, i), value(group, field, i));
      case DOUBLE -> finite(group.getDouble(field, i), value(group, field, i));
      default ->
          isNumber(type)
              ? number(value(group, field, i))
              : type.getLogicalTypeAnnotation() instanceof JsonLogicalTypeAnnotation
                  ? json(value(group, field, i))
                  : Rows.JSON.valueToTree(value(group, field, i));
    };
  }

  /// What a column of JSON has, a string if it is not JSON.
  private static JsonNode json(String value) {
    try {
      JsonNode read = Rows.JSON.readTree(value);
      return read.isMissingNode() ? Rows.JSON.valueToTree(value) : read;
    } catch (JacksonException _) {
      return Rows.JSON.valueToTree(value);
    }
  }

  /// The elements of a list, which are in a repeated group of one field, or are repeated
  /// themselves.
  private static ArrayNode list(Group list) {
    Type repeated = list.getType().getType(0);
    if (repeated.isPrimitive() || repeated.asGroupType().getFieldCount() != 1) {
      return array(list, 0);
    }
    ArrayNode array = Rows.JSON.createArrayNode();
    for (int i = 0; i < list.getFieldRepetitionCount(0); i++) {
      Group element = list.getGroup(0, i);
      array.add(
          element.getFieldRepetitionCount(0) == 0 ? Rows.JSON.nullNode() : node(element, 0, 0));
    }
    return array;
  }

  private static boolean isMap(GroupType type) {
    return switch (type.getLogicalTypeAnnotation()) {
      case MapLogicalTypeAnnotation _, MapKeyValueTypeAnnotation _ ->
          type.getFieldCount() == 1
              && !type.getType(0).isPrimitive()
              && type.getType(0).isRepetition(Repetition.REPEATED)
              && type.getType(0).asGroupType().getFieldCount() <= 2;
      case null, default -> false;
    };
  }

  /// The values of a map by their keys, the last one of a key; a list of its entries if keys are no
  /// strings.
  private static JsonNode map(Group map) {
    GroupType entry = map.getType().getType(0).asGroupType();
    if (!ParquetSource.isText(entry.getType(0))) {
      return array(map, 0);
    }
    ObjectNode values = Rows.JSON.createObjectNode();
    for (int i = 0; i < map.getFieldRepetitionCount(0); i++) {
      Group each = map.getGroup(0, i);
      String key = each.getFieldRepetitionCount(0) == 0 ? "null" : value(each, 0, 0);
      boolean hasValue = entry.getFieldCount() > 1 && each.getFieldRepetitionCount(1) > 0;
      values.set(key, hasValue ? node(each, 1, 0) : Rows.JSON.nullNode());
    }
    return values;
  }

  private static boolean isNumber(Type type) {
    return switch (type.getLogicalTypeAnnotation()) {
      case null ->
          type.asPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.INT32
              || type.asPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.INT64;
      case IntLogicalTypeAnnotation _, DecimalLogicalTypeAnnotation _ -> true;
      default -> false;
    };
  }

  private static JsonNode finite(double value, String digits) {
    return Double.isFinite(value) ? number(digits) : Rows.JSON.nullNode();
  }

  private static JsonNode number(String digits) {
    BigDecimal number = new BigDecimal(digits);
    return digits.matches("-?\\d+")
        ? Rows.JSON.valueToTree(number.toBigIntegerExact())
        : Rows.JSON.valueToTree(number);
  }

  /// A copy of a row with another text.
  ///
  /// @throws FileFailure if it may have several texts
  Group replaced(int index, String text) {
    Group row = rows.get(index);
    int[] path = columns.texts().getFirst();
    if (!ParquetColumns.isSingle(row.getType(), path)) {
      throw new FileFailure(
          "column '"
              + columns.names().getFirst()
              + "' is a list; passages can be removed from a single string only");
    }
    return ParquetColumns.replaced(row, path, 0, text);
  }

  private String text(Binary value) throws RecordFault {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(value.toByteBuffer()).toString();
    } catch (CharacterCodingException _) {
      throw new RecordFault(
          0,
          "column '"
              + String.join("', '", columns.names())
              + "' is not UTF-8; name a column of texts by --text");
    }
  }

  /// A value as its type is written, such as a date; bytes without a type are a text if they are
  /// UTF-8.
  private static String value(Group row, int field, int i) {
    PrimitiveType type = row.getType().getType(field).asPrimitiveType();
    return switch (type.getPrimitiveTypeName()) {
      case INT32 -> utc(type.stringifier().stringify(row.getInteger(field, i)));
      case INT64 -> utc(type.stringifier().stringify(row.getLong(field, i)));
      case INT96 -> time(NanoTime.fromBinary(row.getInt96(field, i)));
      case BINARY, FIXED_LEN_BYTE_ARRAY -> bytes(type, row.getBinary(field, i));
      default -> row.getValueToString(field, i);
    };
  }

  /// A time as of ISO 8601, whose extended form has a colon in the zone.
  private static String utc(String time) {
    return time.endsWith("+0000") ? time.substring(0, time.length() - 5) + "Z" : time;
  }

  /// A time of the deprecated type INT96, whose zone is not known.
  private static String time(NanoTime time) {
    return LocalDate.EPOCH
        .with(JulianFields.JULIAN_DAY, time.getJulianDay())
        .atStartOfDay()
        .plusNanos(time.getTimeOfDayNanos())
        .format(DateTimeFormatter.ISO_LOCAL_DATE_TIME);
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
