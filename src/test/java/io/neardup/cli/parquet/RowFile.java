package io.neardup.cli.parquet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/// Writes small files of Parquet.
public final class RowFile {

  private RowFile() {}

  /// The rows of a file, a line for each value.
  public static List<String> read(Path file) throws IOException {
    return ParquetTests.Content.of(file).rows();
  }

  /// The schema of a file.
  public static String schema(Path file) throws IOException {
    return ParquetTests.Content.of(file).schema().toString();
  }

  /// The key-values of the footer of a file.
  public static Map<String, String> keyValues(Path file) throws IOException {
    return ParquetTests.Content.of(file).keyValues();
  }

  /// Writes a file, with key-values of pandas, Arrow and Spark.
  ///
  /// @param schema as of the library, `message … { … }`
  /// @param rows fill a row each
  @SafeVarargs
  public static Path write(Path file, String schema, Consumer<Group>... rows) throws IOException {
    MessageType type = MessageTypeParser.parseMessageType(schema);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withType(type)
            .withConf(new PlainParquetConfiguration())
            .withCodecFactory(new ParquetCodecs())
            .withExtraMetaData(
                Map.of(
                    "pandas", "{}",
                    "ARROW:schema", "AAAA",
                    "org.apache.spark.sql.parquet.row.metadata", "{}"))
            .withWriteMode(ParquetFileWriter.Mode.OVERWRITE)
            .build()) {
      for (Consumer<Group> fill : rows) {
        SimpleGroup row = new SimpleGroup(type);
        fill.accept(row);
        writer.write(row);
      }
    }
    return file;
  }
}
