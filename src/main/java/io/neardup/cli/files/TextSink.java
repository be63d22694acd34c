package io.neardup.cli.files;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Copies records of a text format byte for byte. Files with a header must have the same one, which
/// is written once.
public final class TextSink implements RecordSink {

  private final OutputStream out;
  private byte @Nullable [] header;

  /// @param out is closed with this
  public TextSink(OutputStream out) {
    this.out = out;
  }

  @Override
  public void begin(RecordSource source, String name) throws IOException {
    TextSource text = (TextSource) source;
    byte[] own = text.header();
    if (header == null) {
      header = own;
      if (text.format().hasHeader()) {
        out.write(own);
        out.write('\n');
      }
    } else if (!Arrays.equals(withoutReturn(header), withoutReturn(own))) {
      throw new FileFailure(
          name + ":1: its header differs from that of the first file; both must be the same");
    }
  }

  private static byte[] withoutReturn(byte[] line) {
    return line.length > 0 && line[line.length - 1] == '\r'
        ? Arrays.copyOf(line, line.length - 1)
        : line;
  }

  @Override
  public void write(RecordBatch batch, int index) throws IOException {
    ((TextBatch) batch).copy(index, out);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
