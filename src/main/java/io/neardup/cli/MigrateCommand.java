package io.neardup.cli;

import io.neardup.cli.files.FileFailure;
import io.neardup.cluster.kafka.ClusterProperties;
import io.neardup.cluster.migration.ClusterExport;
import io.neardup.cluster.migration.ClusterImport;
import io.neardup.cluster.migration.CollectionDigest;
import io.neardup.cluster.migration.MigrationException;
import io.neardup.cluster.migration.MigrationReport;
import io.neardup.cluster.migration.MigrationSteps;
import io.neardup.store.Partitions;
import io.neardup.store.StoreException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Copies documents between a data directory and a cluster.
@Command(
    name = "migrate",
    synopsisSubcommandLabel = "(to-cluster | from-cluster)",
    description = {
      "Copies all collections and documents from the data directory of a single process into a"
          + " cluster on Kafka, or back, and verifies the copy. docs/cluster.md has the steps."
    },
    footer = {
      "",
      "Examples:",
      "  neardup migrate to-cluster --data-dir data --bootstrap-servers kafka-1:9092,kafka-2:9092",
      "  neardup migrate from-cluster --bootstrap-servers kafka-1:9092 --data-dir new"
    })
final class MigrateCommand implements Runnable {

  @Spec CommandSpec spec = CommandSpec.create(); // replaced by that of the command

  private MigrateCommand() {}

  /// The command with its two directions.
  static CommandLine of(Console console) {
    return new CommandLine(new MigrateCommand())
        .addSubcommand(new ToCluster(console))
        .addSubcommand(new FromCluster(console));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "missing: to-cluster or from-cluster");
  }

  /// One direction.
  abstract static class Direction implements Callable<Integer> {

    private final Console console;

    @Mixin KafkaOptions kafka = new KafkaOptions();

    @Option(
        names = {"-q", "--quiet"},
        description = "print no progress and no notes, only the comparison and errors")
    boolean quiet;

    @Spec CommandSpec spec = CommandSpec.create(); // replaced by that of the command

    Direction(Console console) {
      this.console = console;
    }

    /// Makes the copy.
    abstract MigrationReport migrate(MigrationSteps steps);

    /// Compares source and target.
    ///
    /// @param from what the source is
    /// @param to what the target is
    /// @param remedy what to do if they differ
    final int run(String from, String to, String remedy) {
      MigrationReport report;
      try {
        report = migrate((step, share) -> new ProgressLine(console, quiet, step, share)::close);
      } catch (MigrationException | StoreException e) {
        throw new FileFailure(String.valueOf(e.getMessage()), e);
      }
      TreeSet<String> names = new TreeSet<>(report.source().keySet());
      names.addAll(report.target().keySet());
      for (String name : names) {
        spec.commandLine().getOut().println("collection '" + name + "'");
        print(from, report.source().get(name));
        print(to, report.target().get(name));
      }
      if (!report.isSame()) {
        throw new FileFailure("The copy differs from the " + from + ". " + remedy);
      }
      if (report.judgements()) {
        note("Judgements of pairs were not copied: clusters have none.");
      }
      note("The " + to + " has the collections and documents of the " + from + ".");
      return ExitCode.OK;
    }

    private void print(String where, @Nullable CollectionDigest digest) {
      spec.commandLine()
          .getOut()
          .println(
              digest == null
                  ? String.format(Locale.ROOT, "  %-14s  missing", where)
                  : String.format(
                      Locale.ROOT,
                      "  %-14s  %,d documents, digest %s",
                      where,
                      digest.documents(),
                      digest.hex()));
    }

    private void note(String sentence) {
      if (!quiet) {
        console.err().println(sentence);
      }
    }
  }

  /// From a data directory into a cluster.
  @Command(
      name = "to-cluster",
      description = {
        "Copies a data directory into the topics of a new cluster.",
        "",
        "Stop the service first, and start the instances afterwards. A run that was interrupted"
            + " continues when it is started again."
      },
      footer = {
        "",
        "Example:",
        "  neardup migrate to-cluster --data-dir data --bootstrap-servers kafka-1:9092,kafka-2:9092"
      })
  static final class ToCluster extends Direction {

    private static final int MAX_REPLICATION = 100;

    @Option(
        names = "--data-dir",
        paramLabel = "DIR",
        required = true,
        description = "data directory of a single process that is stopped")
    Path directory = Path.of("");

    @Option(
        names = "--partitions",
        paramLabel = "N",
        description =
            "partitions of new topics, as neardup.cluster.partitions; by default 24. Never changes")
    int partitions = 24;

    @Option(
        names = "--replication-factor",
        paramLabel = "N",
        description =
            "brokers that keep each event, as neardup.cluster.replication-factor; by default 3")
    int replicationFactor = 3;

    @Option(
        names = "--min-in-sync",
        paramLabel = "N",
        description =
            "brokers that have an event before its write is acknowledged, as"
                + " neardup.cluster.min-in-sync; by default 2, with one broker 1")
    @Nullable Integer minInSync;

    ToCluster(Console console) {
      super(console);
    }

    @Override
    public Integer call() {
      return run(
          "data directory",
          "cluster",
          "Start no instances; if some have started, stop them. Delete the topics and start"
              + " again.");
    }

    @Override
    MigrationReport migrate(MigrationSteps steps) {
      require("--partitions", partitions, Partitions.MAX);
      require("--replication-factor", replicationFactor, MAX_REPLICATION);
      int inSync = minInSync == null ? Math.min(2, replicationFactor) : minInSync;
      require("--min-in-sync", inSync, replicationFactor);
      ClusterProperties cluster = kafka.cluster(partitions, (short) replicationFactor, inSync);
      return ClusterImport.run(directory, cluster, steps);
    }

    private void require(String option, int value, int max) {
      if (value < 1 || value > max) {
        throw new ParameterException(
            spec.commandLine(), option + " must be 1 to " + max + ", was " + value);
      }
    }
  }

  /// From a cluster into a data directory.
  @Command(
      name = "from-cluster",
      description = {
        "Copies the documents of a cluster into a new data directory of a single process.",
        "",
        "Instances may run meanwhile: the copy has what was written before it began. A run that was"
            + " interrupted continues when it is started again, up to what was written by then."
      },
      footer = {
        "",
        "Example:",
        "  neardup migrate from-cluster --bootstrap-servers kafka-1:9092 --data-dir new"
      })
  static final class FromCluster extends Direction {

    @Option(
        names = "--data-dir",
        paramLabel = "DIR",
        required = true,
        description = "new data directory; other processes refuse it until it is complete")
    Path directory = Path.of("");

    FromCluster(Console console) {
      super(console);
    }

    @Override
    public Integer call() {
      return run("cluster", "data directory", "Delete the data directory, then start again.");
    }

    @Override
    MigrationReport migrate(MigrationSteps steps) {
      return ClusterExport.run(kafka.cluster(1, (short) 1, 1), directory, steps);
    }
  }
}
