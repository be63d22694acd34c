package io.neardup.cluster.check;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.neardup.Json;
import io.neardup.cluster.RestartableProcess;
import io.neardup.store.Position;
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
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// Measures three brokers and three instances, in a process each, and a single process beside them,
/// in turn in each round: streams of documents, lookups at the owner of their collection and at
/// another instance, lookups at all instances at once, documents that are stored with
/// `onDuplicate=skip`, and three collections at once. Prints a row for each round, since young
/// processes are slow, and the medians of the ratios to the single process of all rounds but the
/// first.
///
/// With `--set neardup.cluster.read=replica --set neardup.cluster.standbys=2` all instances answer
/// the lookups themselves.
///
/// ```
/// mvn -q -Pbench test-compile exec:exec -Dbench.main=io.neardup.cluster.check.SpeedRun \
///     -Dbench.jvm=-Xmx512m -Dbench="--documents docs.jsonl"
/// ```
@Command(name = "speed", mixinStandardHelpOptions = true)
final class SpeedRun implements Callable<Integer> {

  private static final int BROKERS = 3;
  private static final int INSTANCES = 3;
  private static final int PAGE = 1_000; // documents that lookups ask for
  private static final int PARTS = 6; // two for bulk, one for skip, three for three collections
  private static final int ATTEMPTS = 50; // to write documents
  private static final int PAUSE_MILLIS = 200; // between attempts
  private static final List<String> COLLECTIONS = List.of("one", "two", "three");

