package io.neardup.cli.parquet;

import io.neardup.cli.files.FileFailure;
import io.neardup.cli.files.OutputFile;
import io.neardup.cli.files.RecordBatch;
import io.neardup.cli.files.RecordSink;
import io.neardup.cli.files.RecordSource;
import java.io.IOException;
import java.util.Objects;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/// Copies rows of Parquet files with all columns. The schema, the codec and the key-values of the
/// footer are those of the first file.
public final class ParquetSink implements RecordSink {

  private final OutputFile file;
  private @Nullable MessageType schema;
  private @Nullable Footer footer;
  private @Nullable ParquetWriter<Group> writer;

  /// @throws FileFailure if the output is a pipe
  public ParquetSink(OutputFile file) {
    if (!file.isFile()) {
      throw new FileFailure(file.name() + ": Parquet can only be written to a file");
    }
    this.file = file;
  }

  @Override
  public void begin(RecordSource source, String name) throws IOException {
    ParquetSource rows = (ParquetSource) source;
    if (schema != null) {
      if (!schema.equals(rows.schema())) {
        throw new FileFailure(
            name + ": its columns differ from those of the first file; both must be the same");
      }
      return;
    }
    schema = rows.schema();
    footer = rows.footer();
    writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file.path()))
            .withType(rows.schema())
            .withConf(new PlainParquetConfiguration())
            .withCodecFactory(new ParquetCodecs())
            .withCompressionCodec(rows.codec())
            .withWriteMode(ParquetFileWriter.Mode.OVERWRITE)
            .build();
  }

  @Override
  public void write(RecordBatch batch, int index) {
    write(((ParquetBatch) batch).rows().get(index));
  }

  @Override
  public void write(RecordBatch batch, int index, String text) {
    write(((ParquetBatch) batch).replaced(index, text));
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
      Objects.requireNonNull(footer).restore(file.name(), file.path());
    }
  }
}
