package io.neardup.cli.files;

import java.io.IOException;

/// Receives records of sources of the same format, as they are.
public interface RecordSink extends AutoCloseable {

  /// Is called before the records of a source.
  ///
  /// @param name of its file
  /// @throws FileFailure if its columns differ from those of the sources before
  void begin(RecordSource source, String name) throws IOException;

  /// Writes a record of that source.
  void write(RecordBatch batch, int index) throws IOException;

  /// Writes a record of that source with another text; all else remains as it is.
  void write(RecordBatch batch, int index, String text) throws IOException;

  @Override
  void close() throws IOException;
}
