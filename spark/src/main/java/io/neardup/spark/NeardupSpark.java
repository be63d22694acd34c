package io.neardup.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import io.neardup.profile.Profile;
import io.neardup.spark.corpus.CorpusDocuments;
import io.neardup.spark.corpus.ListedPairs;
import io.neardup.spark.corpus.NearGroups;
import io.neardup.spark.corpus.SurvivorOrder;
import io.neardup.spark.corpus.WorkFolder;
import io.neardup.spark.input.JobException;
import io.neardup.spark.pair.FingerprintBytes;
import io.neardup.spark.pair.TooManyPairsException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import org.apache.spark.SparkException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The command line of the Spark job.
@Command(
    name = "neardup-spark",
    mixinStandardHelpOptions = true,
    version = "neardup-spark 0.1.0",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      NeardupSpark.Dedupe.class,
      NeardupSpark.Fingerprint.class,
      NeardupSpark.Pairs.class,
      NeardupSpark.Groups.class
    },
    description = {
      "Finds near-duplicate texts in a corpus: texts that are nearly the same, not texts about the same"
          + " subject.",
      "",
      "Reads Parquet or JSON lines from any storage that Spark reads. Each command writes a folder with"
          + " its results and report.json."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done", "1:failed; --resume goes on", "2:the arguments are not valid"},
    footer = {
      "",
      "Examples:",
      "  spark-submit neardup-spark.jar dedupe --input s3a://crawl/2026/ --output s3a://clean/2026",
      "  spark-submit neardup-spark.jar pairs --input posts.parquet --text-column body --output pairs"
    })
public final class NeardupSpark implements Runnable {

  @Spec CommandSpec spec = CommandSpec.create(); // replaced by that of the command

  private NeardupSpark() {}

  /// Runs a command. Ends the process only if it fails: the cluster expects that.
  public static void main(String[] arguments) {
    int code = run(new PrintWriter(System.out, true), new PrintWriter(System.err, true), arguments);
    if (code != ExitStatus.OK) {
      System.exit(code);
    }
  }

  /// Runs a command.
  ///
  /// @return the exit code
  static int run(PrintWriter out, PrintWriter err, String... arguments) {
    CommandLine line = new CommandLine(new NeardupSpark());
    line.getSubcommands()
        .values()
        .forEach(command ->
            command
                .getCommandSpec()
                .mixinStandardHelpOptions(true)
                .usageMessage()
                .sortOptions(false)
                .abbreviateSynopsis(true));
    return line.setCaseInsensitiveEnumValuesAllowed(true)
        .setOut(out)
        .setErr(err)
        .setExitCodeExceptionMapper(
            failure -> failure instanceof ParameterException ? ExitStatus.USAGE : ExitStatus.FAILED)
        .setExecutionExceptionHandler((failure, command, result) -> {
          if (failure instanceof ParameterException usage) {
            throw usage;
          }
          err.println("neardup-spark: " + message(failure));
          return ExitStatus.FAILED;
        })
        .execute(arguments);
  }

