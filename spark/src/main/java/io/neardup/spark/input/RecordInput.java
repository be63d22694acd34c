package io.neardup.spark.input;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/// The records of some files.
///
/// Each has a number: the number of its file in the order of their names in the upper 23 bits, and
/// its place in the file in the lower 40. So records keep their order and their numbers however the
/// files are divided among tasks, and a task that runs again gives the same rows.
public interface RecordInput {

  /// The bits of a place in a file: files of up to a tebibyte, or of as many rows.
  int PLACE_BITS = 40;

  /// The most files.
  int MAX_FILES = 1 << Long.SIZE - 1 - PLACE_BITS;

  /// What [#texts()] returns. `fault` says why a record cannot be used, null if it can; `id` is
  /// null then if it could not be read. `values` has the columns of [InputColumns#values()], null
  /// if they are missing.
  StructType TEXTS =
      StructType.fromDDL(
          "number BIGINT NOT NULL, id STRING, text STRING, fault STRING,"
              + " values ARRAY<STRING> NOT NULL");

  /// The paths of the files, in the order of their numbers, which follow each other.
  List<String> files();

  /// What is wrong with a named column of a file of which no record can be used: no record has it,
  /// or it has another type. Names the columns that there are. Null if its columns are as they
  /// should be.
  ///
  /// @param file its path
  @Nullable String wrongColumn(String file) throws IOException;

  /// The texts of all records, with their ids.
  Dataset<Row> texts();

  /// All records: `number`, and `record`, all that the input has of it.
  Dataset<Row> records();

  /// Replaces the texts of some records; all else remains.
  ///
  /// @param records as [#records()] returns them, and `rest`: the new text, or null
  Dataset<Row> replaced(Dataset<Row> records);

  /// Writes records in the format of the input.
  ///
  /// @param records as [#records()] returns them, and `added`, a structure of numbers, booleans and
  ///   nulls, for [InputColumns#absent()], if there are any
  /// @return what Spark's writer of [#format()] writes
  Dataset<Row> content(Dataset<Row> records);

  /// The format of Spark in which [#content] is written.
  String format();

  /// The numbers of files, sent to all executors.
  ///
  /// @param first the number of the first file
  static Broadcast<Map<String, Integer>> numbers(
      SparkSession spark, List<String> files, int first) {
    Map<String, Integer> numbers = new HashMap<>();
    files.forEach(file -> numbers.put(file, first + numbers.size()));
    return toExecutors(spark, numbers);
  }

  /// Sends a value to all executors.
  ///
  /// @param <T> of the value
  static <T> Broadcast<T> toExecutors(SparkSession spark, T value) {
    return JavaSparkContext.fromSparkContext(spark.sparkContext()).broadcast(value);
  }

  /// The number of partitions among which rows are divided.
  ///
  /// @param cores for each of which there are at least two
  static int partitions(long rows, int rowsAPartition, int cores) {
    return (int) Math.min(100_000, Math.max(2L * cores, rows / rowsAPartition));
  }

  /// A path as a pattern that only it fits.
  static String literal(String path) {
    return path.replaceAll("[\\[\\]{}*?\\\\]", "\\\\$0");
  }

  /// The number of a record.
  static long number(int file, long place) {
    if (place < 0 || place >>> PLACE_BITS != 0) {
      throw new JobException("a file is larger than a tebibyte; divide it");
    }
    return (long) file << PLACE_BITS | place;
  }

  /// The number of the file of a record.
  static int file(long number) {
    return (int) (number >>> PLACE_BITS);
  }

  /// The place of a record in its file.
  static long place(long number) {
    return number & (1L << PLACE_BITS) - 1;
  }

  /// The id of a record that has none of its own.
  static String name(String file, long place) {
    return file.substring(file.lastIndexOf('/') + 1) + "#" + place;
  }
}
