package io.neardup.bench;

import io.neardup.FreshService;
import io.neardup.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/// Short requests of one caller, alone and while another caller scans all documents on 8
/// connections.
///
/// ```
/// mvn -q -Pbench test-compile exec:exec -Dbench.main=io.neardup.bench.StoreHarness -Dbench="fill /var/tmp/store 10000000"
/// mvn -q -Pbench test-compile exec:exec -Dbench.main=io.neardup.bench.ScanLoad -Dbench="/var/tmp/store 10" \
///     -Dbench.jvm="-Xmx8g --enable-native-access=ALL-UNNAMED"
/// ```
///
/// Arguments: a data directory with documents of 256 bits; the seconds of each measurement. Needs
/// [Wrk].
final class ScanLoad {

  private static final int VARIETY = 1_000; // different requests of each kind
  private static final int SCANS = 8; // connections
  private static final String SHORT = "short";
  private static final String LONG = "long";

  private final String url;
  private final int seconds;

  private ScanLoad(int port, int seconds) {
    this.url = "http://127.0.0.1:" + port;
    this.seconds = seconds;
  }

  /// A kind of request.
  private record Load(String name, String script, int connections) {}

  public static void main(String[] arguments) throws Exception {
    try (FreshService service =
        FreshService.startIn(
            Path.of(arguments[0]),
            "--logging.level.root=warn",
            "--neardup.limits.deadline=1m",
            "--neardup.security.api-keys[0].name=short",
            "--neardup.security.api-keys[0].key=" + SHORT,
            "--neardup.security.api-keys[0].roles=read",
            "--neardup.security.api-keys[1].name=long",
            "--neardup.security.api-keys[1].key=" + LONG,
            "--neardup.security.api-keys[1].roles=read")) {
      new ScanLoad(service.http().port(), Integer.parseInt(arguments[1])).compare();
    }
    System.exit(0);
  }

  private void compare() throws Exception {
    SplittableRandom random = new SplittableRandom(1);
    List<Load> loads =
        List.of(
            new Load("POST /fingerprint, 1 KB", fingerprints(random), 4),
            new Load("GET /duplicates, within the default distance", lookups(random, ""), 4),
            new Load(
                "GET /actuator/health/liveness",
                Wrk.inTurns("/actuator/health/liveness", List.of(), List.of("")),
                1));
    String scan = lookups(random, "&maxDistance=100");
    System.out.println(
        "| | connections | alone, requests/s | median, ms | p99, ms | beside scans | median, ms"
            + " | p99, ms | scans/s | median, ms |");
    System.out.println("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for (Load load : loads) {
      run(load.script, load.connections, seconds); // the first requests are compiled
      Wrk.Figure alone = run(load.script, load.connections, seconds);
      CompletableFuture<Wrk.Figure> scans =
          CompletableFuture.supplyAsync(() -> run(scan, SCANS, 2 * seconds));
      run(load.script, load.connections, seconds / 2);
      Wrk.Figure beside = run(load.script, load.connections, seconds);
      Wrk.Figure scanned = scans.get();
      System.out.printf(
          Locale.ROOT,
          "| %s | %d | %,.0f | %.1f | %.1f | %,.0f | %.1f | %.1f | %,.1f | %,.0f |%n",
          load.name,
          load.connections,
          alone.rate(),
          alone.median(),
          alone.late(),
          beside.rate(),
          beside.median(),
          beside.late(),
          scanned.rate(),
          scanned.median());
    }
  }

  private static String fingerprints(SplittableRandom random) {
    return Wrk.inTurns(
        "/fingerprint",
        Stream.generate(() -> "{\"text\":" + Json.quote(HttpLoad.text(random, 1_000)) + "}")
            .limit(VARIETY)
            .toList(),
        List.of(),
        SHORT);
  }

  private static String lookups(SplittableRandom random, String parameters) {
    return Wrk.inTurns(
        "/duplicates",
        List.of(),
        Stream.generate(() ->
                "?fingerprint=%016x%016x%016x%016x%s"
                    .formatted(
                        random.nextLong(),
                        random.nextLong(),
                        random.nextLong(),
                        random.nextLong(),
                        parameters))
            .limit(VARIETY)
            .toList(),
        parameters.isEmpty() ? SHORT : LONG);
  }

  private Wrk.Figure run(String script, int connections, int seconds) {
    try {
      return Wrk.run(script, connections, seconds, url);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
