package io.neardup.cli.files;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// Writes JSON lines as the elements of an array, an element on each line.
final class JsonArrayStream extends FilterOutputStream {

  private boolean ended; // a line, after which no other has begun

  JsonArrayStream(OutputStream out) throws IOException {
    super(out);
    ascii("[\n");
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    int from = offset;
    for (int at = offset; at < offset + length; at++) {
      if (ended) {
        ascii(",\n");
        ended = false;
      }
      if (bytes[at] == '\n') {
        out.write(bytes, from, at - from);
        from = at + 1;
        ended = true;
      }
    }
    out.write(bytes, from, offset + length - from);
  }

  private void ascii(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public void close() throws IOException {
    try (OutputStream _ = out) {
      ascii(ended ? "\n]\n" : "]\n");
    }
  }
}
