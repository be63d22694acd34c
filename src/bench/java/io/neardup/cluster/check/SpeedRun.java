package io.neardup.cluster.check;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.neardup.Json;
import io.neardup.cluster.RestartableProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// Measures three brokers and three instances, in a process each, and a single process beside them,
/// one after the other in each round: writes as a stream, lookups, and writes with
/// `onDuplicate=skip`. Prints a row for each round, since young processes are slow.
///
/// ```
/// mvn -q -Pbench test-compile exec:exec -Dbench.main=io.neardup.cluster.check.SpeedRun \
///     -Dbench.jvm=-Xmx512m \
///     -Dbench="--jar target/neardup-0.1.0.jar --documents docs.jsonl"
/// ```
@Command(name = "speed", mixinStandardHelpOptions = true)
final class SpeedRun implements Callable<Integer> {

  private static final int BROKERS = 3;
  private static final int INSTANCES = 3;
  private static final int PAGE = 1_000; // documents that lookups ask for
  private static final int SKIPPED = 4; // one of so many documents of a round is for onDuplicate

  @Option(names = "--jar", required = true, description = "The packaged service.")
  private Path jar = Path.of("");

  @Option(
      names = "--documents",
      required = true,
      description = "Documents as JSON lines with id and text; each round takes the next ones.")
  private Path documents = Path.of("");

  @Option(names = "--rounds", defaultValue = "5", description = "Rounds. Default: ${DEFAULT-VALUE}")
  private int rounds;

  @Option(
      names = "--count",
      defaultValue = "12000",
      description = "Documents in a round. Default: ${DEFAULT-VALUE}")
  private int count;

  @Option(
      names = "--seconds",
      defaultValue = "4",
      description = "Duration of each kind of lookups in a round. Default: ${DEFAULT-VALUE}")
  private int seconds;

  @Option(
      names = "--clients",
      defaultValue = "8",
      description = "Concurrent clients of the second kind of lookups. Default: ${DEFAULT-VALUE}")
  private int clients;

  @Option(
      names = "--set",
      description = "A property of the instances, such as neardup.cluster.read=local; repeatable.")
  private List<String> properties = new ArrayList<>();