  /// The reason, without the stack traces that Spark puts into messages.
  private static String message(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof JobException || cause instanceof TooManyPairsException) {
        return String.valueOf(cause.getMessage());
      }
    }
    if (failure instanceof SparkException
        && String.valueOf(failure.getMessage()).contains("master URL")) {
      return "start it with spark-submit, or name a --master such as local[*]";
    }
    return failure.toString();
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "missing: a command");
  }

  /// Copies records without near-duplicates.
  @Command(
      name = "dedupe",
      description = {
        "Copies the records of a corpus, keeping one record of each group of near-duplicates.",
        "",
        "Writes clean/ (the kept records with all that they have, in the format of the input), kept/"
            + " (their ids), dropped/ (the others, with the record kept for each, and the reason),"
            + " rejected/ (records that cannot be used) and report.json."
      })
  static final class Dedupe extends NearCommand {

    @Mixin GroupingOptions grouping = new GroupingOptions();

    @Override
    void check(Profile profile, Map<String, Object> results) {
      super.check(profile, results);
      grouping.check(spec);
      results.put("by", grouping.by.name());
      results.put("survivor", grouping.survivor.name().toLowerCase(java.util.Locale.ROOT));
    }

    @Override
    SurvivorOrder order() {
      return grouping.survivor;
    }

    @Override
    void run(CorpusDocuments corpus, WorkFolder folder, Profile profile, Map<String, Object> report)
        throws IOException {
      NearGroups groups = groups(corpus, folder, profile, grouping, report);
      Dataset<Row> dropped = groups.members().where(col("kept").equalTo(false));
      corpus.writeRecords(dropped, groups.dropped());
      list(
          folder,
          "dropped",
          "dropped records",
          dropped.select(
              col("id"),
              col("keptId").as("kept"),
              col("distance"),
              when(col("distance").equalTo(0), lit("equal fingerprint"))
                  .when(col("distance").leq(distance()), lit("near-duplicate"))
                  .otherwise(lit("chain of near-duplicates"))
                  .as("reason"),
              corpus.file().as("file"),
              CorpusDocuments.place()));
      list(
          folder,
          "kept",
          "ids of kept records",
          corpus
              .documents()
              .where(col("fault").isNull())
              .join(dropped.select("number"), new String[] {"number"}, "left_anti")
              .select("id"));
    }
  }

  /// Computes fingerprints.
  @Command(
      name = "fingerprint",
      description = {
        "Computes the fingerprint of each record.",
        "",
        "Writes fingerprints/ (id, fingerprint, features), rejected/ and report.json."
      })
  static final class Fingerprint extends SparkCommand {

    @Override
    void check(Profile profile, Map<String, Object> results) {}

    @Override
    void run(CorpusDocuments corpus, WorkFolder folder, Profile profile, Map<String, Object> report)
        throws IOException {
      int bits = profile.bits();
      UDF1<byte[], String> hex =
          fp -> fp == null ? null : FingerprintBytes.fingerprint(fp, bits).toString();
      list(
          folder,
          "fingerprints",
          "fingerprints of records",
          corpus
              .documents()
              .where(col("fault").isNull())
              .select(
                  col("id"),
                  udf(hex, DataTypes.StringType).apply(col("fp")).as("fingerprint"),
                  col("features")));
    }
  }

  /// Lists pairs.
  @Command(
      name = "pairs",
      description = {
        "Lists every pair of near-duplicates.",
        "",
        "Writes pairs/ (a, b, distance), rejected/ and report.json. Of more than 100 records with one"
            + " fingerprint, each is paired with the first, which represents them in other pairs."
      })
  static final class Pairs extends NearCommand {

    @Override
    void run(CorpusDocuments corpus, WorkFolder folder, Profile profile, Map<String, Object> report)
        throws IOException {
      Dataset<Row> pairs = pairs(corpus, folder, profile, true, report);
      list(folder, "pairs", "pairs of records", ListedPairs.of(corpus, pairs));
    }
  }

  /// Lists groups.
  @Command(
      name = "groups",
      description = {
        "Lists the groups of near-duplicates.",
        "",
        "Writes groups/ (group, size, id, kept, distance from the one that is kept), rejected/ and"
            + " report.json."
      })
  static final class Groups extends NearCommand {

    @Mixin GroupingOptions grouping = new GroupingOptions();

    @Override
    void check(Profile profile, Map<String, Object> results) {
      super.check(profile, results);
      grouping.check(spec);
      results.put("by", grouping.by.name());
      results.put("survivor", grouping.survivor.name().toLowerCase(java.util.Locale.ROOT));
    }

    @Override
    SurvivorOrder order() {
      return grouping.survivor;
    }

    @Override
    void run(CorpusDocuments corpus, WorkFolder folder, Profile profile, Map<String, Object> report)
        throws IOException {
      NearGroups groups = groups(corpus, folder, profile, grouping, report);
      list(
          folder,
          "groups",
          "members of groups",
          groups.members().select("group", "size", "id", "kept", "distance"));
    }
  }
}
