package io.neardup.cli.files;

import io.neardup.records.CsvRecordEnds;
import io.neardup.records.DelimitedFields;
import io.neardup.records.RecordCutter;
import io.neardup.records.RecordFault;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Recognises the delimiter of CSV.
final class Delimiter {

  private static final char[] DELIMITERS = {',', ';', '\t', '|'};
  private static final int SAMPLE = 50; // records

  private Delimiter() {}

  /// The delimiter of CSV: the one that the first line names; otherwise the one of comma,
  /// semicolon, tab and vertical bar which divides the header, and most records into as many
  /// fields; a comma if none does.
  ///
  /// @param text the first characters of the file
  /// @param whole whether these are all
  static char of(String text, boolean whole) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    RecordCutter first = cutter(bytes, ',');
    if (first.next() == RecordCutter.Result.RECORD) {
      Character named =
          DelimitedFields.named(first.bytes(), first.start(), first.start() + first.length());
      if (named != null) {
        return named;
      }
    }
    char best = ',';
    double most = 0;
    for (char delimiter : DELIMITERS) {
      double share = agreeing(bytes, whole, delimiter);
      if (share > most) {
        most = share;
        best = delimiter;
      }
    }
    return best;
  }

  /// The share of the first records with as many fields as the header, 0 if that has one.
  private static double agreeing(byte[] text, boolean whole, char delimiter) throws IOException {
    DelimitedFields fields = new DelimitedFields(delimiter, true, "");
    List<Integer> sizes = new ArrayList<>();
    RecordCutter records = cutter(text, delimiter);
    while (sizes.size() <= SAMPLE && records.next() == RecordCutter.Result.RECORD) {
      if (!records.isBlank()) {
        sizes.add(size(fields, records));
      }
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

  private static RecordCutter cutter(byte[] text, char delimiter) {
    return new RecordCutter(
        new ByteArrayInputStream(text),
        new CsvRecordEnds(delimiter, true),
        text.length,
        text.length + 1);
  }

  /// The number of fields of a record, 0 if it is malformed.
  private static int size(DelimitedFields fields, RecordCutter record) {
    int end = record.start() + record.length();
    try {
      return fields.fields(record.bytes(), record.start(), end).size();
    } catch (RecordFault fault) {
      return 0;
    }
  }
}
