package io.neardup.web.job;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.channels.Channels;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Reads the results of a job, a line at a time. The cursor of a line is its offset in the file.
final class ResultLines implements AutoCloseable {

  private static final int BUFFER = 1 << 16;

  private final RandomAccessFile file;
  private final InputStream in;
  private long offset;

  /// @param after the cursor of the first line, null for the beginning
  /// @throws RequestException if that is not a cursor of these results
  ResultLines(Path path, @Nullable String after) throws IOException {
    try {
      this.file = new RandomAccessFile(path.toFile(), "r");
    } catch (FileNotFoundException e) {
      throw new RequestException(
          Fault.CONFLICT, "id", "names a job that was just restarted; wait until it is done");
    }
    try {
      this.offset = after == null ? 0 : offset(after);
      file.seek(offset);
    } catch (RuntimeException | IOException e) {
      file.close();
      throw e;
    }
    this.in = new BufferedInputStream(Channels.newInputStream(file.getChannel()), BUFFER);
  }

  private long offset(String after) throws IOException {
    long requested;
    try {
      requested = Long.parseLong(after);
    } catch (NumberFormatException e) {
      throw notACursor(after);
    }
    if (requested < 0 || requested > file.length()) {
      throw notACursor(after);
    }
    if (requested > 0) {
      file.seek(requested - 1);
      if (file.read() != '\n') {
        throw notACursor(after);
      }
    }
    return requested;
  }

  private static RequestException notACursor(String after) {
    return RequestException.invalid(
        "after", "must be 'next' of the page before, was '" + after + "'");
  }

  /// The next line without its end, null after the last one.
  byte @Nullable [] next() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int b = in.read();
    if (b < 0) {
      return null;
    }
    for (; b >= 0 && b != '\n'; b = in.read()) {
      line.write(b);
    }
    offset += line.size() + 1L;
    return line.toByteArray();
  }

  /// The cursor of the next line, null if there is none.
  @Nullable String cursor() throws IOException {
    return offset < file.length() ? Long.toString(offset) : null;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
