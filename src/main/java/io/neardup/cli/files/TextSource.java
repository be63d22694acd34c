package io.neardup.cli.files;

import io.neardup.records.CsvRecordEnds;
import io.neardup.records.RecordEnds;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Divides a file of a text format into batches of records. Not thread-safe.
///
/// Holds a batch, and a record of up to 64 MB. Longer ones are faults, and are not kept. Blank
/// lines are left out, except those of plain lines.
public final class TextSource implements RecordSource {

  /// The maximum length of a record, in bytes.
  public static final int MAX_RECORD_BYTES = 64 << 20;

  private static final int SAMPLE = 100; // records of which the names of fields are read
  private static final int BATCH_BYTES = 1 << 18;
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final String name;
  private final FileLayout layout;
  private final RecordFormat format;
  private final InputStream in;
  private final LongSupplier bytesRead;
  private final RecordEnds recordEnds;
  private final int maxBytes;
  private byte[] buffer = new byte[BATCH_BYTES];
  private int from; // of the record that is not complete
  private int scanned;
  private int filled;
  private long line = 1;
  private boolean ended;
  private boolean skipping; // the rest of a record that is too long
  private byte[] header = {};
  private List<String> names = List.of();
  private FieldReader reader = TextSource::line;
  private @Nullable TextBatch sampled; // was read for the names of its columns

  private TextSource(
      String name, FileLayout layout, InputStream in, LongSupplier bytesRead, int maxBytes) {
    this.name = name;
    this.layout = layout;
    this.format = layout.format();
    this.in = in;
    this.bytesRead = bytesRead;
    this.recordEnds =
        format == RecordFormat.CSV ? new CsvRecordEnds(layout.delimiter()) : RecordEnds.LINES;
    this.maxBytes = maxBytes;
  }

  /// Opens a file, and reads the header of CSV and TSV.
  ///
  /// @param name of the file, for messages
  /// @param in in UTF-8, elements of an array as lines; is closed with this
  /// @param bytesRead the bytes read from disk
  /// @throws FileFailure if the header is not valid
  public static TextSource open(
      String name, FileLayout layout, InputStream in, LongSupplier bytesRead) throws IOException {
    return open(name, layout, in, bytesRead, MAX_RECORD_BYTES);
  }

  static TextSource open(
      String name, FileLayout layout, InputStream in, LongSupplier bytesRead, int maxBytes)
      throws IOException {
    TextSource source = new TextSource(name, layout, in, bytesRead, maxBytes);
    source.begin();
    return source;
  }

  @Override
  public ColumnNames columns() throws IOException {
    if (format.hasHeader()) {
      return new ColumnNames(names, names);
    }
    if (format != RecordFormat.JSONL) {
      return ColumnNames.NONE;
    }
    sampled = next();
    return sampled == null ? ColumnNames.NONE : sample(sampled);
  }

  private ColumnNames sample(TextBatch batch) {
    Map<String, Boolean> found = new LinkedHashMap<>();
    RecordFault first = null;
    long at = 0;
    for (int i = 0; i < Math.min(SAMPLE, batch.size()); i++) {
      try {
        if (batch.end(i) >= 0) {
          JsonFields.names(batch.bytes(), batch.start(i), batch.end(i))
              .forEach((field, isString) -> found.merge(field, isString, Boolean::logicalOr));
        }
      } catch (RecordFault fault) {
        if (first == null) { // others are reported when they are read
          first = fault;
          at = batch.line(i);
        }
      }
    }
    if (found.isEmpty() && first != null) {
      throw new FileFailure(first.at(name, at), first);
    }
    return new ColumnNames(
        List.copyOf(found.keySet()), found.keySet().stream().filter(found::get).toList());
  }

  /// The header line of CSV and TSV, without its line feed.
  byte[] header() {
    return header;
  }

  /// The format of the file.
  RecordFormat format() {
    return format;
  }

  @Override
  public void read(RecordColumns columns) {
    switch (format) {
      case JSONL -> reader = new JsonFields(columns);
      case CSV, TSV -> {
        require(columns.text());
        if (columns.id() != null) {
          require(columns.id());
        }
        reader = new DelimitedFields(layout, names, columns);
      }
      default -> reader = TextSource::line;
    }
  }

