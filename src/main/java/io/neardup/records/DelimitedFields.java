package io.neardup.records;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Reads the fields of records of CSV (RFC 4180), or of TSV, which has no quotes. A carriage return
/// is a character of its field, except in a line end; for commons-csv it would end the record.
///
/// @param delimiter between fields, an ASCII character
/// @param quoted whether fields may be quoted
/// @param remedy for a record that is not UTF-8
public record DelimitedFields(char delimiter, boolean quoted, String remedy) {

  /// What to do about a quoted field of TSV.
  private static final String QUOTES =
      "; tsv has no quotes: read a file with them by --input-format csv";

  private static final int LONGEST_NAMED = "\"sep=;\"".length();
  private static final Pattern NAMED = Pattern.compile("(?i)(\"?)sep=([\t!-~&&[^\"\\w]])\\1");

  /// Reads the names of columns.
  ///
  /// @throws RecordFault if two are equal, or the record is malformed
  public List<String> header(byte[] bytes, int from, int to) throws RecordFault {
    List<String> names = fields(bytes, from, to);
    if (!quoted && names.stream().allMatch(name -> name.matches("\".*\""))) {
      throw new RecordFault(0, "has quotes around the names of columns" + QUOTES);
    }
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
          0,
          "must have "
              + columns
              + " fields, as the header has; had "
              + fields.size()
              + (quoted || fields.stream().noneMatch(field -> field.startsWith("\""))
                  ? ""
                  : QUOTES));
    }
    return fields;
  }

  /// Reads some fields of each record.
  ///
  /// @param columns the number of columns
  /// @param texts the columns of the text; those that are not empty are joined by `joint`
  /// @param id the column of the id, below 0 if there is none
  public FieldReader reader(int columns, int[] texts, String joint, int id) {
    return new FieldReader() {

      @Override
      public RecordFields read(byte[] bytes, int from, int to) throws RecordFault {
        List<String> fields = DelimitedFields.this.read(bytes, from, to, columns);
        String text =
            Arrays.stream(texts)
                .mapToObj(fields::get)
                .filter(field -> !field.isEmpty())
                .collect(Collectors.joining(joint));
        return new RecordFields(id < 0 || fields.get(id).isEmpty() ? null : fields.get(id), text);
      }

      @Override
      public int[] textRange(byte[] bytes, int from, int to) throws RecordFault {
        int end = RecordEnds.withoutReturns(bytes, from, to);
        String record = new String(bytes, from, end - from, StandardCharsets.ISO_8859_1);
        int start = 0;
        for (int column = 0; column < texts[0]; column++) {
          start = end(record, start) + 1;
        }
        return new int[] {from + start, from + end(record, start)};
      }

      @Override
      public String encode(String replacement, String before) {
        return quoted && (before.startsWith("\"") || replacement.startsWith("\""))
            ? '"' + replacement.replace("\"", "\"\"") + '"'
            : replacement;
      }
    };
  }

  /// The fields of a record, whatever their number.
  ///
  /// @throws RecordFault if it is malformed
  public List<String> fields(byte[] bytes, int from, int to) throws RecordFault {
    String record = Utf8.decode(bytes, from, RecordEnds.withoutReturns(bytes, from, to), remedy);
    List<String> fields = new ArrayList<>();
    for (int start = 0; start <= record.length(); ) {
      int end = end(record, start);
      fields.add(
          isQuoted(record, start)
              ? record.substring(start + 1, end - 1).replace("\"\"", "\"")
              : record.substring(start, end));
      start = end + 1;
    }
    return fields;
  }

  /// The end of a field, with its quotes.
  private int end(String record, int start) throws RecordFault {
    if (!isQuoted(record, start)) {
      int end = record.indexOf(delimiter, start);
      return end < 0 ? record.length() : end;
    }
    int end = start;
    do {
      end = record.indexOf('"', end + 1) + 1; // after a quote
    } while (end > 0 && record.startsWith("\"", end));
    if (end == 0 || end < record.length() && record.charAt(end) != delimiter) {
      throw new RecordFault(
          0,
          "is not as in RFC 4180: a field that begins with a quote must end with one, before "
              + shown(delimiter)
              + " or the end of the line, and have two for each quote inside");
    }
    return end;
  }

  private boolean isQuoted(String record, int start) {
    return quoted && record.startsWith("\"", start);
  }

  /// The delimiter that the first line of CSV names, as in `sep=;` of Excel; null if it names none.
  public static @Nullable Character named(byte[] bytes, int from, int to) {
    int end = RecordEnds.withoutReturns(bytes, from, to);
    int length = Math.min(end - from, LONGEST_NAMED + 1);
    Matcher line = NAMED.matcher(new String(bytes, from, length, StandardCharsets.ISO_8859_1));
    return line.matches() ? line.group(2).charAt(0) : null;
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
