package io.neardup.cluster.check;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/// Three brokers and three instances, in a process each, under load: a fault occurs in each run,
/// and [HistoryChecker] checks what all clients were answered. Prints a line for each run, and a
/// table; the exit code is 1 if there was a violation, or if processes did not become ready again.
/// Histories and logs are in the folder.
///
/// ```
/// mvn -q -Pbench test-compile exec:exec -Dbench.main=io.neardup.cluster.check.FaultRun \
///     -Dbench.jvm=-Xmx512m \
///     -Dbench="--jar target/neardup-0.1.0.jar --faults INSTANCE_KILLED,BROKER_KILLED --runs 10"
/// ```
@Command(name = "faults", mixinStandardHelpOptions = true)
final class FaultRun implements Callable<Integer> {

  private static final int SHOWN = 10;

  @Option(
      names = "--jar",
      description = "The packaged service. Default: the classes of this class path")
  private @Nullable Path jar;

  @Option(
      names = "--folder",
      description = "For data, logs and histories. Default: a new temporary one")
  private @Nullable Path folder;

  @Option(
      names = "--faults",
      split = ",",
      converter = FaultSets.class,
      completionCandidates = FaultSets.class,
      description =
          "Any of ${COMPLETION-CANDIDATES}; with + between faults that occur at once, each with an"
              + " instance or broker of its own. Default: each that is possible here, without NONE")
  private @Nullable List<FaultSet> faults;

  @Option(
      names = "--runs",
      defaultValue = "1",
      description = "Runs with each fault. Default: ${DEFAULT-VALUE}")
  private int runs;

  @Option(
      names = "--single",
      description = "One instance without a cluster: checks the checks, and the single service.")
  private boolean single;

  @Option(
      names = "--instances",
      defaultValue = "3",
      description = "Instances of the cluster. Default: ${DEFAULT-VALUE}")
  private int instances;

  @Option(
      names = "--brokers",
      defaultValue = "3",
      description = "Brokers, 1 or 3. Default: ${DEFAULT-VALUE}")
  private int brokers;

  @Option(
      names = "--clients",
      defaultValue = "6",
      description = "Concurrent clients. Default: ${DEFAULT-VALUE}")
  private int clients;

  @Option(
      names = "--pause",
      defaultValue = "10",
      description = "Milliseconds between calls of a client. Default: ${DEFAULT-VALUE}")
  private int pauseMillis;

  @Option(
      names = "--timeout",
      defaultValue = "5",
      description = "Seconds until a client gives a call up. Default: ${DEFAULT-VALUE}")
  private int timeoutSeconds;

  @Option(
      names = "--seconds",
      split = ",",
      defaultValue = "5,10,10",
      description =
          "Load before the fault, duration of the fault, load after it. Default: ${DEFAULT-VALUE}")
  private List<Integer> seconds = List.of();

