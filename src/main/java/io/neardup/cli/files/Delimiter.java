package io.neardup.cli.files;

import io.neardup.records.DelimitedFields;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/// Recognises the delimiter of CSV.
final class Delimiter {

  private static final char[] DELIMITERS = {',', ';', '\t', '|'};
  private static final int SAMPLE = 50; // records

  private Delimiter() {}

  /// The delimiter of CSV: that of comma, semicolon, tab and vertical bar which divides the header,
  /// and most records into as many fields; a comma if none does.
  ///
  /// @param text the first characters of the file
  /// @param whole whether these are all
  static char of(String text, boolean whole) {
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
    try (CSVParser parser = CSVParser.parse(text, DelimitedFields.format(delimiter))) {
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
}
