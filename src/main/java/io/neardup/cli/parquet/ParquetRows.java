package io.neardup.cli.parquet;

import io.neardup.cli.files.AddedColumn;
import io.neardup.cli.files.ConvertingSink;
import io.neardup.cli.files.FileFailure;
import io.neardup.cli.files.OutputFile;
import io.neardup.cli.files.RowSchema;
import io.neardup.cli.files.Rows;
import io.neardup.records.Surrogates;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Writes rows of another format as Parquet, compressed by zstd. All columns may be null; objects
/// and arrays are JSON.
public final class ParquetRows extends ConvertingSink {

  private final OutputFile file;
  private final RowSchema schema;
  private final MessageType type;
  private final ParquetWriter<Group> writer;

  /// @throws FileFailure if there are no columns
  public ParquetRows(OutputFile file, RowSchema schema, List<AddedColumn> added)
      throws IOException {
    super(added);
    FileFailure.require(
        !schema.names().isEmpty(), file.name(), "Parquet needs columns, and there are no records");
    this.file = file;
    this.schema = schema;
    List<Type> columns = new ArrayList<>();
    schema.kinds().forEach((name, kind) -> columns.add(type(name, kind)));
    this.type = new MessageType("records", columns);
    this.writer = writer(file, type, CompressionCodecName.ZSTD);
  }

  /// Writes a file.
  static ParquetWriter<Group> writer(OutputFile file, MessageType type, CompressionCodecName codec)
      throws IOException {
    return ExampleParquetWriter.builder(new LocalOutputFile(file.path()))
        .withType(type)
        .withConf(new PlainParquetConfiguration())
        .withCodecFactory(new ParquetCodecs())
        .withCompressionCodec(codec)
        .withWriteMode(ParquetFileWriter.Mode.OVERWRITE)
        .build();
  }

  static Type type(String name, RowSchema.ColumnType kind) {
    return switch (kind) {
      case FLAG -> Types.optional(PrimitiveTypeName.BOOLEAN).named(name);
      case INTEGER, LARGE -> Types.optional(PrimitiveTypeName.INT64).named(name);
      case NUMBER -> Types.optional(PrimitiveTypeName.DOUBLE).named(name);
      case NONE, STRING ->
          Types.optional(PrimitiveTypeName.BINARY)
              .as(LogicalTypeAnnotation.stringType())
              .named(name);
      case JSON ->
          Types.optional(PrimitiveTypeName.BINARY).as(LogicalTypeAnnotation.jsonType()).named(name);
    };
  }

  @Override
  protected void write(ObjectNode row) {
    SimpleGroup group = new SimpleGroup(type);
    schema
        .kinds()
        .forEach((name, kind) -> {
          JsonNode value = row.get(name);
          if (value != null && !value.isNull()) {
            add(group, name, kind, value);
          }
        });
    try {
      writer.write(group);
    } catch (IOException e) {
      throw FileFailure.of(file.name(), e);
    }
  }

  private void add(SimpleGroup group, String name, RowSchema.ColumnType kind, JsonNode value) {
    switch (kind) {
      case FLAG -> group.add(name, value.booleanValue());
      case INTEGER, LARGE -> group.add(name, value.longValue());
      case NUMBER -> group.add(name, value.decimalValue().doubleValue());
      case NONE, STRING -> group.add(name, paired(name, String.valueOf(Rows.text(value))));
      case JSON -> group.add(name, Surrogates.escaped(value.toString()));
    }
  }

  private String paired(String name, String text) {
    if (Surrogates.hasUnpaired(text)) {
      throw new FileFailure(
          file.name()
              + ": a value of column '"
              + name
              + "' has half of a surrogate pair, which Parquet cannot represent; write jsonl");
    }
    return text;
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }
}
