package io.neardup.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The standard output. Each failure to write is kept, as some writers ignore it. It is none that
/// the reader of a pipe has left, as `head` does: what follows is discarded. It stays open when it
/// is closed.
final class StandardOutput extends OutputStream {

  private final OutputStream out;
  private boolean abandoned;
  private @Nullable IOException failure;

  /// @param out without a buffer
  StandardOutput(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(int next) throws IOException {
    write(new byte[] {(byte) next}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (abandoned) {
      return;
    }
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      abandoned = isBrokenPipe(e);
      if (!abandoned) {
        failure = new IOException("standard output: " + e.getMessage(), e);
        throw failure;
      }
    }
  }

  private static boolean isBrokenPipe(IOException failure) {
    return String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT).contains("pipe");
  }

  /// Why it could not be written, null if it could.
  @Nullable IOException failure() {
    return failure;
  }

  @Override
  public void close() {
    // others write to it as well
  }
}
