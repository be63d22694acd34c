package io.neardup.cli.parquet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.jspecify.annotations.Nullable;

/// The columns of rows that are read. A path is the index of a field in each group on its way.
///
/// @param names of the columns of the text
/// @param texts their paths
/// @param id the path of the id, null without one
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
record ParquetColumns(List<String> names, List<int[]> texts, int @Nullable [] id) {

  static final ParquetColumns NONE = new ParquetColumns(List.of(), List.of(), null);

  /// The paths to the columns of a kind that a name such as `doc.body` has, with single values or
  /// lists of them. There are several if a column `doc.body` is beside a group `doc`.
  static List<int[]> paths(GroupType type, String name, Predicate<PrimitiveType> kind) {
    List<int[]> paths = new ArrayList<>();
    for (int i = 0; i < type.getFieldCount(); i++) {
      Type field = type.getType(i);
      if (!name.startsWith(field.getName())) {
        continue;
      }
      String rest = name.substring(field.getName().length());
      int[] path = {i};
      while (isList(field)) { // a repeated group with one field, or a repeated value
        field = field.asGroupType().getType(0);
        path = append(path, 0);
        if (!field.isPrimitive() && field.asGroupType().getFieldCount() == 1) {
          field = field.asGroupType().getType(0);
          path = append(path, 0);
        }
      }
      if (rest.isEmpty() && field.isPrimitive() && kind.test(field.asPrimitiveType())) {
        paths.add(path);
      }
      if (rest.startsWith(".") && !field.isPrimitive()) {
        for (int[] inner : paths(field.asGroupType(), rest.substring(1), kind)) {
          paths.add(append(path, inner));
        }
      }
    }
    return paths;
  }

  static boolean isList(Type type) {
    return type.getLogicalTypeAnnotation() instanceof ListLogicalTypeAnnotation
        && !type.isPrimitive()
        && type.asGroupType().getFieldCount() == 1;
  }

  private static int[] append(int[] path, int... more) {
    int[] appended = Arrays.copyOf(path, path.length + more.length);
    System.arraycopy(more, 0, appended, path.length, more.length);
    return appended;
  }

  /// The names of all columns of a kind, also inside groups.
  static List<String> names(GroupType type, Predicate<PrimitiveType> kind) {
    List<String> names = new ArrayList<>();
    for (Type field : type.getFields()) {
      if (!paths(type, field.getName(), kind).isEmpty()) {
        names.add(field.getName());
      } else if (!field.isPrimitive() && !isList(field)) {
        names(field.asGroupType(), kind).forEach(name -> names.add(field.getName() + "." + name));
      }
    }
    return names;
  }

  /// Receives the group and the index of the field at the end of a path, with the index of a value.
  @FunctionalInterface
  interface ValueReader<E extends Exception> {
    void value(Group group, int field, int index) throws E;
  }

  /// Passes all values at a path on.
  static <E extends Exception> void each(Group group, int[] path, int depth, ValueReader<E> reader)
      throws E {
    int field = path[depth];
    for (int i = 0; i < group.getFieldRepetitionCount(field); i++) {
      if (depth == path.length - 1) {
        reader.value(group, field, i);
      } else {
        each(group.getGroup(field, i), path, depth + 1, reader);
      }
    }
  }

  /// A copy of a row with another text at a path.
  static Group replaced(Group row, int[] path, int depth, String text) {
    GroupType type = row.getType();
    SimpleGroup copy = new SimpleGroup(type);
    for (int field = 0; field < type.getFieldCount(); field++) {
      for (int i = 0; i < row.getFieldRepetitionCount(field); i++) {
        if (field != path[depth]) {
          copy(row, field, i, copy);
        } else if (depth == path.length - 1) {
          copy.add(field, Binary.fromString(text));
        } else {
          copy.add(field, replaced(row.getGroup(field, i), path, depth + 1, text));
        }
      }
    }
    return copy;
  }

  /// Whether a column has no more than one text in a row.
  static boolean isSingle(GroupType type, int[] path) {
    GroupType group = type;
    for (int i = 0; i < path.length; i++) {
      Type field = group.getType(path[i]);
      if (field.isRepetition(Repetition.REPEATED)) {
        return false;
      }
      group = field.isPrimitive() ? group : field.asGroupType();
    }
    return true;
  }

  /// Copies a value of a row.
  static void copy(Group row, int field, int i, Group copy) {
    if (!row.getType().getType(field).isPrimitive()) {
      ((SimpleGroup) copy).add(field, row.getGroup(field, i));
      return;
    }
    SimpleGroup to = (SimpleGroup) copy;
    switch (row.getType().getType(field).asPrimitiveType().getPrimitiveTypeName()) {
      case INT32 -> to.add(field, row.getInteger(field, i));
      case INT64 -> to.add(field, row.getLong(field, i));
      case INT96 -> to.add(field, row.getInt96(field, i));
      case BOOLEAN -> to.add(field, row.getBoolean(field, i));
      case FLOAT -> to.add(field, row.getFloat(field, i));
      case DOUBLE -> to.add(field, row.getDouble(field, i));
      case BINARY, FIXED_LEN_BYTE_ARRAY -> to.add(field, row.getBinary(field, i));
    }
  }
}
