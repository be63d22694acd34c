package io.neardup.cli.parquet;

import io.neardup.cli.files.ColumnNames;
import io.neardup.cli.files.ColumnNames.Chosen;
import io.neardup.cli.files.FileFailure;
import io.neardup.cli.files.InputFile;
import io.neardup.cli.files.RecordBatch;
import io.neardup.cli.files.RecordSource;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.jspecify.annotations.Nullable;

/// Reads the rows of a Parquet file with all columns. Holds a row group. Not thread-safe.
public final class ParquetSource implements RecordSource {

  private static final int BATCH = 256;

  private final String name;
  private final Footer footer;
  private final ParquetFileReader reader;
  private final MessageType schema;
  private ParquetColumns columns = ParquetColumns.NONE;
  private @Nullable RecordReader<Group> rows;
  private long left; // rows of the row group
  private long row = 1;
  private long bytes;
  private int group;

  private ParquetSource(String name, Footer footer, ParquetFileReader reader) {
    this.name = name;
    this.footer = footer;
    this.reader = reader;
    this.schema = reader.getFooter().getFileMetaData().getSchema();
  }

  /// Opens a file.
  ///
  /// @throws FileFailure if it is not Parquet, is damaged, has columns that cannot be copied, or is
  ///   compressed by an unsupported codec
  public static ParquetSource open(InputFile file) throws IOException {
    if (file.path() == null) {
      throw new FileFailure(
          file.name() + ": Parquet cannot be read from a pipe by this command; name a file");
    }
    file.requireUnchanged();
    Footer footer = footer(file.name(), file.path());
    ParquetReadOptions options =
        new ParquetReadOptions.Builder(new PlainParquetConfiguration())
            .withCodecFactory(new ParquetCodecs())
            .build();
    ParquetFileReader reader;
    try {
      reader = ParquetFileReader.open(new LocalInputFile(file.path()), options);
    } catch (RuntimeException e) {
      throw damaged(file.name() + ": its footer is damaged", e);
    }
    ParquetSource source = new ParquetSource(file.name(), footer, reader);
    try {
      ParquetCodecs.require(file.name(), source.codec());
      return source;
    } catch (FileFailure e) {
      source.close();
      throw e;
    }
  }

  private static Footer footer(String name, Path path) throws IOException {
    try {
      return Footer.read(name, path);
    } catch (IOException | RuntimeException e) {
      if (e instanceof FileFailure || e instanceof FileSystemException) {
        throw e;
      }
      throw damaged(name + ": its footer is damaged", e);
    }
  }

  /// A failure with the message of the error of input that caused another one; messages of other
  /// classes name objects of the library.
  private static FileFailure damaged(String message, Exception failure) {
    for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException && cause.getMessage() != null) {
        return new FileFailure(message + ": " + cause.getMessage(), failure);
      }
    }
    return new FileFailure(message, failure);
  }

  /// The schema of all columns.
  MessageType schema() {
    return schema;
  }

  /// The footer of the file.
  Footer footer() {
    return footer;
  }

  /// The codec of the first column that is not supported, or of the first column.
  CompressionCodecName codec() {
    CompressionCodecName codec = CompressionCodecName.ZSTD;
    for (BlockMetaData block : reader.getFooter().getBlocks()) {
      for (ColumnChunkMetaData chunk : block.getColumns()) {
        codec = chunk.getCodec();
        ParquetCodecs.require(name, codec);
      }
    }
    return codec;
  }

  @Override
  public ColumnNames columns() {
    List<String> strings = names(ParquetSource::isString);
    return new ColumnNames(
        names(_ -> true), strings.isEmpty() ? names(ParquetSource::isBytes) : strings, List.of());
  }

  /// The names of the columns of single values that are of some kind.
  private List<String> names(Predicate<PrimitiveType> kind) {
    return schema.getFields().stream()
        .filter(type -> type.isPrimitive() && !type.isRepetition(Repetition.REPEATED))
        .filter(type -> kind.test(type.asPrimitiveType()))
        .map(Type::getName)
        .toList();
  }

  /// Whether values are texts, or bytes that may be.
  static boolean isText(Type type) {
    return type.isPrimitive()
        && (isString(type.asPrimitiveType()) || isBytes(type.asPrimitiveType()));
  }

  private static boolean isString(PrimitiveType type) {
    return switch (type.getLogicalTypeAnnotation()) {
      case StringLogicalTypeAnnotation _,
          JsonLogicalTypeAnnotation _,
          EnumLogicalTypeAnnotation _ ->
          true;
      case null, default -> false;
    };
  }

  /// Whether it has bytes of unknown meaning, which are texts if they are UTF-8.
  private static boolean isBytes(PrimitiveType type) {
    return type.getPrimitiveTypeName() == PrimitiveTypeName.BINARY
        && type.getLogicalTypeAnnotation() == null;
  }

  @Override
  public void read(Chosen chosen) {
    String id = chosen.id();
    columns =
        new ParquetColumns(
            chosen.texts(),
            chosen.texts().stream()
                .map(text -> path(text, ParquetSource::isText, "column of strings"))
                .toList(),
            id == null ? null : single(id));
    chosen.requireAbsent(schema.getFields().stream().map(Type::getName).toList(), name);
  }

  private int[] single(String column) {
    int[] path = path(column, _ -> true, "column");
    FileFailure.require(
        ParquetColumns.isSingle(schema, path),
        name,
        "column '" + column + "' is a list; name a column of single values");
    return path;
  }

  private int[] path(String column, Predicate<PrimitiveType> kind, String noun) {
    List<int[]> paths = ParquetColumns.paths(schema, column, kind);
    FileFailure.require(
        paths.size() <= 1,
        name,
        "column '"
            + column
            + "' is there twice, by its name and inside another column; rename one of them");
    if (paths.isEmpty()) {
      String others = String.join(", ", ParquetColumns.names(schema, kind));
      throw new FileFailure(name + ": has no " + noun + " '" + column + "'; it has " + others);
    }
    return paths.getFirst();
  }

  @Override
  public @Nullable RecordBatch next() throws IOException {
    try {
      RecordReader<Group> from = rows();
      if (from == null) {
        return null;
      }
      int count = (int) Math.min(BATCH, left);
      List<Group> batch = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        batch.add(from.read());
      }
      left -= count;
      row += count;
      return new ParquetBatch(batch, row - count, columns);
    } catch (FileFailure e) {
      throw e;
    } catch (RuntimeException e) {
      throw damaged(name + ": row group " + group + " is damaged", e);
    }
  }

  /// The rows of the present row group, or of the next one.
  private @Nullable RecordReader<Group> rows() throws IOException {
    while (left == 0) {
      PageReadStore pages = reader.readNextRowGroup();
      if (pages == null) {
        return null;
      }
      bytes += reader.getFooter().getBlocks().get(group++).getCompressedSize();
      left = pages.getRowCount();
      rows =
          new ColumnIOFactory()
              .getColumnIO(schema)
              .getRecordReader(pages, new GroupRecordConverter(schema));
    }
    return rows;
  }

  @Override
  public long bytesRead() {
    return bytes;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
