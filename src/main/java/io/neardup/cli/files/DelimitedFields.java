package io.neardup.cli.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;

/// Reads id and text of CSV and TSV.
final class DelimitedFields implements FieldReader {

  private final RecordFormat format;
  private final int columns;
  private final int text;
  private final int id;

  /// @param header the names of the columns
  DelimitedFields(RecordFormat format, List<String> header, RecordColumns columns) {
    this.format = format;
    this.columns = header.size();
    this.text = header.indexOf(columns.text());
    this.id = columns.id() == null ? -1 : header.indexOf(columns.id());
  }

  @Override
  public RecordFields read(byte[] bytes, int from, int to) throws RecordFault {
    List<String> fields = fields(format, Utf8.decode(bytes, from, to));
    if (fields.size() != columns) {
      throw new RecordFault(
          0, "must have " + columns + " fields, as the header has; had " + fields.size());
    }
    return new RecordFields(id < 0 ? null : fields.get(id), fields.get(text));
  }

  /// The fields of a line.
  static List<String> fields(RecordFormat format, String line) throws RecordFault {
    String record = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
    if (format == RecordFormat.TSV) {
      return List.of(record.split("\t", -1));
    }
    if (record.isEmpty()) {
      return List.of("");
    }
    try (CSVParser parser = CSVParser.parse(record, CSVFormat.RFC4180)) {
      return parser.getRecords().getFirst().toList();
    } catch (IOException | UncheckedIOException _) {
      throw new RecordFault(
          0,
          "is not as in RFC 4180: a field that begins with a quote must end with one, before a comma"
              + " or the end of the line, and have two for each quote inside");
    }
  }
}
