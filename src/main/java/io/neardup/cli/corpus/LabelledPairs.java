package io.neardup.cli.corpus;

import io.neardup.calibrate.LabelledPair;
import io.neardup.cli.files.ColumnNames.Chosen;
import io.neardup.cli.files.FileFailure;
import io.neardup.cli.files.RecordBatch;
import io.neardup.cli.files.RecordSource;
import io.neardup.records.RecordFault;
import io.neardup.records.RecordFields;
import java.io.IOException;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The labelled pairs of a file with the columns `a`, `b` and `duplicate`. The file is read twice
/// at once, for a text of each pair.
///
/// @param file its name
/// @param first the open file
/// @param second the same file, opened again
public record LabelledPairs(String file, RecordSource first, RecordSource second) {

  private static final Chosen A = new Chosen("duplicate", "a");
  private static final Chosen B = new Chosen(null, "b");

  /// Reads all pairs.
  ///
  /// @param reader receives the pairs, in order
  /// @param faults receives the pairs that cannot be read
  /// @throws FileFailure if the file lacks one of these columns
  public void forEach(Consumer<LabelledPair> reader, FaultReader faults) throws IOException {
    first.read(A);
    second.read(B);
    RecordBatch ofA = first.next();
    RecordBatch ofB = second.next();
    while (ofA != null && ofB != null) {
      for (int i = 0; i < ofA.size(); i++) {
        try {
          RecordFields a = ofA.read(i);
          reader.accept(new LabelledPair(a.text(), ofB.read(i).text(), label(a.id()), 1));
        } catch (RecordFault fault) {
          faults.fault(file, ofA.line(i), fault);
        }
      }
      ofA = first.next();
      ofB = second.next();
    }
  }

  private static boolean label(@Nullable String value) throws RecordFault {
    return switch (value == null ? "" : value.strip().toLowerCase(Locale.ROOT)) {
      case "true", "1", "yes" -> true;
      case "false", "0", "no" -> false;
      default ->
          throw new RecordFault(
              0,
              value == null
                  ? "has no value of 'duplicate'"
                  : "field 'duplicate' must be true or false, was '" + value + "'");
    };
  }
}
