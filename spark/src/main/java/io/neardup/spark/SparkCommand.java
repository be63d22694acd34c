package io.neardup.spark;

import io.neardup.profile.Profile;
import io.neardup.spark.corpus.CorpusRecords;
import io.neardup.spark.corpus.JobProfile;
import io.neardup.spark.corpus.WorkFolder;
import io.neardup.spark.input.InputFiles;
import io.neardup.spark.input.JsonLines;
import io.neardup.spark.input.ParquetRecords;
import io.neardup.spark.input.RecordInput;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// A command that reads a corpus.
abstract class SparkCommand implements Callable<Integer> {

  @Mixin CorpusOptions options = new CorpusOptions();
  @Spec CommandSpec spec = CommandSpec.create(); // replaced by that of the command

  /// Checks the options.
  ///
  /// @param results receives the options on which results depend
  abstract void check(Profile profile, Map<String, Object> results);

  /// Runs the command.
  ///
  /// @param report receives what is reported
  /// @return the records that were read
  abstract CorpusRecords run(
      RecordInput input, WorkFolder folder, JobProfile profile, Map<String, Object> report)
      throws IOException;

  /// Reports how many records were read.
  static void describe(CorpusRecords corpus, Map<String, Object> report) {
    report.put("records", corpus.records());
    report.put("rejected", corpus.rejected());
  }

  @Override
  public final Integer call() throws IOException {
    JobProfile recipe = options.profile(spec);
    Profile profile = recipe.build();
    Map<String, Object> results = new LinkedHashMap<>();
    results.put("command", spec.name());
    results.put("input", options.input);
    results.put("textColumn", options.text);
    results.put("idColumn", options.id);
    results.put("maxTextChars", options.maxTextChars);
    results.put("profile", profile.name());
    results.put("listFormat", options.outputFormat.name());
    check(profile, results);
    boolean isOwn = SparkSession.getDefaultSession().isEmpty();
    SparkSession.Builder builder = SparkSession.builder().appName("neardup " + spec.name());
    if (options.master != null) {
      builder.master(options.master);
    }
    SparkSession spark = builder.getOrCreate();
    StageMetrics metrics = new StageMetrics();
    spark.sparkContext().addSparkListener(metrics);
    try {
      run(spark, recipe, results, metrics);
      return ExitCode.OK;
    } finally {
      spark.sparkContext().setJobDescription(null);
      spark.sparkContext().removeSparkListener(metrics);
      if (isOwn) {
        spark.stop();
      }
    }
  }

  private void run(
      SparkSession spark, JobProfile profile, Map<String, Object> results, StageMetrics metrics)
      throws IOException {
    InputFiles files = new InputFiles(spark.sparkContext().hadoopConfiguration(), options.input);
    RecordInput input = input(spark, files);
    Map<String, Object> conditions = new LinkedHashMap<>(results);
    conditions.put("format", input.format());
    conditions.put("profile", profile.describe());
    conditions.put("files", files.digest());
    String manifest = JobReport.json(conditions).strip();
    WorkFolder folder = WorkFolder.open(spark, options.output, manifest, options.resume);
    Map<String, Object> report = new LinkedHashMap<>(results);
    report.put("files", input.files().size());
    CorpusRecords corpus = run(input, folder, profile, report);
    corpus.writeRejected(
        options.outputFormat == CorpusOptions.ListFormat.parquet ? "parquet" : "json");
    JobReport.addStages(report, metrics);
    folder.file("report.json", JobReport.json(report));
    folder.complete();
    note(report);
  }

  private void note(Map<String, Object> report) {
    spec.commandLine()
        .getErr()
        .println(JobReport.summary(report) + "; see " + options.output + "/report.json");
  }

  private RecordInput input(SparkSession spark, InputFiles files) throws IOException {
    return switch (options.format != null ? options.format : files.format()) {
      case parquet -> new ParquetRecords(spark, options.input, options.columns());
      case jsonl -> new JsonLines(spark, files, options.columns());
    };
  }

  /// Writes a list in the requested format.
  void list(WorkFolder folder, String name, String description, Dataset<Row> rows)
      throws IOException {
    folder.output(name, description, options.outputFormat.name(), rows);
  }
}
