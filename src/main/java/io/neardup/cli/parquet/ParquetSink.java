package io.neardup.cli.parquet;

import io.neardup.cli.files.AddedColumn;
import io.neardup.cli.files.FileFailure;
import io.neardup.cli.files.OutputFile;
import io.neardup.cli.files.RecordBatch;
import io.neardup.cli.files.RecordSink;
import io.neardup.cli.files.RecordSource;
import io.neardup.cli.files.RowSchema.ColumnType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;

/// Copies rows of Parquet files with all columns, and adds some. The schema, the codec and the
/// key-values of the footer are taken from the first file.
public final class ParquetSink implements RecordSink {

  /// Keys of the footer with a schema of other libraries, in which added columns are missing.
  private static final Set<String> SCHEMAS =
      Set.of(
          "ARROW:schema",
          "org.apache.spark.sql.parquet.row.metadata",
          "parquet.avro.schema",
          "avro.schema");

  private final OutputFile file;
  private final List<AddedColumn> added;
  private @Nullable MessageType written;
  private @Nullable MessageType schema;
  private @Nullable Footer footer;
  private @Nullable ParquetWriter<Group> writer;

  /// @param added columns after the columns of the rows
  public ParquetSink(OutputFile file, List<AddedColumn> added) {
    this.file = file;
    this.added = added;
  }

  @Override
  public void begin(RecordSource source, String name) throws IOException {
    ParquetSource rows = (ParquetSource) source;
    if (schema != null) {
      FileFailure.require(
          schema.equals(rows.schema()),
          name,
          "its columns differ from the columns of the first file; both must be the same");
      return;
    }
    schema = rows.schema();
    footer = added.isEmpty() ? rows.footer() : rows.footer().without(SCHEMAS);
    List<Type> columns = new ArrayList<>(schema.getFields());
    added.forEach(column -> columns.add(type(column)));
    written = new MessageType(schema.getName(), columns);
    writer = ParquetRows.writer(file, written, rows.codec());
  }

  private static Type type(AddedColumn column) {
    return column.type() == ColumnType.INTEGER // groups and their sizes
        ? Types.optional(PrimitiveTypeName.INT32).named(column.name())
        : ParquetRows.type(column.name(), column.type());
  }

  @Override
  public void write(
      RecordBatch batch, int index, @Nullable String text, List<@Nullable Object> values) {
    ParquetBatch rows = (ParquetBatch) batch;
    Group row = text == null ? rows.rows().get(index) : rows.replaced(index, text);
    write(values.isEmpty() ? row : wider(row, values));
  }

  private Group wider(Group row, List<@Nullable Object> values) {
    SimpleGroup wider = new SimpleGroup(Objects.requireNonNull(written));
    int columns = row.getType().getFieldCount();
    for (int field = 0; field < columns; field++) {
      for (int i = 0; i < row.getFieldRepetitionCount(field); i++) {
        ParquetColumns.copy(row, field, i, wider);
      }
    }
    for (int i = 0; i < values.size(); i++) {
      switch (values.get(i)) {
        case Integer number -> wider.add(columns + i, number);
        case Double share -> wider.add(columns + i, share);
        case Boolean flag -> wider.add(columns + i, flag);
        case String word -> wider.add(columns + i, word);
        case null, default -> {}
      }
    }
    return wider;
  }

  private void write(Group row) {
    try {
      Objects.requireNonNull(writer).write(row);
    } catch (IOException e) {
      throw FileFailure.of(file.name(), e);
    }
  }

  @Override
  public void close() throws IOException {
    if (writer != null) {
      writer.close();
      Objects.requireNonNull(footer).restore(file.name(), file.path(), added.size());
    }
  }
}
