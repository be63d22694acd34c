package io.neardup.cli.parquet;

import java.io.IOException;
import java.nio.file.Path;
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
public final class Rows {

  private Rows() {}

  /// Writes a file.
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
