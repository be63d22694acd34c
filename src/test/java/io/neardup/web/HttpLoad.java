package io.neardup.web;

import io.neardup.FreshService;
import io.neardup.Json;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/// How many requests a second does the service answer, and how many does an endpoint on the same
/// server that only gives back what it got?
///
/// ```
/// mvn -q -Pbench test-compile exec:exec -Dbench.main=io.neardup.web.HttpLoad -Dbench="data 10" \
///     -Dbench.jvm="-Xmx6g --enable-native-access=ALL-UNNAMED"
/// ```
///
/// Arguments: the data directory, with as many documents as the lookups shall search; the seconds
/// of each figure. Needs wrk, which Debian has; wrk and service share the machine.
public final class HttpLoad {

  private static final int[] CONNECTIONS = {8, 32, 128};
  private static final Pattern RATE = Pattern.compile("Requests/sec:\\s+([0-9.]+)");
  private static final Pattern LATE = Pattern.compile("99%\\s+([0-9.]+)(us|ms|s)");

  private final int port;
  private final int seconds;

  private HttpLoad(int port, int seconds) {
    this.port = port;
    this.seconds = seconds;
  }

  /// What is sent.
  ///
  /// @param body of a POST, empty for a GET
  private record Load(String name, String target, String body) {}

  /// Requests a second, and the milliseconds that one in a hundred takes longer than.
  private record Figure(double rate, double late) {}

  /// Gives back what it got. Called by Spring.
  @ResponseBody
  public ResponseEntity<byte[]> echo(@RequestBody byte[] body) {
    return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(body);
  }

  /// The same of a query. Called by Spring.
  @ResponseBody
  public ResponseEntity<String> echoText(@RequestParam String text) {
    return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(text);
  }

  /// Prints a row for every endpoint and number of connections.
  public static void main(String[] arguments) throws Exception {
    Path data = Path.of(arguments[0]);
    int seconds = Integer.parseInt(arguments[1]);
    try (FreshService service = FreshService.startIn(data, "--logging.level.root=warn")) {
      HttpLoad load = new HttpLoad(service.http().port(), seconds);
      load.addEcho(service);
      System.out.println(
          "| | connections | bare, requests/s | p99, ms | service | p99, ms | rate | p99 |");
      System.out.println("|---|--:|--:|--:|--:|--:|--:|--:|");
      SplittableRandom random = new SplittableRandom(1);
      load.compare(post("POST /fingerprint, 1 KB", "/fingerprint", text(random, 1_000)));
      load.compare(post("POST /fingerprint, 5 KB", "/fingerprint", text(random, 5_000)));
      String a = text(random, 1_000);
      load.compare(
          new Load(
              "POST /compare, 2 x 1 KB",
              "/compare",
              "{\"a\":%s,\"b\":%s}".formatted(a, text(random, 1_000))));
      String query = text(random, 200).replaceAll(".*:\"|\"}", "");
      load.compare(
          new Load(
              "GET /duplicates, 200 characters",
              "/duplicates?text=" + URLEncoder.encode(query, StandardCharsets.UTF_8),
              ""));
    }
    System.exit(0);
  }

  private static Load post(String name, String target, String body) {
    return new Load(name, target, body);
  }

  private static String text(SplittableRandom random, int length) {
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      for (int i = random.nextInt(2, 9); i >= 0; i--) {
        text.append((char) ('a' + random.nextInt(26)));
      }
      text.append(' ');
    }
    return "{\"text\":" + Json.quote(text.substring(0, length)) + "}";
  }

  private void addEcho(FreshService service) throws NoSuchMethodException {
    RequestMappingHandlerMapping mapping =
        service
            .context()
            .getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class);
    mapping.registerMapping(
        RequestMappingInfo.paths("/echo").methods(RequestMethod.POST).build(),
        this,
        HttpLoad.class.getMethod("echo", byte[].class));
    mapping.registerMapping(
        RequestMappingInfo.paths("/echo").methods(RequestMethod.GET).build(),
        this,
        HttpLoad.class.getMethod("echoText", String.class));
  }

  /// In turns, twice each after a warm-up, and of the two the better.
  private void compare(Load load) throws IOException, InterruptedException {
    String query = load.target.contains("?") ? load.target.substring(load.target.indexOf('?')) : "";
    Load bare = new Load("echo", "/echo" + query, load.body);
    for (int connections : CONNECTIONS) {
      run(bare, connections);
      run(load, connections);
      Figure bareFigure = better(run(bare, connections), run(bare, connections));
      Figure figure = better(run(load, connections), run(load, connections));
      System.out.printf(
          Locale.ROOT,
          "| %s | %d | %,.0f | %.1f | %,.0f | %.1f | %.0f %% | %.1f x |%n",
          load.name,
          connections,
          bareFigure.rate,
          bareFigure.late,
          figure.rate,
          figure.late,
          100 * figure.rate / bareFigure.rate,
          figure.late / bareFigure.late);
    }
  }

  private static Figure better(Figure a, Figure b) {
    return a.rate > b.rate ? a : b;
  }

  private Figure run(Load load, int connections) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of("wrk", "-t1", "-c" + connections, "-d" + seconds + "s", "--latency", "-s"));
    Path script = Files.createTempFile("load", ".lua");
    String lua =
        load.body.isEmpty()
            ? ""
            : "wrk.method = 'POST'\nwrk.headers['Content-Type'] = 'application/json'\nwrk.body = '%s'\n"
                .formatted(load.body);
    Files.writeString(script, lua);
    command.add(script.toString());
    command.add("http://127.0.0.1:" + port + load.target);
    Process wrk = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(wrk.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    wrk.waitFor();
    Files.delete(script);
    Matcher rate = RATE.matcher(output);
    Matcher late = LATE.matcher(output);
    if (!rate.find() || !late.find() || output.contains("Non-2xx")) {
      throw new IOException("wrk said: " + output);
    }
    double unit =
        switch (late.group(2)) {
          case "us" -> 1e-3;
          case "ms" -> 1;
          default -> 1e3;
        };
    return new Figure(Double.parseDouble(rate.group(1)), Double.parseDouble(late.group(1)) * unit);
  }
}