  @Option(
      names = "--quiet",
      description =
          "No load: documents are written while the fault lasts, and looked up at the other"
              + " instances over the moment at which it ends.")
  private boolean quiet;

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "Of texts and of choices of clients. Default: ${DEFAULT-VALUE}")
  private long seed;

  @Option(
      names = "--set",
      description =
          "A property of the instances, such as neardup.cluster.read=replica; repeatable.")
  private List<String> properties = new ArrayList<>();

  /// The faults that an argument names.
  static final class FaultSets extends ArrayList<String> implements ITypeConverter<FaultSet> {

    FaultSets() {
      super(Arrays.stream(Fault.values()).map(Fault::name).toList());
    }

    @Override
    public FaultSet convert(String names) {
      return FaultSet.of(names);
    }
  }

  /// Runs the faults.
  public static void main(String[] arguments) {
    ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).setLevel(Level.WARN);
    System.exit(new CommandLine(new FaultRun()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    Path top = folder == null ? Files.createTempDirectory("neardup-faults") : folder;
    System.out.println("Data, logs and histories: " + Files.createDirectories(top));
    List<String> rows = new ArrayList<>();
    boolean passed = true;
    try (Clusters clusters = new Clusters(top)) {
      for (FaultSet each : faults == null ? possible() : faults) {
        List<RunSummary> done = runAll(each, clusters);
        passed &= done.size() == runs && done.stream().allMatch(run -> run.violations().isEmpty());
        String count = done.size() == runs ? "" + runs : done.size() + ", then one failed";
        rows.add(
            done.isEmpty()
                ? "| " + each + " | failed |"
                : RunSummary.row(each.toString(), count, done));
      }
    }
    System.out.println();
    System.out.println(RunSummary.HEADER);
    rows.forEach(System.out::println);
    return passed ? 0 : 1;
  }

  private List<FaultSet> possible() {
    boolean namespace = NetworkNamespace.isPossible();
    boolean clocks = ShiftedClock.isPossible();
    return Arrays.stream(Fault.values())
        .filter(fault -> fault != Fault.NONE)
        .filter(fault -> !single || fault.fitsSingleInstance())
        .filter(fault -> namespace || !fault.needsNamespace())
        .filter(fault -> clocks || fault != Fault.CLOCKS_APART)
        .map(fault -> new FaultSet(List.of(fault)))
        .toList();
  }

  /// All runs of faults, up to one after which processes do not become ready.
  private List<RunSummary> runAll(FaultSet faults, Clusters clusters) throws Exception {
    List<RunSummary> done = new ArrayList<>();
    try {
      for (int run = 0; run < runs; run++) {
        done.add(run(faults, run, clusters.of(faults), clusters.data));
      }
    } catch (IllegalStateException | ConditionTimeoutException e) {
      System.out.println(faults + " run-" + done.size() + " failed: " + e.getMessage());
      if (e.getCause() != null) {
        e.getCause().printStackTrace(System.out);
      }
      clusters.close();
    }
    return done;
  }

  /// Keeps the processes from one fault to the next, unless that needs others.
  private final class Clusters implements AutoCloseable {

    private final Path top;
    private Path data;
    private boolean clocksApart;
    private int started;
    private @Nullable NetworkNamespace namespace;
    private @Nullable ClusterProcesses cluster;

    private Clusters(Path top) {
      this.top = top;
      this.data = top;
    }

    private ClusterProcesses of(FaultSet faults) throws IOException {
      boolean apart = faults.faults().contains(Fault.CLOCKS_APART);
      if (cluster != null
          && apart == clocksApart
          && faults.needsNamespace() == (namespace != null)) {
        return cluster;
      }
      close();
      data = Files.createDirectories(top.resolve("cluster-" + ++started));
      clocksApart = apart;
      namespace = faults.needsNamespace() ? NetworkNamespace.create() : null;
      cluster = ClusterProcesses.start(setup(faults, data), namespace);
      return cluster;
    }

    @Override
    public void close() {
      if (cluster != null) {
        cluster.close();
        cluster = null;
      }
      if (namespace != null) {
        namespace.close();
        namespace = null;
      }
    }
  }

  private ClusterProcesses.Setup setup(FaultSet faults, Path data) {
    return new ClusterProcesses.Setup(
        data,
        jar,
        single ? 0 : brokers,
        single ? 1 : instances,
        properties.stream().map(property -> "--" + property).toList(),
        faults.faults().contains(Fault.CLOCKS_APART),
        true);
  }

  private RunSummary run(FaultSet faults, int run, ClusterProcesses cluster, Path data)
      throws IOException, InterruptedException {
    String name = faults.toString().toLowerCase(Locale.ROOT).replace('+', '.') + "-" + run;
    Set<Integer> silenced = faults.silenced(cluster.size(), run);
    try (History history = new History(data.resolve(name + ".jsonl"));
        ApiClient api =
            new ApiClient(cluster.urls(), name, Duration.ofSeconds(timeoutSeconds), history)) {
      Times times =
          quiet
              ? quietly(faults, run, cluster, api, history)
              : underLoad(faults, run, cluster, api, history);
      List<Violation> violations = new ArrayList<>(HistoryChecker.check(history.calls()));
      if (!single) {
        try (ReplicaStates states = new ReplicaStates()) {
          violations.addAll(
              states.compare(api, history, cluster.urls(), Math.min(2, cluster.size())));
        }
      }
      RunSummary summary =
          RunSummary.of(
              history.calls(),
              times.ended,
              times.ready - times.healed,
              silenced,
              violations,
              ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
      System.out.printf(
          "%s %s %s: %s%n", LocalTime.now().truncatedTo(ChronoUnit.SECONDS), faults, name, summary);
      violations.stream().limit(SHOWN).forEach(System.out::println);
      return summary;
    }
  }

  /// When faults ended, all was ready, and the load ended, in the time of the history.
  private record Times(long healed, long ready, long ended) {}

  private Times underLoad(
      FaultSet faults, int run, ClusterProcesses cluster, ApiClient api, History history)
      throws InterruptedException {
    Workload load = new Workload(api, history, seed + run, Duration.ofMillis(pauseMillis));
    load.prepare();
    load.start(clients, Integer.MAX_VALUE);
    pause(seconds.get(0));
    faults.begin(cluster, run);
    pause(seconds.get(1));
    long healed = history.now();
    faults.end(cluster, run);
    cluster.awaitReady();
    long ready = history.now();
    pause(seconds.get(2));
    load.stop();
    long ended = history.now();
    load.readAll(Duration.ofMinutes(1));
    return new Times(healed, ready, ended);
  }

  private Times quietly(
      FaultSet faults, int run, ClusterProcesses cluster, ApiClient api, History history)
      throws InterruptedException {
    QuietRound round = new QuietRound(api, cluster, seed + run);
    round.prepare();
    Set<Integer> silenced = faults.silenced(cluster.size(), run);
    List<Integer> writers =
        IntStream.range(0, api.servers()).filter(each -> !silenced.contains(each)).boxed().toList();
    try {
      round.run(faults, run, writers.get(run / instances % writers.size()));
    } catch (ExecutionException e) {
      throw new IllegalStateException("a reader failed", e);
    }
    long healed = history.now();
    cluster.awaitReady();
    long ready = history.now();
    round.readAll();
    return new Times(healed, ready, history.now());
  }

  private static void pause(int seconds) {
    long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
    for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
