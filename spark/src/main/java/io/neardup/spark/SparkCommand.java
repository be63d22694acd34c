package io.neardup.spark;

import io.neardup.profile.Profile;
import io.neardup.spark.corpus.CorpusJob;
import io.neardup.spark.corpus.CorpusRecords;
import io.neardup.spark.corpus.JobProfile;
import io.neardup.spark.corpus.WorkFolder;
import io.neardup.spark.input.CorpusFormat;
import io.neardup.spark.input.CorpusInput;
import io.neardup.spark.input.InputColumns;
import io.neardup.spark.input.InputFiles;
import io.neardup.spark.input.JobException;
import io.neardup.spark.input.JsonLines;
import io.neardup.spark.input.ParquetRecords;
import io.neardup.spark.input.RecordInput;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/// A command that reads a corpus.
abstract class SparkCommand implements Callable<Integer> {

  /// Options that may be others when an interrupted job goes on.
  private static final Set<String> CHANGEABLE =
      Set.of("--output", "--resume", "--max-rejected", "--max-pairs");

  @Mixin CorpusOptions options = new CorpusOptions();
  @Spec CommandSpec spec = CommandSpec.create(); // replaced by the specification of the command

  /// Checks the options.
  ///
  /// @param results receives what follows from them and from the profile
  abstract void check(Profile profile, Map<String, Object> results);

  /// The files of the reference.
  List<String> references() {
    return List.of();
  }

  /// The columns that are added to records.
  List<String> added() {
    return List.of();
  }

  /// The columns by whose values records are preferred.
  List<String> values() {
    return List.of();
  }

  /// Runs the command.
  ///
  /// @return the records that were read
  abstract CorpusRecords run(CorpusJob job) throws IOException;

  @Override
  public final Integer call() throws IOException {
    JobProfile recipe = options.profile(spec);
    Profile profile = recipe.build();
    Map<String, Object> results = new LinkedHashMap<>();
    results.put("command", spec.name());
    results.put("options", optionValues());
    results.put("profile", profile.name());
    check(profile, results);
    boolean isOwn = SparkSession.getDefaultSession().isEmpty();
    SparkSession spark = SparkSession.builder().appName("neardup " + spec.name()).getOrCreate();
    try {
      run(spark, recipe, results);
      return ExitCode.OK;
    } finally {
      spark.sparkContext().setJobDescription(null);
      if (isOwn) {
        spark.stop();
      }
    }
  }

  /// The options on which results depend, with those that were left out.
  private Map<String, Object> optionValues() {
    Map<String, Object> values = new LinkedHashMap<>();
    for (OptionSpec option : spec.options()) {
      Object value = option.getValue();
      boolean isHelp = option.usageHelp() || option.versionHelp();
      if (value != null && !isHelp && !CHANGEABLE.contains(option.longestName())) {
        values.put(option.longestName(), value);
      }
    }
    return values;
  }

  private void run(SparkSession spark, JobProfile profile, Map<String, Object> results)
      throws IOException {
    long start = System.currentTimeMillis();
    InputFiles files = files(spark, "--input", options.input);
    InputFiles referred = references().isEmpty() ? null : files(spark, "--against", references());
    CorpusInput input = input(spark, files, referred);
    Map<String, Object> conditions = new LinkedHashMap<>(results);
    conditions.put("format", input.input().format());
    conditions.put("profile", profile.describe());
    conditions.put("files", files.digest());
    if (referred != null) {
      conditions.put("filesOfReference", referred.digest());
    }
    String manifest = JobReport.json(conditions).strip();
    WorkFolder folder = WorkFolder.open(spark, options.output, manifest, options.resume);
    Map<String, Object> report = new LinkedHashMap<>(results);
    report.put("files", input.input().files().size());
    run(new CorpusJob(input, folder, profile, options.maxRejected, report))
        .writeRejected(
            options.outputFormat == CorpusOptions.ListFormat.parquet ? "parquet" : "json");
    report.put("stages", NamedStage.since(start, spark.sparkContext()));
    folder.file("report.json", JobReport.json(report));
    folder.complete();
    note(JobReport.summary(report) + "; see " + options.output + "/report.json");
  }

  final void note(String sentence) {
    spec.commandLine().getErr().println(sentence);
  }

  private static InputFiles files(SparkSession spark, String option, List<String> paths)
      throws IOException {
    return new InputFiles(spark.sparkContext().hadoopConfiguration(), option, paths);
  }

  /// The input, and the reference, whose files are numbered first. Without `--format`, each has the
  /// format that the names of its files show.
  private CorpusInput input(SparkSession spark, InputFiles files, @Nullable InputFiles referred)
      throws IOException {
    RecordInput reference = null;
    if (referred != null) {
      requireDifferent(files, referred);
      CorpusFormat format = referred.format(options.format);
      reference = input(spark, referred, format, options.columns(List.of(), List.of()), 0);
    }
    CorpusFormat format = options.format != null ? options.format : files.format(null);
    int first = reference == null ? 0 : reference.files().size();
    return new CorpusInput(
        input(spark, files, format, options.columns(values(), added()), first), reference);
  }

  private static void requireDifferent(InputFiles files, InputFiles referred) throws IOException {
    Set<String> input = new HashSet<>(files.paths());
    for (String path : referred.paths()) {
      if (input.contains(path)) {
        throw new JobException(path + ": is of --input and of --against; a reference is no input");
      }
    }
  }

  private static RecordInput input(
      SparkSession spark, InputFiles files, CorpusFormat format, InputColumns columns, int first)
      throws IOException {
    return switch (format) {
      case parquet -> new ParquetRecords(spark, files, columns, first);
      case jsonl -> new JsonLines(spark, files, columns, first);
    };
  }

  /// Writes a list in the requested format.
  void list(CorpusRecords corpus, String name, String description, Dataset<Row> rows)
      throws IOException {
    corpus.job().folder().output(name, description, options.outputFormat.name(), rows);
  }
}
