package io.neardup.cli.corpus;

import io.neardup.cli.files.InputFile;
import io.neardup.cli.files.RecordBatch;
import io.neardup.records.RecordFault;
import io.neardup.records.RecordFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// Some records of a file, each with what was made of it, or why it cannot be read.
///
/// @param <T> what is made of a record
/// @param first the number of the first record of the batch
/// @param records those that are read
public record ParsedBatch<T>(
    InputFile file, RecordBatch batch, int first, List<Parsed<T>> records) {

  /// A record.
  ///
  /// @param <T> what is made of it
  record Parsed<T>(
      int index, @Nullable String id, @Nullable T value, @Nullable RecordFault fault) {}

  /// Parses records.
  ///
  /// @param first the number of the first record of the batch
  /// @param requested whether the record of a number is read
  /// @param nulls what becomes of texts that are null
  /// @param value what is made of each text
  public static <T> ParsedBatch<T> of(
      InputFile file,
      RecordBatch batch,
      int first,
      IntPredicate requested,
      NullTexts nulls,
      Function<String, T> value) {
    List<Parsed<T>> records = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      if (requested.test(first + i)) {
        records.add(parsed(batch, i, nulls, value));
      }
    }
    return new ParsedBatch<>(file, batch, first, records);
  }

  private static <T> Parsed<T> parsed(
      RecordBatch batch, int index, NullTexts nulls, Function<String, T> value) {
    try {
      RecordFields fields = nulls.read(batch, index);
      return new Parsed<>(index, fields.id(), value.apply(fields.text()), null);
    } catch (RecordFault fault) {
      T empty = fault.isOfKept() ? value.apply("") : null;
      return new Parsed<>(index, fault.id(), empty, fault);
    }
  }

  /// Receives records.
  @FunctionalInterface
  public interface ParsedReader<T> {
    /// Receives a record.
    ///
    /// @param number of the record, from 0 in the order of the files
    /// @param id of the record, `file:line` if it has none
    /// @param value null if the record cannot be read
    void read(int number, String id, @Nullable T value) throws IOException;
  }

  /// Passes the records to `reader`, in order.
  ///
  /// @param faults receives those that cannot be read, before `reader` does
  public void read(FaultReader faults, ParsedReader<T> reader) throws IOException {
    for (Parsed<T> record : records) {
      long line = batch.line(record.index);
      if (record.fault != null) {
        faults.fault(file.name(), line, record.fault);
      }
      String id = record.id == null ? file.name() + ":" + line : record.id;
      reader.read(first + record.index, id, record.value);
    }
  }
}
