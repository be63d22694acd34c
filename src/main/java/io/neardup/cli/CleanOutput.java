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
import io.neardup.cli.files.RowSchema.ColumnType;
import io.neardup.cli.files.TextSink;
import io.neardup.cli.parquet.ParquetRows;
import io.neardup.cli.parquet.ParquetSink;
import io.neardup.cli.warc.WarcSink;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
  private final Facts facts;
  private final RecordFormat format; // of the input
  private final RecordFormat written;
  private final OutputFile first;

  /// @param shardRows records of a file; 0 for a single file
  /// @param added columns after the columns of the records
  /// @param outputs creates an output
  /// @param facts receives what is left out beside records
  /// @throws FileFailure if the input cannot be written in this format
  CleanOutput(
      InputFiles files,
      String name,
      long shardRows,
      List<AddedColumn> added,
      Function<String, OutputFile> outputs,
      Facts facts) {
    this.files = files;
    this.name = name;
    this.shardRows = shardRows;
    this.added = added;
    this.outputs = outputs;
    this.facts = facts;
    this.format = files.files().getFirst().format();
    for (InputFile file : files.files()) {
      FileFailure.require(
          file.format() == format,
          file.name(),
          "is "
              + file.format()
              + ", the first file "
              + format
              + "; the files of one clean file must have one format");
    }
    this.written =
        RecordFormat.ofOutput(
                name,
                files.files().getFirst().name(),
                ".jsonl, .json (an array), .csv, .tsv or .parquet, or as the input")
            .orElse(format);
    require(
        written != RecordFormat.LINES || written == format,
        format + " is not converted to plain lines; name it .jsonl or .csv");
    require(shardRows == 0 || !OutputFile.isStream(name), "--shard-rows needs the name of a file");
    if (written == RecordFormat.WARC) {
      requireCopy();
    }
    if (shardRows > 0) {
      requireNoShards();
    }
    if (!converts() && format.hasHeader()) {
      requireOneHeader();
    }
    this.first = outputs.apply(shardRows > 0 ? shard("00000") : name);
    require(
        written != RecordFormat.PARQUET || first.isFile(),
        "Parquet can only be written to a file, and streams have the format of the input; name a"
            + " file, such as clean.parquet, or clean.jsonl or clean.csv for another format");
  }

  private void require(boolean condition, String fault) {
    FileFailure.require(condition, name, fault);
  }

  private void requireCopy() {
    require(format == written, format + " is not converted to WARC; name it .jsonl");
    require(
        shardRows == 0 && added.isEmpty(),
        "WARC goes neither with --shard-rows nor with --annotate; name it .jsonl");
  }

  /// Compares the headers before any record is read: what is written begins with the first one.
  private void requireOneHeader() {
    try (RecordSink sink = new TextSink(OutputStream.nullOutputStream(), List.of())) {
      begin(sink::begin);
    } catch (IOException e) {
      throw FileFailure.of(name, e);
    }
  }

  /// Receives an input, of which no record has been read.
  @FunctionalInterface
  private interface SourceReader {
    void read(RecordSource source, String file) throws IOException;
  }

  private void begin(SourceReader reader) {
    for (InputFile input : files.files()) {
      try (RecordSource source = FilePass.open(input)) {
        reader.read(source, input.name());
      } catch (IOException e) {
        throw FileFailure.of(input.name(), e);
      }
    }
  }

  private boolean converts() {
    return format != written;
  }

  /// Whether records can be written with other texts.
  boolean replacesTexts() {
    return !converts() && format != RecordFormat.WARC;
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
    if (needsSchema() && format.hasHeader()) { // also of files without records
      begin((source, _) ->
          source.columns().all().forEach(column -> schema.add(column, ColumnType.NONE)));
    }
    added.forEach(column -> schema.add(column.name(), column.type()));
    RecordSink sink = sink(first, schema);
    return shardRows == 0 ? sink : new Shards(sink, schema);
  }

  private RecordSink sink(OutputFile file, RowSchema schema) throws IOException {
    if (converts()) {
      return switch (written) {
        case JSONL -> ConvertingSink.json(file.open(written), added);
        case PARQUET -> new ParquetRows(file, schema, added);
        case CSV, TSV, LINES, WARC -> ConvertingSink.delimited(written, schema, file.open(), added);
      };
    }
    RecordSink sink =
        switch (format) {
          case PARQUET -> new ParquetSink(file, added);
          case WARC -> new WarcSink(file, (what, count, said) -> facts.put(what, count).say(said));
          case JSONL, CSV, TSV, LINES -> new TextSink(file.open(format), added);
        };
    try {
      begin(sink::begin);
      return sink;
    } catch (RuntimeException e) {
      sink.close();
      throw e;
    }
  }

  /// The name of a file of several, such as `clean-00001.jsonl.gz`.
  private String shard(String number) {
    int end = Compression.plainName(name).length();
    int dot = name.lastIndexOf('.', end - 1);
    int at = dot > name.lastIndexOf('/') + 1 ? dot : end;
    return name.substring(0, at) + "-" + number + name.substring(at);
  }

  /// Those that are not replaced would be taken for files of this run.
  private void requireNoShards() {
    Path any = Path.of(shard("*"));
    Path folder = Objects.requireNonNullElse(any.getParent(), Path.of(""));
    if (!Files.isDirectory(folder)) {
      return; // is refused when the first file is created
    }
    String[] parts = any.getFileName().toString().split("\\*", -1);
    String names = Pattern.quote(parts[0]) + "\\d{5}" + Pattern.quote(parts[1]);
    try (Stream<Path> present = Files.list(folder)) {
      present
          .filter(file -> file.getFileName().toString().matches(names))
          .min(Comparator.naturalOrder())
          .ifPresent(file -> {
            throw new FileFailure(
                file
                    + ": is there already, as a file of an earlier run; move all files "
                    + any
                    + " away, or name another output (--force does not replace them)");
          });
    } catch (IOException e) {
      throw FileFailure.of(name, e);
    }
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
        close();
        require(shards < MAX_SHARDS, "--shard-rows makes more than " + MAX_SHARDS + " files");
        sink =
            CleanOutput.this.sink(
                outputs.apply(shard(String.format(Locale.ROOT, "%05d", shards++))), schema);
        rows = 0;
      }
      rows++;
      sink.write(batch, index, text, values);
    }

    @Override
    public void close() {
      try {
        sink.close();
      } catch (IOException e) {
        throw FileFailure.of(name, e);
      }
    }
  }
}
