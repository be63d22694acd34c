package io.neardup.spark.corpus;

import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.OutputWriter;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.execution.datasources.text.TextFileFormat;
import org.apache.spark.sql.types.StructType;
import scala.collection.immutable.Map;

/// Spark's format of lines of text, for lines of JSON: files are named `.jsonl`, with the extension
/// of their compression. Spark itself names them `.txt`.
public final class JsonLinesFiles extends TextFileFormat {

  /// For Spark, which creates formats by their names.
  public JsonLinesFiles() {}

  @Override
  public OutputWriterFactory prepareWrite(
      SparkSession spark, Job job, Map<String, String> options, StructType schema) {
    return new Named(super.prepareWrite(spark, job, options, schema));
  }

  private static final class Named extends OutputWriterFactory {

    private final OutputWriterFactory writers;

    Named(OutputWriterFactory writers) {
      this.writers = writers;
    }

    @Override
    public String getFileExtension(TaskAttemptContext context) {
      return writers.getFileExtension(context).replaceFirst("^\\.txt", ".jsonl");
    }

    @Override
    public OutputWriter newInstance(String path, StructType schema, TaskAttemptContext context) {
      return writers.newInstance(path, schema, context);
    }
  }
}
