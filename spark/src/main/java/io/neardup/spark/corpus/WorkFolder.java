package io.neardup.spark.corpus;

import io.neardup.spark.input.JobException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/// The output folder of a job, and in it the results of its stages in Parquet: what a stage has
/// written is never computed again, neither after a lost executor nor by a job that resumes this
/// one.
public final class WorkFolder {

  private static final String WORK = "_work";
  private static final String MANIFEST = "job.json";

  private final SparkSession spark;
  private final FileSystem files;
  private final Path output;
  private final Path work;

  private WorkFolder(SparkSession spark, FileSystem files, Path output) {
    this.spark = spark;
    this.files = files;
    this.output = output;
    this.work = new Path(output, WORK);
  }

  /// Creates the folder, or opens that of a job with the same options which did not end.
  ///
  /// @param manifest the options and files on which results depend
  /// @param resume whether to go on with the stages of a job that was interrupted
  /// @throws JobException if the folder has other content
  public static WorkFolder open(SparkSession spark, String output, String manifest, boolean resume)
      throws IOException {
    Path path = new Path(output);
    FileSystem files = path.getFileSystem(spark.sparkContext().hadoopConfiguration());
    WorkFolder folder = new WorkFolder(spark, files, path);
    Path job = new Path(folder.work, MANIFEST);
    boolean used = files.exists(path) && files.listStatus(path).length > 0;
    if (used && !resume) {
      throw new JobException(
          output
              + ": is not empty; name a new folder for --output, or go on with an interrupted job"
              + " by --resume");
    }
    if (used) {
      if (!files.exists(job)) {
        throw new JobException(output + ": has no interrupted job to --resume");
      }
      String known = new String(JobProfile.content(job, files.getConf()), StandardCharsets.UTF_8);
      if (!known.equals(manifest)) {
        throw new JobException(
            output
                + ": the interrupted job had other options or other files; --resume needs the same."
                + " They were "
                + known
                + ", now they are "
                + manifest);
      }
    } else {
      files.mkdirs(folder.work);
      FileUtil.write(files, job, manifest);
    }
    return folder;
  }

  /// The result of a stage, which is computed unless it is complete already.
  ///
  /// @param name of its folder
  /// @param description shown by Spark's UI
  public Dataset<Row> stage(String name, String description, Supplier<Dataset<Row>> result)
      throws IOException {
    Path folder = new Path(work, name);
    if (!files.exists(new Path(folder, "_SUCCESS"))) {
      describe(description);
      result.get().write().mode(SaveMode.Overwrite).parquet(folder.toString());
    }
    return spark.read().parquet(folder.toString());
  }

  /// Names the stages that follow in Spark's UI.
  public void describe(String description) {
    spark.sparkContext().setJobDescription("neardup: " + description);
  }

  /// Writes a part of the output.
  ///
  /// @param format a format of Spark; the files of `text` and `json` are JSON lines
  public void output(String name, String description, String format, Dataset<Row> rows)
      throws IOException {
    Path folder = new Path(output, name);
    if (!files.exists(new Path(folder, "_SUCCESS"))) {
      describe(description);
      boolean isJson = format.equals("json");
      (isJson ? rows.selectExpr("to_json(struct(*)) AS value") : rows)
          .write()
          .mode(SaveMode.Overwrite)
          .format(isJson || format.equals("text") ? JsonLinesFiles.class.getName() : format)
          .option("header", "true")
          .save(folder.toString());
    }
  }

  /// Writes a file beside the parts of the output.
  public void file(String name, String content) throws IOException {
    FileUtil.write(files, new Path(output, name), content);
  }

  /// Deletes the results of the stages: the output is complete.
  public void complete() throws IOException {
    files.delete(work, true);
  }
}
