package io.neardup.records;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;

/// Reads the fields of records of CSV (RFC 4180), or of TSV, which has no quotes.
///
/// @param delimiter between fields, an ASCII character
/// @param quoted whether fields may be quoted
/// @param remedy for a record that is not UTF-8
public record DelimitedFields(char delimiter, boolean quoted, String remedy) {

  /// Reads the names of columns.
  ///
  /// @throws RecordFault if two are equal, or the record is malformed
  public List<String> header(byte[] bytes, int from, int to) throws RecordFault {
    List<String> names = fields(bytes, from, to);
    Set<String> distinct = new HashSet<>();
    for (String name : names) {
      if (!distinct.add(name)) {
        throw new RecordFault(0, "has two columns '" + name + "'; rename one of them");
      }
    }
    return names;
  }

  /// Reads a record.
  ///
  /// @param columns their number
  /// @throws RecordFault if it has more or fewer fields, or is malformed
  public List<String> read(byte[] bytes, int from, int to, int columns) throws RecordFault {
    List<String> fields = fields(bytes, from, to);
    if (fields.size() != columns) {
      throw new RecordFault(
          0, "must have " + columns + " fields, as the header has; had " + fields.size());
    }
    return fields;
  }

  /// Reads two fields of each record.
  ///
  /// @param columns the number of columns
  /// @param text the column of the text
  /// @param id the column of the id, below 0 if there is none
  public FieldReader reader(int columns, int text, int id) {
    return new FieldReader() {

      @Override
      public RecordFields read(byte[] bytes, int from, int to) throws RecordFault {
        List<String> fields = DelimitedFields.this.read(bytes, from, to, columns);
        return new RecordFields(id < 0 ? null : fields.get(id), fields.get(text));
      }

      @Override
      public int[] textRange(byte[] bytes, int from, int to) {
        return range(bytes, from, to > from && bytes[to - 1] == '\r' ? to - 1 : to, text);
      }

      @Override
      public String encode(String replacement, String before) {
        return quoted && (before.startsWith("\"") || replacement.startsWith("\""))
            ? '"' + replacement.replace("\"", "\"\"") + '"'
            : replacement;
      }
    };
  }

  /// The range of a field, with its quotes.
  private int[] range(byte[] bytes, int from, int to, int column) {
    int start = from;
    for (int field = 0; ; field++) {
      int end = start;
      boolean open = false;
      while (end < to && (open || bytes[end] != delimiter)) {
        open ^= quoted && bytes[end] == '"' && (open || bytes[start] == '"');
        end++;
      }
      if (field == column || end == to) {
        return new int[] {start, end};
      }
      start = end + 1;
    }
  }

  private List<String> fields(byte[] bytes, int from, int to) throws RecordFault {
    int end = to > from && bytes[to - 1] == '\r' ? to - 1 : to;
    String record = Utf8.decode(bytes, from, end, remedy);
    if (!quoted) {
      return List.of(record.split(String.valueOf(delimiter), -1));
    }
    if (record.isEmpty()) {
      return List.of("");
    }
    try (CSVParser parser = CSVParser.parse(record, format(delimiter))) {
      return parser.getRecords().getFirst().toList();
    } catch (IOException | UncheckedIOException e) {
      throw new RecordFault(
          0,
          "is not as in RFC 4180: a field that begins with a quote must end with one, before "
              + shown(delimiter)
              + " or the end of the line, and have two for each quote inside");
    }
  }

  /// The format of CSV with a delimiter.
  public static CSVFormat format(char delimiter) {
    return CSVFormat.RFC4180.builder().setDelimiter(delimiter).get();
  }

  /// A delimiter in messages.
  public static String shown(char delimiter) {
    return switch (delimiter) {
      case ',' -> "a comma";
      case '\t' -> "a tab";
      default -> "'" + delimiter + "'";
    };
  }
}
