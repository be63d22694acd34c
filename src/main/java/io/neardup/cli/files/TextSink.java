package io.neardup.cli.files;

import io.neardup.records.MoreFields;
import io.neardup.records.RecordEnds;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Copies records of a text format byte for byte, but for added columns, as lines. Files with a
/// header must have the same one, which is written once. LF ends lines that CR alone ended.
public final class TextSink implements RecordSink {

  private final OutputStream out;
  private final List<String> added;
  private RecordFormat format = RecordFormat.JSONL;
  private String delimiter = ",";
  private byte @Nullable [] header;

  /// @param out is closed with this
  /// @param added columns after the columns of the records
  public TextSink(OutputStream out, List<AddedColumn> added) {
    this.out = out;
    this.added = added.stream().map(AddedColumn::name).toList();
  }

  @Override
  public void begin(RecordSource source, String name) throws IOException {
    TextSource text = (TextSource) source;
    byte[] own = text.header();
    if (header == null) {
      header = own;
      format = text.format();
      delimiter = String.valueOf(text.delimiter());
      FileFailure.require(
          added.isEmpty() || format != RecordFormat.LINES, name, "plain lines have no columns");
      if (text.named().length > 0) {
        out.write(text.named());
        out.write('\n');
      }
      if (text.format().hasHeader()) {
        write(own, 0, own.length, List.copyOf(added));
        out.write('\n');
      }
    } else if (!Arrays.equals(withoutReturn(header), withoutReturn(own))) {
      throw new FileFailure(
          name + ":1: its header differs from the header of the first file; both must be the same");
    }
  }

  private static byte[] withoutReturn(byte[] line) {
    return Arrays.copyOf(line, RecordEnds.withoutReturns(line, 0, line.length));
  }

  @Override
  public void write(
      RecordBatch batch, int index, @Nullable String text, List<@Nullable Object> values)
      throws IOException {
    TextBatch records = (TextBatch) batch;
    if (text == null) {
      write(records.bytes(), records.start(index), records.end(index), values);
    } else {
      byte[] replaced = records.replaced(index, text);
      write(replaced, 0, replaced.length, values);
    }
    out.write('\n');
  }

  /// Writes a record with further values.
  private void write(byte[] bytes, int from, int to, List<@Nullable Object> values)
      throws IOException {
    if (values.isEmpty()) {
      out.write(bytes, from, to - from);
      return;
    }
    MoreFields more;
    if (format.hasHeader()) {
      StringBuilder fields = new StringBuilder();
      values.forEach(
          value -> fields.append(delimiter).append(value == null ? "" : MoreFields.plain(value)));
      more = new MoreFields(RecordEnds.withoutReturns(bytes, from, to), fields.toString());
    } else {
      more = MoreFields.of(bytes, from, to, added, values);
    }
    out.write(bytes, from, more.at() - from);
    out.write(more.json().getBytes(StandardCharsets.UTF_8));
    out.write(bytes, more.at(), to - more.at());
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
