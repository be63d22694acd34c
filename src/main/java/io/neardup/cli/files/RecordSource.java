package io.neardup.cli.files;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// An open file of records.
public interface RecordSource extends AutoCloseable {

  /// The names of its columns: from the header, the schema, or the first records. Is called before
  /// records are read.
  ColumnNames columns() throws IOException;

  /// Sets the columns to read.
  ///
  /// @throws FileFailure if the file does not have them
  void read(ColumnNames.Chosen columns);

  /// The next records, null after the last one.
  ///
  /// @throws IOException if the file cannot be read, or is damaged
  /// @throws FileFailure if it is not of its format
  @Nullable RecordBatch next() throws IOException;

  /// The number of bytes read, as they are on disk.
  long bytesRead() throws IOException;

  @Override
  void close() throws IOException;
}
