package io.neardup.spark;

import io.neardup.options.PairOptions;
import io.neardup.options.ProfileOptions;
import io.neardup.spark.corpus.JobProfile;
import io.neardup.spark.input.CorpusFormat;
import io.neardup.spark.input.InputColumns;
import io.neardup.spark.input.JobException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.apache.spark.deploy.SparkHadoopUtil;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// What is read, how texts become fingerprints, and where results go.
final class CorpusOptions {

  @Option(
      names = {"-i", "--input"},
      paramLabel = "PATH",
      required = true,
      arity = "1..*",
      description = {
        "files or folders to read, of any file system that Spark reads, such as s3a://bucket/crawl;"
            + " patterns such as 'crawl/*.jsonl.gz' in quotes"
      })
  List<String> input = new ArrayList<>();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FOLDER",
      required = true,
      description = "a new folder for the results")
  String output = "";

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "parquet, or jsonl: a JSON object on each line; by default by the names of the input")
  @Nullable CorpusFormat format;

  @Option(
      names = "--text-column",
      paramLabel = "NAME",
      description = "column or field of the text; text by default")
  String text = "text";

  @Option(
      names = "--id-column",
      paramLabel = "NAME",
      description =
          "column or field of the id; without one, records are named by file and place: the number of"
              + " the row in Parquet, the byte at which the line begins in JSON lines")
  @Nullable String id;

  @Option(
      names = "--max-text-chars",
      paramLabel = "N",
      description = "longest text, 5,000,000 by default; records with longer ones are set apart")
  int maxTextChars = 5_000_000;

  @Option(
      names = "--max-rejected",
      paramLabel = "N",
      description =
          "fail if more records than that cannot be used; by default there is no limit, they are"
              + " counted and set apart")
  long maxRejected = Long.MAX_VALUE;

  @Mixin ProfileOptions profiles = new ProfileOptions();

  @Option(
      names = "--output-format",
      paramLabel = "FORMAT",
      description = "of lists: parquet (default), json or csv")
  ListFormat outputFormat = ListFormat.parquet;

  @Option(
      names = "--resume",
      description = "go on with an interrupted job: what its stages wrote is not computed again")
  boolean resume;

  /// The formats of lists.
  @SuppressWarnings("JavaCase") // as written in the option
  enum ListFormat {
    parquet,
    json,
    csv
  }

  /// The profile.
  ///
  /// @throws ParameterException if it does not exist, or a number is out of range
  /// @throws JobException if the file of custom profiles is not valid
  JobProfile profile(CommandSpec command) {
    PairOptions.require(
        command, maxTextChars > 0, "--max-text-chars must be 1 or more, was " + maxTextChars);
    PairOptions.require(
        command, maxRejected >= 0, "--max-rejected must be 0 or more, was " + maxRejected);
    try {
      // There is no session yet.
      Configuration files = SparkHadoopUtil.get().newConfiguration(new SparkConf());
      return JobProfile.of("--profile", profiles.profile(), profiles.file(), files);
    } catch (JobException e) {
      if (profiles.file() != null) {
        throw e;
      }
      throw new ParameterException(command.commandLine(), e.getMessage(), e);
    }
  }

  /// The columns.
  ///
  /// @param values further ones
  /// @param absent that no record may have
  InputColumns columns(List<String> values, List<String> absent) {
    return new InputColumns(text, id, maxTextChars, values, absent);
  }
}