  @Option(
      names = "--jar",
      description = "The packaged service. Default: the classes of this class path")
  private @Nullable Path jar;

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
      defaultValue = "1",
      description = "Concurrent clients of lookups. Default: ${DEFAULT-VALUE}")
  private int clients;

  @Option(
      names = "--set",
      description =
          "A property of the instances, such as neardup.cluster.read=replica; repeatable.")
  private List<String> properties = new ArrayList<>();

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
    try (ClusterProcesses cluster = start(folder.resolve("cluster"), BROKERS, INSTANCES);
        ClusterProcesses single = start(folder.resolve("single"), 0, 1);
        AskedInstance asked = new AskedInstance();
        Stream<String> lines = Files.lines(documents)) {
      var each = lines.map(SpeedRun::document).iterator();
      List<Figures> figures = new ArrayList<>();
      System.out.println(Figures.HEADER);
      for (int round = 1; round <= rounds; round++) {
        List<String> some = new ArrayList<>();
        while (some.size() < count && each.hasNext()) {
          some.add(each.next());
        }
        if (some.size() < count) {
          throw new IllegalArgumentException(documents + " has too few lines");
        }
        Figures alone = measure(single, null, some);
        Figures together = measure(cluster, asked, some);
        System.out.println(alone.row(round, "single process"));
        System.out.println(together.row(round, "cluster"));
        if (round > 1 || rounds == 1) {
          figures.add(together.to(alone));
        }
      }
      System.out.println(Figures.medians(figures).row(rounds, "medians of ratios"));
    }
    return 0;
  }

  private ClusterProcesses start(Path folder, int brokers, int instances) throws IOException {
    return ClusterProcesses.start(
        new ClusterProcesses.Setup(
            Files.createDirectories(folder),
            jar,
            brokers,
            instances,
            brokers == 0
                ? List.of()
                : properties.stream().map(property -> "--" + property).toList(),
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

  /// The places of a service.
  ///
  /// @param owners of the collections
  /// @param others an instance that is not the owner, for each collection
  private record Places(
      ClusterProcesses service, List<ClusterProcesses.Instance> owners, List<URI> others) {

    URI owner(int collection) {
      return owners.get(collection).url();
    }
  }

  /// Creates the collections and finds out where they are.
  private Places places(ClusterProcesses service, @Nullable AskedInstance asked) throws Exception {
    List<ClusterProcesses.Instance> owners = new ArrayList<>();
    List<URI> others = new ArrayList<>();
    List<ClusterProcesses.Instance> all = service.instances();
    for (String name : COLLECTIONS) {
      URI target = all.getFirst().url();
      send(target, "PUT", "/collections/" + name, "{}");
      String body =
          send(target, "PUT", "/documents/first?collection=" + name, "{\"text\":\"first\"}");
      int partition = Position.parse(Json.read(body).path("position").asString()).partition();
      ClusterProcesses.Instance owner =
          asked == null
              ? all.getFirst()
              : all.stream()
                  .filter(each -> asked.owns(each.url(), partition, name))
                  .findFirst()
                  .orElseThrow();
      owners.add(owner);
      others.add(all.stream().filter(each -> each != owner).findFirst().orElse(owner).url());
    }
    return new Places(service, owners, others);
  }

  private String send(URI server, String method, String target, String body) throws Exception {
    return http.send(
            HttpRequest.newBuilder(server.resolve(target))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString())
        .body();
  }

  private Figures measure(
      ClusterProcesses service, @Nullable AskedInstance asked, List<String> lines)
      throws Exception {
    Places places = places(service, asked);
    RestartableProcess owner = places.owners.getFirst().process();
    List<RestartableProcess> all =
        service.instances().stream().map(ClusterProcesses.Instance::process).toList();
    List<RestartableProcess> brokers =
        asked == null ? List.of() : Stream.of(1, 2, 3).map(service.brokers()::broker).toList();
    int part = lines.size() / PARTS;
    List<String> bulk = lines.subList(0, 2 * part);
    double[] others = {processor(all), processor(brokers)};
    Used written = used(List.of(owner), () -> write(places.owner(0), 0, bulk, ""));
    double standbys = processor(all) - others[0] - written.processor;
    double ofBrokers = processor(brokers) - others[1];
    Used skipped =
        used(
            List.of(owner),
            () ->
                write(places.owner(0), 0, lines.subList(2 * part, 3 * part), "&onDuplicate=skip"));
    Used three =
        used(
            all,
            () ->
                inParallel(
                    COLLECTIONS.size(),
                    i -> {
                      write(places.owner(i), i, lines.subList((3 + i) * part, (4 + i) * part), "");
                      return new long[0];
                    }));
    List<String> fingerprints = fingerprints(places.owner(0));
    List<long[]> times = new ArrayList<>();
    Used atOwner =
        used(List.of(owner), () -> times.add(lookups(List.of(places.owner(0)), fingerprints)));
    Used forwarded =
        used(all, () -> times.add(lookups(List.of(places.others.getFirst()), fingerprints)));
    Used everywhere = used(all, () -> times.add(lookups(service.urls(), fingerprints)));
    return new Figures(
        List.of(
            bulk.size() / written.seconds,
            written.processor * 1e6 / bulk.size(),
            standbys * 1e6 / bulk.size(),
            ofBrokers * 1e6 / bulk.size(),
            COLLECTIONS.size() * part / three.seconds,
            part / skipped.seconds / (bulk.size() / written.seconds),
            median(times.get(0)) / 1e6,
            atOwner.processor * 1e6 / times.get(0).length,
            median(times.get(1)) / 1e6,
            forwarded.processor * 1e6 / times.get(1).length,
            times.get(2).length / everywhere.processor));
  }

  private static double median(long[] sorted) {
    return sorted[sorted.length / 2];
  }

  /// What a round has shown, in the order of [#HEADER].
  private record Figures(List<Double> values) {

    private static final String HEADER =
        """

        | round | | documents/s | processor µs a document: owner | standbys | brokers | documents/s of three collections | rate of skip, of that of bulk | lookup at the owner: p50 ms | processor µs | at another instance: p50 ms | processor µs of all | lookups at all instances, a processor second |
        |--:|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\
        """;

    Figures to(Figures other) {
      List<Double> ratios = new ArrayList<>();
      for (int i = 0; i < values.size(); i++) {
        ratios.add(values.get(i) / other.values.get(i));
      }
      return new Figures(ratios);
    }

    static Figures medians(List<Figures> all) {
      List<Double> medians = new ArrayList<>();
      for (int i = 0; i < all.getFirst().values.size(); i++) {
        int column = i;
        double[] sorted =
            all.stream().mapToDouble(each -> each.values.get(column)).sorted().toArray();
        medians.add(sorted[sorted.length / 2]);
      }
      return new Figures(medians);
    }

    String row(int round, String name) {
      return values.stream()
          .map(each -> String.format(Locale.ROOT, each < 100 ? "%.2f" : "%.0f", each))
          .collect(Collectors.joining(" | ", "| " + round + " | " + name + " | ", " |"));
    }
  }

  /// What work has used.
  ///
  /// @param processor time, in seconds
  private record Used(double seconds, double processor) {}

  private static Used used(List<RestartableProcess> processes, Callable<?> work) throws Exception {
    double before = processor(processes);
    long begun = System.nanoTime();
    var _ = work.call();
    return new Used((System.nanoTime() - begun) / 1e9, processor(processes) - before);
  }

  private static double processor(List<RestartableProcess> processes) {
    return processes.stream()
            .map(RestartableProcess::processorTime)
            .reduce(Duration.ZERO, Duration::plus)
            .toNanos()
        / 1e9;
  }

  /// Writes documents, and writes again those that were refused while their collection was being
  /// assigned to another instance, as happens in the first minute of a cluster.
  private @Nullable Void write(URI server, int collection, List<String> lines, String parameters)
      throws Exception {
    List<String> missing = lines;
    for (int attempt = 0; !missing.isEmpty(); attempt++) {
      missing = refused(server, collection, missing, parameters);
      if (attempt == ATTEMPTS) {
        throw new IllegalStateException(missing.size() + " documents are refused");
      }
      Thread.sleep(missing.isEmpty() ? 0 : PAUSE_MILLIS);
    }
    return null;
  }

  private List<String> refused(URI server, int collection, List<String> lines, String parameters)
      throws Exception {
    HttpResponse<Stream<String>> response =
        http.send(
            HttpRequest.newBuilder(
                    server.resolve(
                        "/documents?limit=0&collection="
                            + COLLECTIONS.get(collection)
                            + parameters))
                .header("Content-Type", "application/x-ndjson")
                .POST(BodyPublishers.ofString(String.join("\n", lines)))
                .build(),
            BodyHandlers.ofLines());
    try (Stream<String> answers = response.body()) {
      List<JsonNode> refused =
          answers.map(Json::read).filter(answer -> !answer.has("outcome")).toList();
      if (refused.stream().anyMatch(each -> each.path("problem").path("status").asInt() != 503)) {
        throw new IllegalStateException("refused: " + refused.getFirst());
      }
      return refused.stream().map(each -> lines.get(each.path("line").asInt() - 1)).toList();
    }
  }

  private List<String> fingerprints(URI server) throws Exception {
    String target = "/documents?limit=" + PAGE + "&collection=" + COLLECTIONS.getFirst();
    return Json.read(http.send(get(server.resolve(target)), BodyHandlers.ofString()).body())
        .path("documents")
        .valueStream()
        .map(document -> document.path("fingerprint").asString())
        .toList();
  }

  private static HttpRequest get(URI url) {
    return HttpRequest.newBuilder(url).build();
  }

  /// The times of lookups, in nanoseconds, sorted.
  ///
  /// @param servers each of which has clients
  private long[] lookups(List<URI> servers, List<String> fingerprints) throws Exception {
    long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
    int clientsInAll = clients * servers.size();
    return inParallel(
        clientsInAll,
        client -> {
          URI url = servers.get(client % servers.size());
          String target = "/duplicates?collection=" + COLLECTIONS.getFirst() + "&fingerprint=";
          List<Long> times = new ArrayList<>();
          for (int i = client; System.nanoTime() < end; i += clientsInAll) {
            String fingerprint = fingerprints.get(i % fingerprints.size());
            long begun = System.nanoTime();
            HttpResponse<String> response =
                http.send(get(url.resolve(target + fingerprint)), BodyHandlers.ofString());
            times.add(System.nanoTime() - begun);
            if (response.statusCode() != 200
                || Json.read(response.body()).path("matches").isEmpty()) {
              throw new IllegalStateException("not found: " + response.body());
            }
          }
          return times.stream().mapToLong(Long::longValue).toArray();
        });
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
