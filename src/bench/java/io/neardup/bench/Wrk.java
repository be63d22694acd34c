package io.neardup.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The load generator `wrk`, a package of Debian. It shares the machine with the service.
final class Wrk {

  private static final Pattern RATE = Pattern.compile("Requests/sec:\\s+([0-9.]+)");
  private static final Pattern MEDIAN = Pattern.compile("50%\\s+([0-9.]+)(us|ms|s)");
  private static final Pattern LATE = Pattern.compile("99%\\s+([0-9.]+)(us|ms|s)");
  private static final Pattern REFUSED = Pattern.compile("Non-2xx or 3xx responses: (\\d+)");
  private static final Pattern BROKEN =
      Pattern.compile("Socket errors: connect (\\d+), read (\\d+), write (\\d+), timeout (\\d+)");

  private Wrk() {}

  /// The result of a run.
  ///
  /// @param rate answers per second
  /// @param median of the latency, in milliseconds
  /// @param late the 99th percentile of the latency, in milliseconds
  /// @param failed the number of requests that were answered with 4xx or 5xx, took more than two
  ///   seconds, or were not answered
  record Figure(double rate, double median, double late, long failed) {}

  /// A script that sends the bodies, or the queries, one after the other, and repeats from the
  /// first.
  static String inTurns(String path, List<String> bodies, List<String> queries) {
    return inTurns(path, bodies, queries, "");
  }

  /// As [#inTurns(String, List, List)], with an API key.
  static String inTurns(String path, List<String> bodies, List<String> queries, String key) {
    StringBuilder script = new StringBuilder("local requests = {}\n");
    script.append(
        "local headers = {['Content-Type'] = 'application/json', ['X-API-Key'] = '%s'}\n"
            .formatted(key));
    bodies.forEach(body ->
        script.append(
            "requests[#requests + 1] = {'POST', '%s', headers, [==[%s]==]}\n"
                .formatted(path, body)));
    queries.forEach(query ->
        script.append(
            "requests[#requests + 1] = {'GET', '%s%s', headers}\n".formatted(path, query)));
    return script
        .append(
            """
            local ready, next = {}, 0
            function init()
              for i, r in ipairs(requests) do ready[i] = wrk.format(r[1], r[2], r[3], r[4]) end
            end
            function request()
              next = next % #ready + 1
              return ready[next]
            end
            """)
        .toString();
  }

  /// Sends requests for some seconds, on a number of connections, each waiting for its answer.
  ///
  /// @param script the requests, in Lua
  static Figure run(String script, int connections, int seconds, String url)
      throws IOException, InterruptedException {
    Path file = Files.createTempFile("load", ".lua");
    Files.writeString(file, script);
    Process wrk =
        new ProcessBuilder(
                List.of(
                    "wrk",
                    "-t1",
                    "-c" + connections,
                    "-d" + seconds + "s",
                    "--latency",
                    "-s",
                    file.toString(),
                    url))
            .redirectErrorStream(true)
            .start();
    String output = new String(wrk.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    wrk.waitFor();
    Files.delete(file);
    Matcher rate = RATE.matcher(output);
    if (!rate.find()) {
      throw new IOException("output of wrk: " + output);
    }
    return new Figure(
        Double.parseDouble(rate.group(1)),
        milliseconds(MEDIAN.matcher(output)),
        milliseconds(LATE.matcher(output)),
        sum(REFUSED.matcher(output)) + sum(BROKEN.matcher(output)));
  }

  private static double milliseconds(Matcher time) {
    if (!time.find()) {
      return Double.NaN;
    }
    double unit =
        switch (time.group(2)) {
          case "us" -> 1e-3;
          case "ms" -> 1;
          default -> 1e3;
        };
    return Double.parseDouble(time.group(1)) * unit;
  }

  private static long sum(Matcher counts) {
    long sum = 0;
    if (counts.find()) {
      for (int group = 1; group <= counts.groupCount(); group++) {
        sum += Long.parseLong(counts.group(group));
      }
    }
    return sum;
  }
}
