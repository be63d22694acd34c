package io.neardup.spark.input;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/// The columns or fields of a record that the job reads.
///
/// @param text of the text
/// @param id of the id; null if records are named by file and place
/// @param maxChars the longest text, in Unicode code points
/// @param values further ones, by which records are preferred
/// @param absent names that no record may have, as columns of these names are added
public record InputColumns(
    String text, @Nullable String id, int maxChars, List<String> values, List<String> absent)
    implements Serializable {

  /// What is wrong with the columns of the text and of the id, null if nothing is.
  @Nullable String wrong(StructType schema) {
    String wrong = wrong(schema, "--text-column", text, true);
    return wrong == null && id != null ? wrong(schema, "--id-column", id, false) : wrong;
  }

  /// What is wrong with a column.
  ///
  /// @param isText whether it has to be of strings, not also of numbers or times
  static @Nullable String wrong(StructType schema, String option, String name, boolean isText) {
    if (!List.of(schema.fieldNames()).contains(name)) {
      return option
          + " '"
          + name
          + "' is not a column; it has "
          + String.join(", ", schema.fieldNames());
    }
    DataType type = schema.apply(name).dataType();
    boolean nested =
        type instanceof StructType || type instanceof ArrayType || type instanceof MapType;
    if (nested || isText && !type.equals(DataTypes.StringType)) {
      return option
          + " '"
          + name
          + "' must be a column of strings"
          + (isText ? "" : " or numbers")
          + ", is one of "
          + type.simpleString();
    }
    return null;
  }
}
