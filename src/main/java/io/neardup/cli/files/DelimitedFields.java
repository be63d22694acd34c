package io.neardup.cli.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/// Reads id and text of CSV and TSV.
final class DelimitedFields implements FieldReader {

  private static final char[] DELIMITERS = {',', ';', '\t', '|'};
  private static final int SAMPLE = 50; // records

  private final FileLayout layout;
  private final int columns;
  private final int text;
  private final int id;

  /// @param header the names of the columns
  DelimitedFields(FileLayout layout, List<String> header, RecordColumns columns) {
    this.layout = layout;
    this.columns = header.size();
    this.text = header.indexOf(columns.text());
    this.id = columns.id() == null ? -1 : header.indexOf(columns.id());
  }

  @Override
  public RecordFields read(byte[] bytes, int from, int to) throws RecordFault {
    List<String> fields = fields(layout, Utf8.decode(bytes, from, to));
    if (fields.size() != columns) {
      throw new RecordFault(
          0, "must have " + columns + " fields, as the header has; had " + fields.size());
    }
    return new RecordFields(id < 0 ? null : fields.get(id), fields.get(text));
  }

  private static CSVFormat csv(char delimiter) {
    return CSVFormat.RFC4180.builder().setDelimiter(delimiter).get();
  }

  /// The delimiter of CSV: that of comma, semicolon, tab and vertical bar which divides the header,
  /// and most records into as many fields; a comma if none does.
  ///
  /// @param text the first characters of the file
  /// @param whole whether these are all
  static char delimiter(String text, boolean whole) {
    char best = ',';
    double most = 0;
    for (char delimiter : DELIMITERS) {
      double share = agreeing(text, whole, delimiter);
      if (share > most) {
        most = share;
        best = delimiter;
      }
    }
    return best;
  }

  /// The share of the first records with as many fields as the header, 0 if that has one.
  private static double agreeing(String text, boolean whole, char delimiter) {
    List<Integer> sizes = new ArrayList<>();
    try (CSVParser parser = CSVParser.parse(text, csv(delimiter))) {
      for (CSVRecord record : parser) {
        if (record.size() > 1 || !record.get(0).isBlank()) {
          sizes.add(record.size());
        }
        if (sizes.size() > SAMPLE) {
          break;
        }
      }
    } catch (IOException | UncheckedIOException _) {
      sizes.add(0);
    }
    if (!whole && sizes.size() > 1 && sizes.size() <= SAMPLE) {
      sizes.removeLast(); // was cut
    }
    if (sizes.isEmpty() || sizes.getFirst() < 2) {
      return 0;
    }
    long agreeing = sizes.stream().filter(sizes.getFirst()::equals).count();
    return (double) agreeing / sizes.size();
  }

  /// The fields of a line.
  static List<String> fields(FileLayout layout, String line) throws RecordFault {
    String record = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
    if (layout.format() == RecordFormat.TSV) {
      return List.of(record.split("\t", -1));
    }
    if (record.isEmpty()) {
      return List.of("");
    }
    try (CSVParser parser = CSVParser.parse(record, csv(layout.delimiter()))) {
      return parser.getRecords().getFirst().toList();
    } catch (IOException | UncheckedIOException _) {
      throw new RecordFault(
          0,
          "is not as in RFC 4180: a field that begins with a quote must end with one, before "
              + FileLayout.shown(layout.delimiter())
              + " or the end of the line, and have two for each quote inside");
    }
  }
}
