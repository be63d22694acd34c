package io.neardup.cli.files;

import io.neardup.records.RecordEnds;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Copies records of a text format byte for byte, as lines or as a JSON array. Files with a header
/// must have the same one, which is written once. LF ends lines that CR alone ended.
public final class TextSink implements RecordSink {

  private final OutputStream out;
  private final boolean array;
  private boolean begun; // a record was written
  private byte @Nullable [] header;

  /// @param out is closed with this
  /// @param array whether records are elements of a JSON array
  public TextSink(OutputStream out, boolean array) throws IOException {
    this.out = out;
    this.array = array;
    if (array) {
      out.write('[');
    }
  }

  @Override
  public void begin(RecordSource source, String name) throws IOException {
    TextSource text = (TextSource) source;
    byte[] own = text.header();
    if (header == null) {
      header = own;
      if (text.named().length > 0) {
        out.write(text.named());
        out.write('\n');
      }
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
    return Arrays.copyOf(line, RecordEnds.withoutReturns(line, 0, line.length));
  }

  @Override
  public void write(RecordBatch batch, int index) throws IOException {
    begin();
    ((TextBatch) batch).copy(index, out);
    end();
  }

  @Override
  public void write(RecordBatch batch, int index, String text) throws IOException {
    begin();
    out.write(((TextBatch) batch).replaced(index, text));
    end();
  }

  private void begin() throws IOException {
    if (array) {
      out.write((begun ? ",\n" : "\n").getBytes(StandardCharsets.US_ASCII));
    }
  }

  private void end() throws IOException {
    if (!array) {
      out.write('\n');
    }
    begun = true;
  }

  @Override
  public void close() throws IOException {
    try (out) {
      if (array) {
        out.write("\n]\n".getBytes(StandardCharsets.US_ASCII));
      }
    }
  }
}