  private void require(String column) {
    if (!names.contains(column)) {
      throw new FileFailure(
          name + ":1: has no column '" + column + "'; it has " + String.join(", ", names));
    }
  }

  private static RecordFields line(byte[] bytes, int from, int to) throws RecordFault {
    int end = to > from && bytes[to - 1] == '\r' ? to - 1 : to;
    return new RecordFields(null, Utf8.decode(bytes, from, end));
  }

  private void begin() throws IOException {
    fill();
    int mark = BYTE_ORDER_MARK.length;
    if (filled >= mark && Arrays.equals(buffer, 0, mark, BYTE_ORDER_MARK, 0, mark)) {
      from = mark;
      scanned = mark;
    }
    if (format.hasHeader()) {
      TextBatch first = batch(1);
      if (first == null) {
        throw new FileFailure(name + ":1: is empty; the first line must name the columns");
      }
      readHeader(first);
    }
  }

  private void readHeader(TextBatch first) {
    try {
      if (first.end(0) < 0) {
        first.read(0);
      }
      header = Arrays.copyOfRange(first.bytes(), first.start(0), first.end(0));
      names = DelimitedFields.fields(layout, Utf8.decode(header, 0, header.length));
    } catch (RecordFault e) {
      throw new FileFailure(e.at(name, 1), e);
    }
    Set<String> distinct = new HashSet<>();
    for (String column : names) {
      if (!distinct.add(column)) {
        throw new FileFailure(name + ":1: has two columns '" + column + "'; rename one of them");
      }
    }
  }

  @Override
  public @Nullable TextBatch next() throws IOException {
    TextBatch first = sampled;
    if (first != null) {
      sampled = null;
      return first.with(reader);
    }
    return batch(Integer.MAX_VALUE);
  }

  /// The next records that are in the buffer, at least one; null at the end.
  private @Nullable TextBatch batch(int most) throws IOException {
    int[] starts = new int[256];
    int[] ends = new int[256];
    long[] lines = new long[256];
    int size = 0;
    while (size < most) {
      int end = recordEnds.find(buffer, scanned, filled, scanned == from && !skipping);
      if (end < 0) {
        scanned = filled;
        if (size > 0 || ended && from == filled && !skipping) {
          break;
        }
        if (!ended) {
          fill();
          continue;
        }
        end = filled;
      }
      if (size == starts.length) {
        starts = Arrays.copyOf(starts, size * 2);
        ends = Arrays.copyOf(ends, size * 2);
        lines = Arrays.copyOf(lines, size * 2);
      }
      starts[size] = from;
      ends[size] = skipping || end - from > maxBytes ? -1 : end;
      lines[size] = line;
      boolean kept = skipping || format == RecordFormat.LINES || !isBlank(from, end);
      line += 1 + recordEnds.innerLines();
      skipping = false;
      from = Math.min(filled, end + 1);
      scanned = from;
      size += kept ? 1 : 0;
    }
    if (size == 0) {
      return null;
    }
    byte[] bytes = buffer;
    if (size < most) { // the rest is copied, as the batch owns the buffer
      buffer = new byte[Math.max(BATCH_BYTES, 2 * (filled - from))];
      System.arraycopy(bytes, from, buffer, 0, filled - from);
      filled -= from;
      from = 0;
      scanned = filled;
    }
    return new TextBatch(bytes, starts, ends, lines, size, reader);
  }

  private boolean isBlank(int start, int end) {
    for (int i = start; i < end; i++) {
      if (buffer[i] > ' ' || buffer[i] < 0) {
        return false;
      }
    }
    return true;
  }

  /// Reads more bytes of the record that is not complete.
  private void fill() throws IOException {
    if (filled - from > maxBytes || skipping) {
      skipping = true;
      from = filled;
    }
    if (from == filled) {
      from = 0;
      filled = 0;
      scanned = 0;
    }
    if (filled == buffer.length) {
      if (from > 0) {
        System.arraycopy(buffer, from, buffer, 0, filled - from);
        filled -= from;
        scanned -= from;
        from = 0;
      } else {
        buffer = Arrays.copyOf(buffer, buffer.length * 2);
      }
    }
    int read = in.readNBytes(buffer, filled, buffer.length - filled);
    ended = filled + read < buffer.length;
    filled += read;
  }

  @Override
  public long bytesRead() {
    return bytesRead.getAsLong();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
