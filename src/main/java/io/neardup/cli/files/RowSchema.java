package io.neardup.cli.files;

import io.neardup.records.RecordFault;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The columns of rows, in the order in which they are met, with the kinds of their values.
public final class RowSchema {

  private static final int MAX_COLUMNS = 10_000;

  private final Map<String, ColumnType> kinds = new LinkedHashMap<>();

  /// Kinds of values.
  public enum ColumnType {
    /// Nothing but null.
    NONE,

    /// Booleans.
    FLAG,

    /// Integers of 64 bits.
    INTEGER,

    /// Integers of 64 bits, some of which a double does not represent.
    LARGE,

    /// Other numbers.
    NUMBER,

    /// Strings, or strings and other scalar values.
    STRING,

    /// Objects and arrays, also with other values.
    JSON;

    private static ColumnType of(JsonNode value) {
      return switch (value.getNodeType()) {
        case BOOLEAN -> FLAG;
        case NUMBER -> ofNumber(value);
        case OBJECT, ARRAY -> JSON;
        case NULL, MISSING -> NONE;
        default -> STRING;
      };
    }

    private static final long EXACT = 1L << 53; // up to which doubles are all integers

    private static ColumnType ofNumber(JsonNode value) {
      if (!value.isIntegralNumber()) {
        double nearest = value.decimalValue().doubleValue();
        boolean vanishes = nearest == 0 && value.decimalValue().signum() != 0;
        return Double.isFinite(nearest) && !vanishes ? NUMBER : STRING;
      }
      return !value.canConvertToLong()
          ? STRING
          : Math.abs(value.longValue()) <= EXACT ? INTEGER : LARGE;
    }

    private ColumnType and(ColumnType other) {
      ColumnType lower = compareTo(other) < 0 ? this : other;
      ColumnType higher = lower == this ? other : this;
      return lower == NONE || lower == higher || higher == JSON || lower == INTEGER
          ? higher
          : STRING;
    }
  }

  /// The columns of some records.
  ///
  /// @param requested the indexes of the records that count
  /// @throws FileFailure if one cannot be read any more
  public static RowSchema of(InputFile file, RecordBatch batch, IntPredicate requested) {
    RowSchema schema = new RowSchema();
    try {
      for (int i = 0; i < batch.size(); i++) {
        if (requested.test(i)) {
          ObjectNode row = batch.row(i);
          row.forEachEntry((name, value) -> schema.add(name, ColumnType.of(value)));
        }
      }
      return schema;
    } catch (RecordFault fault) {
      throw FileFailure.changed(file.name(), fault);
    }
  }

  /// Adds the columns of further rows.
  public void add(RowSchema other) {
    other.kinds.forEach(this::add);
  }

  /// Adds a column.
  public void add(String name, ColumnType kind) {
    kinds.merge(name, kind, ColumnType::and);
    if (kinds.size() > MAX_COLUMNS) {
      throw new FileFailure(
          "records have more than " + MAX_COLUMNS + " columns in all; name an output .jsonl");
    }
  }

  /// The names of the columns.
  public List<String> names() {
    return List.copyOf(kinds.keySet());
  }

  /// The kinds of the values, by column.
  public Map<String, ColumnType> kinds() {
    return kinds;
  }
}
