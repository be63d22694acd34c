package io.neardup.spark.corpus;

import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.OutputWriter;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.execution.datasources.json.JsonFileFormat;
import org.apache.spark.sql.execution.datasources.text.TextFileFormat;
import org.apache.spark.sql.types.StructType;
import scala.collection.immutable.Map;

/// Spark's formats of lines of text and of JSON, whose files are named `.jsonl`, with the extension
/// of their compression: Spark itself names them `.txt` and `.json`.
public final class JsonLinesFiles {

  private JsonLinesFiles() {}

  /// The format that writes what a format of Spark does; others are those of Spark.
  static String of(String format) {
    return switch (format) {
      case "text" -> OfText.class.getName();
      case "json" -> OfJson.class.getName();
      default -> format;
    };
  }

  /// Lines of JSON as they are.
  public static final class OfText extends TextFileFormat {

    @Override
    public OutputWriterFactory prepareWrite(
        SparkSession spark, Job job, Map<String, String> options, StructType schema) {
      return new Named(super.prepareWrite(spark, job, options, schema), ".txt");
    }
  }

  /// Rows as lines of JSON.
  public static final class OfJson extends JsonFileFormat {

    @Override
    public OutputWriterFactory prepareWrite(
        SparkSession spark, Job job, Map<String, String> options, StructType schema) {
      return new Named(super.prepareWrite(spark, job, options, schema), ".json");
    }
  }

  private static final class Named extends OutputWriterFactory {

    private final OutputWriterFactory writers;
    private final String extension;

    Named(OutputWriterFactory writers, String extension) {
      this.writers = writers;
      this.extension = extension;
    }

    @Override
    public String getFileExtension(TaskAttemptContext context) {
      return ".jsonl" + writers.getFileExtension(context).substring(extension.length());
    }

    @Override
    public OutputWriter newInstance(String path, StructType schema, TaskAttemptContext context) {
      return writers.newInstance(path, schema, context);
    }
  }
}