  @Option(
      names = "--beside",
      description =
          "A property of the instances of a second cluster, which is measured in place of a single"
              + " process; repeatable.")
  private List<String> beside = new ArrayList<>();

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /// Measures.
  public static void main(String[] arguments) {
    ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).setLevel(Level.WARN);
    System.exit(new CommandLine(new SpeedRun()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    Path folder = Files.createTempDirectory("neardup-speed");
    System.out.println("Data and logs: " + folder);
    boolean alone = beside.isEmpty();
    String name = alone ? "single process" : "second cluster";
    try (ClusterProcesses cluster =
            start(folder.resolve("cluster"), BROKERS, INSTANCES, List.of());
        ClusterProcesses other =
            start(folder.resolve("other"), alone ? 0 : BROKERS, alone ? 1 : INSTANCES, beside);
        Stream<String> lines = Files.lines(documents)) {
      var each = lines.map(SpeedRun::document).iterator();
      System.out.println(HEADER);
      for (int round = 1; round <= rounds; round++) {
        List<String> some = new ArrayList<>();
        while (some.size() < count && each.hasNext()) {
          some.add(each.next());
        }
        if (some.size() < count) {
          throw new IllegalArgumentException(documents + " has too few lines");
        }
        System.out.println("| " + round + " | cluster " + measure(cluster, some));
        System.out.println("| " + round + " | " + name + " " + measure(other, some));
      }
    }
    return 0;
  }

  private static final String HEADER =
      """

      | round | | writes/s | processor µs per write: instances, brokers | lookup p50, p99 ms | lookups/s of several clients | processor µs per lookup: instances, brokers | writes/s with skip |
      |--:|---|--:|--:|--:|--:|--:|--:|\
      """;

  private ClusterProcesses start(Path folder, int brokers, int instances, List<String> further)
      throws IOException {
    return ClusterProcesses.start(
        new ClusterProcesses.Setup(
            Files.createDirectories(folder),
            jar,
            brokers,
            instances,
            Stream.concat(properties.stream(), further.stream())
                .map(property -> "--" + property)
                .toList(),
            false,
            false),
        null);
  }

  /// A line without further fields, which the service refuses.
  private static String document(String line) {
    JsonNode document = Json.read(line);
    return "{\"id\":%s,\"text\":%s}"
        .formatted(
            Json.quote(document.path("id").asString()),
            Json.quote(document.path("text").asString()));
  }

  private String measure(ClusterProcesses service, List<String> lines) throws Exception {
    int added = lines.size() - lines.size() / SKIPPED;
    Used written = used(service, () -> write(service, lines.subList(0, added), "added", ""));
    List<String> fingerprints = fingerprints(service);
    long[] alone = lookups(service, fingerprints, 1);
    List<long[]> times = new ArrayList<>();
    Used searched = used(service, () -> times.add(lookups(service, fingerprints, clients)));
    List<String> rest = lines.subList(added, lines.size());
    Used skipped = used(service, () -> write(service, rest, "", "&onDuplicate=skip"));
    return "| %.0f | %s | %.2f, %.2f | %.0f | %s | %.0f |"
        .formatted(
            added / written.seconds,
            written.each(added),
            alone[alone.length / 2] / 1e6,
            alone[alone.length * 99 / 100] / 1e6,
            times.getFirst().length / searched.seconds,
            searched.each(times.getFirst().length),
            rest.size() / skipped.seconds);
  }

  /// What work has used.
  ///
  /// @param instances processor time of all, in seconds
  /// @param brokers processor time of all, in seconds
  private record Used(double seconds, double instances, double brokers) {

    String each(int count) {
      return "%.0f, %.0f".formatted(instances * 1e6 / count, brokers * 1e6 / count);
    }
  }

  private static Used used(ClusterProcesses service, Callable<?> work) throws Exception {
    List<RestartableProcess> instances =
        service.instances().stream().map(ClusterProcesses.Instance::process).toList();
    List<RestartableProcess> brokers =
        instances.size() == 1
            ? List.of()
            : Stream.of(1, 2, 3).map(service.brokers()::broker).toList();
    double before = processor(instances);
    double beforeOfBrokers = processor(brokers);
    long begun = System.nanoTime();
    var _ = work.call();
    return new Used(
        (System.nanoTime() - begun) / 1e9,
        processor(instances) - before,
        processor(brokers) - beforeOfBrokers);
  }

  private static double processor(List<RestartableProcess> processes) {
    return processes.stream()
            .map(RestartableProcess::processorTime)
            .reduce(Duration.ZERO, Duration::plus)
            .toNanos()
        / 1e9;
  }

  /// Writes a part of the documents at each instance.
  private Void write(
      ClusterProcesses service, List<String> lines, String outcome, String parameters)
      throws Exception {
    List<URI> urls = service.urls();
    inParallel(
        urls.size(),
        client -> {
          List<String> part =
              lines.subList(
                  client * lines.size() / urls.size(), (client + 1) * lines.size() / urls.size());
          HttpResponse<Stream<String>> response =
              http.send(
                  HttpRequest.newBuilder(
                          urls.get(client).resolve("/documents?limit=0" + parameters))
                      .header("Content-Type", "application/x-ndjson")
                      .POST(BodyPublishers.ofString(String.join("\n", part)))
                      .build(),
                  BodyHandlers.ofLines());
          try (Stream<String> answers = response.body()) {
            long done =
                answers
                    .map(Json::read)
                    .map(answer -> answer.path("outcome").asString(""))
                    .filter(each -> outcome.isEmpty() ? !each.isEmpty() : each.equals(outcome))
                    .count();
            if (done != part.size()) {
              throw new IllegalStateException(done + " of " + part.size() + " were stored");
            }
          }
          return new long[0];
        });
    return null;
  }

  private List<String> fingerprints(ClusterProcesses service) throws Exception {
    URI page = service.urls().getFirst().resolve("/documents?limit=" + PAGE);
    return Json.read(http.send(get(page), BodyHandlers.ofString()).body())
        .path("documents")
        .valueStream()
        .map(document -> document.path("fingerprint").asString())
        .toList();
  }

  /// The times of lookups at the first instance, in nanoseconds, sorted.
  private long[] lookups(ClusterProcesses service, List<String> fingerprints, int concurrently)
      throws Exception {
    URI url = service.urls().getFirst();
    long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
    return inParallel(
        concurrently,
        client -> {
          List<Long> times = new ArrayList<>();
          for (int i = client; System.nanoTime() < end; i += concurrently) {
            String fingerprint = fingerprints.get(i % fingerprints.size());
            long begun = System.nanoTime();
            JsonNode found =
                Json.read(
                    http.send(
                            get(url.resolve("/duplicates?fingerprint=" + fingerprint)),
                            BodyHandlers.ofString())
                        .body());
            times.add(System.nanoTime() - begun);
            if (found.path("matches").isEmpty() || !found.path("complete").asBoolean(true)) {
              throw new IllegalStateException("not found: " + found);
            }
          }
          return times.stream().mapToLong(Long::longValue).toArray();
        });
  }

  private static HttpRequest get(URI url) {
    return HttpRequest.newBuilder(url).build();
  }

  private interface ClientWork {
    long[] run(int client) throws Exception;
  }

  /// The times of all clients, sorted.
  private static long[] inParallel(int clients, ClientWork work)
      throws InterruptedException, ExecutionException {
    try (ExecutorService executor = Executors.newFixedThreadPool(clients)) {
      List<Future<long[]>> running = new ArrayList<>();
      for (int client = 0; client < clients; client++) {
        int number = client;
        running.add(executor.submit(() -> work.run(number)));
      }
      List<long[]> all = new ArrayList<>();
      for (Future<long[]> each : running) {
        all.add(each.get());
      }
      return all.stream().flatMapToLong(Arrays::stream).sorted().toArray();
    }
  }
}
