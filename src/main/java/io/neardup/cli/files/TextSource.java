package io.neardup.cli.files;

import io.neardup.records.CsvRecordEnds;
import io.neardup.records.DelimitedFields;
import io.neardup.records.FieldReader;
import io.neardup.records.JsonFields;
import io.neardup.records.RecordCutter;
import io.neardup.records.RecordEnds;
import io.neardup.records.RecordFault;
import io.neardup.records.RecordFields;
import io.neardup.records.Utf8;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Divides a file of a text format into batches of records. Not thread-safe.
///
/// Holds a batch, and a record of up to 64 MB. Longer ones are faults, and are not kept. Blank
/// lines are left out, except in plain lines; a row of empty fields is not blank.
public final class TextSource implements RecordSource {

  private static final int SAMPLE = 100; // records of which the names of fields are read
  private static final int BATCH_BYTES = 1 << 18;

  /// A line is a text.
  private static final FieldReader LINE =
      new FieldReader() {

        @Override
        public RecordFields read(byte[] bytes, int from, int to) throws RecordFault {
          int end = textRange(bytes, from, to)[1];
          return new RecordFields(null, Utf8.decode(bytes, from, end, Encodings.REMEDY));
        }

        @Override
        public int[] textRange(byte[] bytes, int from, int to) {
          return new int[] {from, RecordEnds.withoutReturns(bytes, from, to)};
        }

        @Override
        public String encode(String text, String before) {
          return text;
        }
      };

  private final String name;
  private final RecordFormat format;
  private final FileLayout layout;
  private final InputStream in;
  private final @Nullable FileChannel file;
  private final RecordCutter cutter;
  private byte[] named = {}; // the line before the header, which names the delimiter
  private byte[] header = {};
  private long headerLine = 1;
  private List<String> names = List.of();
  private FieldReader reader = LINE;
  private @Nullable TextBatch sampled; // was read for the names of its columns

  private TextSource(
      String name, FileLayout layout, InputStream in, @Nullable FileChannel file, int maxBytes) {
    this.name = name;
    this.format = layout.format();
    this.in = in;
    this.file = file;
    this.layout = layout;
    this.cutter = new RecordCutter(new WholeReads(in), ends(layout), maxBytes, BATCH_BYTES);
  }

  private static RecordEnds ends(FileLayout layout) {
    return layout.format().hasHeader() || layout.returns()
        ? new CsvRecordEnds(delimiter(layout), layout.format() == RecordFormat.CSV)
        : RecordEnds.LINES;
  }

  /// Opens a file, and reads the header of CSV and TSV.
  ///
  /// @param name of the file, for messages
  /// @param in in UTF-8, elements of an array as lines; is closed with this
  /// @param file whose position is the number of bytes read from disk, null for standard input
  /// @throws FileFailure if the header is not valid
  public static TextSource open(
      String name, FileLayout layout, InputStream in, @Nullable FileChannel file)
      throws IOException {
    return open(name, layout, in, file, FieldReader.MAX_RECORD_BYTES);
  }

  static TextSource open(
      String name, FileLayout layout, InputStream in, @Nullable FileChannel file, int maxBytes)
      throws IOException {
    TextSource source = new TextSource(name, layout, in, file, maxBytes);
    if (source.format.hasHeader()) {
      source.readHeader();
    }
    return source;
  }

  @Override
  public ColumnNames columns() throws IOException {
    if (format.hasHeader()) {
      return new ColumnNames(names, names, List.of());
    }
    if (format != RecordFormat.JSONL) {
      return ColumnNames.NONE;
    }
    sampled = next();
    ColumnNames found = sampled == null ? ColumnNames.NONE : sample(sampled);
    names = found.paths();
    return found;
  }

  private ColumnNames sample(TextBatch batch) {
    JsonFields fields = new JsonFields("", null, Encodings.REMEDY);
    Map<String, Boolean> found = new LinkedHashMap<>();
    Set<String> paths = new LinkedHashSet<>();
    RecordFault first = null;
    long at = 0;
    for (int i = 0; i < batch.size(); i++) {
      try {
        if (batch.end(i) >= 0) {
          Map<String, Boolean> names =
              fields.names(batch.bytes(), batch.start(i), batch.end(i), paths);
          if (i < SAMPLE) {
            names.forEach((field, isString) -> found.merge(field, isString, Boolean::logicalOr));
          }
        }
      } catch (RecordFault fault) {
        if (first == null && i < SAMPLE) { // others are reported when they are read
          first = fault;
          at = batch.line(i);
        }
      }
    }
    return new ColumnNames(
        List.copyOf(found.keySet()),
        found.keySet().stream().filter(found::get).toList(),
        paths.size() < JsonFields.MAX_NAMES ? List.copyOf(paths) : List.of(),
        found.isEmpty() && first != null ? new FileFailure(first.at(name, at), first) : null);
  }

