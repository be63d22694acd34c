package io.neardup.spark.input;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/// The records of a corpus, and of a reference with which they are compared: these have the smaller
/// numbers, are kept in any case, and are never written.
///
/// @param reference null without one
public record CorpusInput(RecordInput input, @Nullable RecordInput reference) {

  /// The paths of all files, by their numbers.
  public List<String> files() {
    return reference == null
        ? input.files()
        : Stream.concat(reference.files().stream(), input.files().stream()).toList();
  }

  /// What is wrong with a named column of a file, as [RecordInput#wrongColumn].
  public @Nullable String wrongColumn(String file) throws IOException {
    return reference != null && reference.files().contains(file)
        ? reference.wrongColumn(file)
        : input.wrongColumn(file);
  }

  /// All texts, as in [RecordInput#TEXTS].
  public Dataset<Row> texts() {
    return reference == null ? input.texts() : reference.texts().union(input.texts());
  }

  /// Whether the record of a number is none of the reference, in SQL.
  public String isInput(String number) {
    return reference == null
        ? "true"
        : "(" + number + " >= " + RecordInput.number(reference.files().size(), 0) + "L)";
  }
}
