package io.neardup.cli.files;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/// A stream that stays open when this is closed, since more follows.
public final class UnclosedStream extends FilterOutputStream {

  /// @param out is flushed, not closed
  public UnclosedStream(OutputStream out) {
    super(out);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    out.write(bytes, offset, length);
  }

  @Override
  public void close() throws IOException {
    out.flush();
  }
}