  /// The line before the header that names the delimiter, without its line end; empty without one.
  byte[] named() {
    return named;
  }

  /// The header line of CSV and TSV, without its line end.
  byte[] header() {
    return header;
  }

  /// The character between fields.
  char delimiter() {
    return delimiter(layout);
  }

  private static char delimiter(FileLayout layout) {
    return layout.format() == RecordFormat.TSV ? '\t' : layout.delimiter();
  }

  /// The format of the file.
  RecordFormat format() {
    return format;
  }

  @Override
  public void read(ColumnNames.Chosen columns) {
    columns.requireAbsent(names, format.hasHeader() ? name + ":" + headerLine : name);
    switch (format) {
      case JSONL ->
          reader =
              new JsonFields(
                  columns.texts(),
                  ColumnNames.JOINT,
                  columns.id(),
                  columns.absent().keySet(),
                  Encodings.REMEDY);
      case CSV, TSV -> {
        int[] texts = columns.texts().stream().mapToInt(this::index).toArray();
        int id = columns.id() == null ? -1 : index(columns.id());
        reader = delimited().reader(names.size(), texts, ColumnNames.JOINT, id);
      }
      default -> reader = LINE;
    }
  }

  private DelimitedFields delimited() {
    boolean csv = format == RecordFormat.CSV;
    return new DelimitedFields(delimiter(), csv, Encodings.REMEDY);
  }

  private int index(String column) {
    int index = names.indexOf(column);
    if (index < 0) {
      throw new FileFailure(
          name
              + ":"
              + headerLine
              + ": has no column '"
              + column
              + "'; it has "
              + String.join(", ", names)
              + layout.asRead());
    }
    return index;
  }

  private ObjectNode row(byte[] bytes, int from, int to) throws RecordFault {
    if (format == RecordFormat.JSONL) {
      return (ObjectNode) Rows.JSON.readTree(bytes, from, to - from);
    }
    ObjectNode row = Rows.JSON.createObjectNode();
    if (format == RecordFormat.LINES) {
      return row.put("text", LINE.read(bytes, from, to).text());
    }
    List<String> fields = delimited().read(bytes, from, to, names.size());
    for (int i = 0; i < fields.size(); i++) {
      row.put(names.get(i), fields.get(i));
    }
    return row;
  }

  private void readHeader() throws IOException {
    TextBatch first = batch(1);
    if (first != null && format == RecordFormat.CSV && first.end(0) >= 0) {
      Character delimiter = DelimitedFields.named(first.bytes(), first.start(0), first.end(0));
      if (delimiter != null) {
        FileFailure.require(
            delimiter == layout.delimiter(),
            name,
            "its first line names "
                + DelimitedFields.shown(delimiter)
                + " as the delimiter, --delimiter "
                + DelimitedFields.shown(layout.delimiter())
                + "; remove one of the two");
        named = Arrays.copyOfRange(first.bytes(), first.start(0), first.end(0));
        first = batch(1);
      }
    }
    if (first == null) {
      throw new FileFailure(
          name
              + ":"
              + (named.length == 0 ? 1 : 2)
              + ": is empty; the first line must name the columns");
    }
    headerLine = first.line(0);
    try {
      if (first.end(0) < 0) {
        first.read(0);
      }
      header = Arrays.copyOfRange(first.bytes(), first.start(0), first.end(0));
      names = delimited().header(header, 0, header.length);
    } catch (RecordFault e) {
      throw new FileFailure(e.with(layout.asRead()).at(name, headerLine), e);
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
    while (size < most && (size == 0 || cutter.isBuffered())) {
      RecordCutter.Result result = cutter.next();
      if (result == RecordCutter.Result.END) {
        break;
      }
      boolean whole = result == RecordCutter.Result.RECORD;
      if (whole && format != RecordFormat.LINES && cutter.isBlank()) {
        continue;
      }
      if (size == starts.length) {
        starts = Arrays.copyOf(starts, size * 2);
        ends = Arrays.copyOf(ends, size * 2);
        lines = Arrays.copyOf(lines, size * 2);
      }
      starts[size] = cutter.start();
      ends[size] = whole ? cutter.start() + cutter.length() : -1;
      lines[size] = cutter.number();
      size++;
    }
    return size == 0
        ? null
        : new TextBatch(
            cutter.release(), starts, ends, lines, size, reader, this::row, layout.asRead());
  }

  @Override
  public long bytesRead() throws IOException {
    return file == null ? 0 : file.position();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  /// Reads as many bytes as are requested, so that batches are large.
  private static final class WholeReads extends FilterInputStream {

    WholeReads(InputStream in) {
      super(in);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int count = in.readNBytes(bytes, offset, length);
      return count == 0 ? -1 : count;
    }
  }
}
