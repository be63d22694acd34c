package io.neardup.cli.corpus;

import io.neardup.cli.files.FileFailure;
import io.neardup.cli.files.InputFile;
import io.neardup.cli.files.RecordBatch;
import io.neardup.pairs.RecordPass;
import io.neardup.records.RecordFault;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;

/// Values of some records of a batch, such as their features.
///
/// @param <T> the values
/// @param records the numbers of the records, ascending
/// @param values of each
public record ValueBatch<T>(List<Integer> records, List<T> values) {

  /// Parses records, and computes their values.
  ///
  /// @param first the number of the first record of the batch
  /// @param requested the numbers of the records whose values are needed
  /// @param value of a text
  /// @throws FileFailure if one cannot be read, which it could before
  public static <T> ValueBatch<T> of(
      InputFile file, RecordBatch batch, int first, BitSet requested, Function<String, T> value) {
    ValueBatch<T> made = new ValueBatch<>(new ArrayList<>(), new ArrayList<>());
    int end = first + batch.size();
    for (int i = requested.nextSetBit(first); i >= 0 && i < end; i = requested.nextSetBit(i + 1)) {
      try {
        made.values.add(value.apply(batch.read(i - first).text()));
        made.records.add(i);
      } catch (RecordFault fault) {
        throw new FileFailure(file.name() + ": was changed while it was read; start again", fault);
      }
    }
    return made;
  }

  /// Passes the values to `reader`.
  public void read(RecordPass.Reader<T> reader) {
    for (int i = 0; i < records.size(); i++) {
      reader.read(records.get(i), values.get(i));
    }
  }
}
