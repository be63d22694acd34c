package io.neardup.bench;

import io.neardup.FreshService;
import io.neardup.Json;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/// Endurance test: a mixed load of four fifths of the maximum for a long time. Shows whether
/// requests fail, memory grows, or latency increases.
///
/// ```
/// mvn -q -Pbench test-compile exec:exec -Dbench.main=io.neardup.bench.Soak -Dbench="data 30" \
///     -Dbench.jvm="-Xmx4g --enable-native-access=ALL-UNNAMED"
/// ```
///
/// Arguments: the data directory, whose documents the lookups search; the minutes; further
/// arguments of the service. Of ten requests four are lookups, two compute fingerprints of 1 KB,
/// two compare texts, and two store documents, under ids that repeat. Prints a row per minute.
/// Needs [Wrk].
public final class Soak {

  private static final int CONNECTIONS = 64;
  private static final double LOAD = 0.8;
  private static final int WARM_UP_SECONDS = 30;
  private static final int VARIETY = 2_000;

  private Soak() {}

  /// Measures the maximum rate, then applies the load.
  public static void main(String[] arguments) throws Exception {
    int minutes = Integer.parseInt(arguments[1]);
    String[] configuration = Arrays.copyOfRange(arguments, 1, arguments.length);
    configuration[0] = "--logging.level.root=warn";
    try (FreshService service = FreshService.startIn(Path.of(arguments[0]), configuration)) {
      String url = "http://127.0.0.1:" + service.http().port();
      String requests = mixed(new SplittableRandom(1));
      Wrk.run(requests, CONNECTIONS, WARM_UP_SECONDS, url);
      Wrk.Figure most = Wrk.run(requests, CONNECTIONS, WARM_UP_SECONDS, url);
      double rate = LOAD * most.rate();
      System.out.printf(
          Locale.ROOT, "At most %,.0f requests/s; %,.0f are sent.%n", most.rate(), rate);
      System.out.println(
          "| minute | requests/s | median, ms | p99, ms | failed | heap after GC, MB | process, MB |");
      System.out.println("|--:|--:|--:|--:|--:|--:|--:|");
      // Each connection sends a request, waits for its answer, then for a delay.
      double cycle = CONNECTIONS * 1_000 / rate;
      double took = 1;
      for (int minute = 1; minute <= minutes; minute++) {
        Wrk.Figure figure =
            Wrk.run(requests + pause(Math.max(0, cycle - took)), CONNECTIONS, 59, url);
        took = Math.max(0, took + CONNECTIONS * 1_000 / figure.rate() - cycle);
        System.out.printf(
            Locale.ROOT,
            "| %d | %,.0f | %.1f | %.1f | %d | %d | %d |%n",
            minute,
            figure.rate(),
            figure.median(),
            figure.late(),
            figure.failed(),
            liveHeap() >> 20,
            resident() >> 10);
      }
    }
    System.exit(0);
  }

  private static String mixed(SplittableRandom random) {
    StringBuilder script = new StringBuilder();
    script.append("local json = {['Content-Type'] = 'application/json'}\nlocal requests = {}\n");
    for (int i = 0; i < VARIETY; i++) {
      String text = Json.quote(HttpLoad.text(random, 1_000));
      String other = Json.quote(HttpLoad.text(random, 1_000));
      switch (i % 10) {
        case 0, 1, 2, 3 ->
            script.append(
                "requests[#requests + 1] = {'GET', '/duplicates?text=%s'}\n"
                    .formatted(HttpLoad.text(random, 200).replace(' ', '+')));
        case 4, 5 -> post(script, "/fingerprint", "{\"text\":%s}".formatted(text));
        case 6, 7 ->
            post(
                script,
                "/compare",
                "{\"a\":{\"text\":%s},\"b\":{\"text\":%s}}".formatted(text, other));
        default ->
            post(script, "/documents", "{\"id\":\"soak-%d\",\"text\":%s}".formatted(i, text));
      }
    }
    return script
        .append(
            """
            local ready = {}
            function init()
              math.randomseed(1)
              for i, r in ipairs(requests) do ready[i] = wrk.format(r[1], r[2], r[3], r[4]) end
            end
            function request() return ready[math.random(#ready)] end
            """)
        .toString();
  }

  private static void post(StringBuilder script, String path, String body) {
    script.append(
        "requests[#requests + 1] = {'POST', '%s', json, [==[%s]==]}\n".formatted(path, body));
  }

  /// Average delay before each request, in milliseconds; wrk accepts only integers.
  private static String pause(double milliseconds) {
    int whole = (int) milliseconds;
    return "function delay() return math.random() < %.3f and %d or %d end%n"
        .formatted(milliseconds - whole, whole + 1, whole);
  }

  private static long liveHeap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /// The resident memory of the process, in kilobytes.
  private static long resident() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findAny()
        .orElse(0);
  }
}
