package io.neardup.cli;

import io.neardup.cli.corpus.FilePass;
import io.neardup.cli.files.AddedColumn;
import io.neardup.cli.files.Compression;
import io.neardup.cli.files.ConvertingSink;
import io.neardup.cli.files.FileFailure;
import io.neardup.cli.files.InputFile;
import io.neardup.cli.files.InputFiles;
import io.neardup.cli.files.OutputFile;
import io.neardup.cli.files.RecordBatch;
import io.neardup.cli.files.RecordFormat;
import io.neardup.cli.files.RecordSink;
import io.neardup.cli.files.RecordSource;
import io.neardup.cli.files.RowSchema;
import io.neardup.cli.files.Rows;
import io.neardup.cli.files.TextSink;
import io.neardup.cli.parquet.ParquetRows;
import io.neardup.cli.parquet.ParquetSink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The clean file, or several of them: records as they are, or converted to the format that the
/// name shows.
final class CleanOutput {

  private static final int MAX_SHARDS = 100_000;

  private final InputFiles files;
  private final String name;
  private final long shardRows;
  private final List<AddedColumn> added;
  private final Function<String, OutputFile> outputs;
  private final RecordFormat format; // of the input
  private final RecordFormat written;
  private final OutputFile first;

  /// @param shardRows records of a file; 0 for a single file
  /// @param added columns after those of the records
  /// @param outputs creates an output
  /// @throws FileFailure if the input cannot be written in this format
  CleanOutput(
      InputFiles files,
      String name,
      long shardRows,
      List<AddedColumn> added,
      Function<String, OutputFile> outputs) {
    this.files = files;
    this.name = name;
    this.shardRows = shardRows;
    this.added = added;
    this.outputs = outputs;
    this.format = files.files().getFirst().format();
    for (InputFile file : files.files()) {
      if (file.format() != format) {
        throw new FileFailure(
            file.name()
                + ": is "
                + file.format()
                + ", the first file "
                + format
                + "; the files of one clean file must have one format");
      }
    }
    this.written = RecordFormat.ofFile(name).orElse(format);
    if (written == RecordFormat.LINES && written != format) {
      throw new FileFailure(
          name + ": " + format + " is not converted to plain lines; name it .jsonl or .csv");
    }
    if (shardRows > 0 && OutputFile.isStream(name)) {
      throw new FileFailure(name + ": --shard-rows needs the name of a file");
    }
    this.first = outputs.apply(shardRows > 0 ? shard(0) : name);
    if (written == RecordFormat.PARQUET) {
      ParquetSink.requireFile(first);
    }
  }

  /// Whether records are converted.
  boolean converts() {
    return format != written;
  }

  /// Whether the columns of all records must be known first.
  boolean needsSchema() {
    return converts() && written != RecordFormat.JSONL;
  }

  /// Opens it.
  ///
  /// @param schema of all records, if it is needed
  /// @param notes receives sentences about what is changed
  RecordSink open(RowSchema schema, Consumer<String> notes) throws IOException {
    if (!converts()
        && files.files().stream()
            .anyMatch(file -> !file.layout().encoding().equals(StandardCharsets.UTF_8))) {
      notes.accept("the clean file is UTF-8");
    }
    if (!converts() && files.files().stream().anyMatch(file -> file.layout().returns())) {
      notes.accept("the clean file has LF at the ends of lines");
    }
    added.forEach(column ->
        schema.add(
            column.name(),
            switch (column.type()) {
              case NUMBER -> RowSchema.ColumnType.INTEGER;
              case SHARE -> RowSchema.ColumnType.NUMBER;
              case FLAG -> RowSchema.ColumnType.FLAG;
            }));
    RecordSink sink = sink(first, schema);
    return shardRows == 0 ? sink : new Shards(sink, schema);
  }

  private RecordSink sink(OutputFile file, RowSchema schema) throws IOException {
    if (converts()) {
      return new ConvertingSink(
          switch (written) {
            case JSONL -> Rows.json(file.open());
            case PARQUET -> new ParquetRows(file, schema);
            case CSV, TSV, LINES -> Rows.delimited(written, schema, file.open());
          },
          added);
    }
    boolean array =
        files.files().getFirst().layout().array()
            && Compression.plainName(file.name()).endsWith(".json");
    RecordSink sink =
        format == RecordFormat.PARQUET
            ? new ParquetSink(file, added)
            : new TextSink(file.open(), array, added);
    try {
      for (InputFile input : files.files()) {
        try (RecordSource source = FilePass.open(input)) {
          sink.begin(source, input.name());
        }
      }
      return sink;
    } catch (IOException | RuntimeException e) {
      sink.close();
      throw e;
    }
  }

  /// The name of a file of several, such as `clean-00001.jsonl.gz`.
  private String shard(int number) {
    int end = Compression.plainName(name).length();
    int dot = name.lastIndexOf('.', end - 1);
    int at = dot > name.lastIndexOf('/') + 1 ? dot : end;
    return name.substring(0, at) + String.format(Locale.ROOT, "-%05d", number) + name.substring(at);
  }

  /// Writes files of a number of records each.
  private final class Shards implements RecordSink {

    private final RowSchema schema;
    private RecordSink sink;
    private int shards = 1;
    private long rows; // of the present file

    Shards(RecordSink sink, RowSchema schema) {
      this.sink = sink;
      this.schema = schema;
    }

    @Override
    public void begin(RecordSource source, String file) {
      // each file has begun
    }

    @Override
    public void write(
        RecordBatch batch, int index, @Nullable String text, List<@Nullable Object> values)
        throws IOException {
      if (rows == shardRows) {
        sink.close();
        if (shards == MAX_SHARDS) {
          throw new FileFailure(name + ": --shard-rows makes more than " + MAX_SHARDS + " files");
        }
        sink = CleanOutput.this.sink(outputs.apply(shard(shards++)), schema);
        rows = 0;
      }
      rows++;
      sink.write(batch, index, text, values);
    }

    @Override
    public void close() throws IOException {
      sink.close();
      String next = shard(shards);
      if (Files.exists(Path.of(next))) {
        throw new FileFailure(next + ": is left from an earlier run; remove it first");
      }
    }
  }
}
