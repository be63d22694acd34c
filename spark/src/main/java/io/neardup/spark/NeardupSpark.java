package io.neardup.spark;

import io.neardup.options.CommandLines;
import io.neardup.spark.input.JobException;
import java.io.PrintWriter;
import org.apache.spark.SparkException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
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
      DedupeJob.class,
      FingerprintJob.class,
      PairsJob.class,
      GroupsJob.class,
      PassagesJob.class
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

  @Spec CommandSpec spec = CommandSpec.create(); // replaced by the specification of the command

  private NeardupSpark() {}

  /// Runs a command. Ends the process only if it fails: the cluster expects that.
  public static void main(String[] arguments) {
    int code =
        run(
            new PrintWriter(System.out, true, System.out.charset()),
            new PrintWriter(System.err, true, System.err.charset()),
            arguments);
    if (code != ExitCode.OK) {
      System.exit(code);
    }
  }

  /// Runs a command.
  ///
  /// @return the exit code
  static int run(PrintWriter out, PrintWriter err, String... arguments) {
    return CommandLines.complete(
            new CommandLine(new NeardupSpark()), out, err, NeardupSpark::message)
        .execute(arguments);
  }

  /// The reason, without the stack traces that Spark puts into messages.
  private static String message(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof JobException) {
        return String.valueOf(cause.getMessage());
      }
    }
    if (failure instanceof SparkException
        && String.valueOf(failure.getMessage()).contains("master URL")) {
      return "start it with spark-submit, which names a master such as local[*]";
    }
    return failure.getClass().getSimpleName() + ": " + JobException.firstLine(failure);
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "missing: a command");
  }
}
