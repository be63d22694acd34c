package io.neardup.cli.parquet;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/// Writes small files of Parquet.
public final class RowFile {

  private static final int FOOTER_END = 8; // the length of the footer, and PAR1

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
    List<Group> filled = new ArrayList<>();
    for (Consumer<Group> fill : rows) {
      filled.add(new SimpleGroup(type));
      fill.accept(filled.getLast());
    }
    return write(
        file,
        type,
        CompressionCodecName.UNCOMPRESSED,
        Map.of(
            "pandas", "{}",
            "ARROW:schema", "AAAA",
            "org.apache.spark.sql.parquet.row.metadata", "{}"),
        filled);
  }

  /// Writes a file with other key-values.
  static Path write(
      Path file,
      MessageType type,
      CompressionCodecName codec,
      Map<String, String> keyValues,
      List<Group> rows)
      throws IOException {
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withType(type)
            .withConf(new PlainParquetConfiguration())
            .withCodecFactory(new ParquetCodecs())
            .withCompressionCodec(codec)
            .withExtraMetaData(keyValues)
            .withWriteMode(ParquetFileWriter.Mode.OVERWRITE)
            .build()) {
      for (Group row : rows) {
        writer.write(row);
      }
    }
    return file;
  }

  /// The footer of a file.
  static FileMetaData footer(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int length = footerLength(bytes);
    return Util.readFileMetaData(
        new ByteArrayInputStream(bytes, bytes.length - FOOTER_END - length, length));
  }

  /// Changes the footer of a file.
  static Path changed(Path file, Consumer<FileMetaData> change) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    FileMetaData footer = footer(file);
    change.accept(footer);
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    Util.writeFileMetaData(footer, written);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(bytes, 0, bytes.length - FOOTER_END - footerLength(bytes));
    written.writeTo(out);
    out.write(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(written.size()).array());
    out.write("PAR1".getBytes(StandardCharsets.US_ASCII));
    return Files.write(file, out.toByteArray());
  }

  private static int footerLength(byte[] file) {
    return ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(file.length - FOOTER_END);
  }
}
