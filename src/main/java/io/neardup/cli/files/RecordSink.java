package io.neardup.cli.files;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Receives records of sources of the same format.
public interface RecordSink extends AutoCloseable {

  /// Called before the records of a source.
  ///
  /// @param name of its file
  /// @throws FileFailure if its columns differ from the columns of the sources before
  void begin(RecordSource source, String name) throws IOException;

  /// Writes a record of that source; all else remains as it is.
  ///
  /// @param text in place of its text, null if that remains
  /// @param added the values of the added columns, in their order
  void write(RecordBatch batch, int index, @Nullable String text, List<@Nullable Object> added)
      throws IOException;

  /// Called for a record that is left out.
  default void leaveOut(RecordBatch batch, int index) {}

  /// Called after the last record.
  default void finish() throws IOException {}

  @Override
  void close() throws IOException;
}
