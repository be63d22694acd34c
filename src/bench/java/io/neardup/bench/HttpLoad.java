package io.neardup.bench;

import io.neardup.FreshService;
import io.neardup.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.springframework.context.ApplicationContext;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/// Requests per second of the service, of an echo endpoint on the same server, which passes the
/// same valves and filters, and of [BareEcho], an application that consists of such an endpoint.
///
/// ```
/// mvn -q -Pbench test-compile exec:exec -Dbench.main=io.neardup.bench.HttpLoad -Dbench="data 10" \
///     -Dbench.jvm="-Xmx6g --enable-native-access=ALL-UNNAMED"
/// ```
///
/// Arguments: the data directory, whose documents the lookups search; the seconds of each
/// measurement; further arguments of the service, such as `--neardup.profile=paper-v1`. The
/// property `load.only` (`-Dload.only=/duplicates` in `bench.jvm`) restricts the run to one path.
/// Needs [Wrk].
public final class HttpLoad {

  private static final int[] CONNECTIONS = {8, 32, 128};
  private static final int VARIETY = 1_000; // different texts of each kind

  private final int port;
  private final int bare;
  private final ProcessHandle bareProcess;
  private final int seconds;

  private HttpLoad(int port, int bare, ProcessHandle bareProcess, int seconds) {
    this.port = port;
    this.bare = bare;
    this.bareProcess = bareProcess;
    this.seconds = seconds;
  }

  /// The result of a run.
  ///
  /// @param micros of processor time of the process that answers, for each request
  private record Run(Wrk.Figure figure, double micros) {

    double rate() {
      return figure.rate();
    }

    double late() {
      return figure.late();
    }
  }

  /// The requests of one measurement.
  ///
  /// @param path of the call
  /// @param bodies of POST requests, sent one after the other; empty for GET requests
  /// @param queries of GET requests
  private record Load(String name, String path, List<String> bodies, List<String> queries) {

    Load to(String other) {
      return new Load(name, other, bodies, queries);
    }
  }

  /// Returns the body of the request. Called by Spring.
  @ResponseBody
  public ResponseEntity<byte[]> echo(@RequestBody byte[] body) {
    return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(body);
  }

  /// Returns the query. Called by Spring.
  @ResponseBody
  public ResponseEntity<String> echoText(@RequestParam String text) {
    return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(text);
  }

  /// Prints a row for every call and number of connections.
  public static void main(String[] arguments) throws Exception {
    Path data = Path.of(arguments[0]);
    int seconds = Integer.parseInt(arguments[1]);
    String[] configuration = Arrays.copyOfRange(arguments, 1, arguments.length);
    configuration[0] = "--logging.level.root=warn";
    try (FreshService service = FreshService.startIn(data, configuration);
        BareEcho.Running bare = BareEcho.start()) {
      HttpLoad load =
          new HttpLoad(service.http().port(), bare.port(), bare.process().toHandle(), seconds);
      addEcho(service.context());
      System.out.println(
          "| | connections | bare application, requests/s | echo | p99, ms | service | p99, ms"
              + " | of bare application | of echo | p99 | by processor time, of bare application"
              + " | of echo |");
      System.out.println("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
      SplittableRandom random = new SplittableRandom(1);
      load.compare(post("POST /fingerprint, 1 KB", "/fingerprint", texts(random, 1_000)));
      load.compare(post("POST /fingerprint, 5 KB", "/fingerprint", texts(random, 5_000)));
      List<String> pairs =
          texts(random, 1_000).stream()
              .map(a -> "{\"a\":%s,\"b\":%s}".formatted(a, body(text(random, 1_000))))
              .toList();
      load.compare(post("POST /compare, 2 x 1 KB", "/compare", pairs));
      List<String> queries =
          Stream.generate(() -> "?text=" + text(random, 200).replace(' ', '+'))
              .limit(VARIETY)
              .toList();
      load.compare(new Load("GET /duplicates, 200 characters", "/duplicates", List.of(), queries));
    }
    System.exit(0);
  }

  private static Load post(String name, String path, List<String> bodies) {
    return new Load(name, path, bodies, List.of());
  }

  private static List<String> texts(SplittableRandom random, int length) {
    return Stream.generate(() -> body(text(random, length))).limit(VARIETY).toList();
  }

  private static String body(String text) {
    return "{\"text\":" + Json.quote(text) + "}";
  }

  static String text(SplittableRandom random, int length) {
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      for (int i = random.nextInt(2, 9); i >= 0; i--) {
        text.append((char) ('a' + random.nextInt(26)));
      }
      text.append(' ');
    }
    return text.substring(0, length);
  }

  /// Adds the echo endpoints to an application.
  static void addEcho(ApplicationContext context) throws NoSuchMethodException {
    HttpLoad echo = new HttpLoad(0, 0, ProcessHandle.current(), 0);
    RequestMappingHandlerMapping mapping =
        context.getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class);
    mapping.registerMapping(
        RequestMappingInfo.paths("/echo").methods(RequestMethod.POST).build(),
        echo,
        HttpLoad.class.getMethod("echo", byte[].class));
    mapping.registerMapping(
        RequestMappingInfo.paths("/echo").methods(RequestMethod.GET).build(),
        echo,
        HttpLoad.class.getMethod("echoText", String.class));
  }

  /// Measures the three alternately, twice each after a warm-up, and reports the better run.
  private void compare(Load load) throws IOException, InterruptedException {
    if (!load.path.equals(System.getProperty("load.only", load.path))) {
      return;
    }
    Load echo = load.to("/echo");
    for (int connections : CONNECTIONS) {
      send(echo, connections, bare); // the first answers may take seconds
      send(echo, connections, port);
      send(load, connections, port);
      Run bareFigure = run(echo, connections, bare);
      Run echoFigure = run(echo, connections, port);
      Run figure = run(load, connections, port);
      bareFigure = better(bareFigure, run(echo, connections, bare));
      echoFigure = better(echoFigure, run(echo, connections, port));
      figure = better(figure, run(load, connections, port));
      System.out.printf(
          Locale.ROOT,
          "| %s | %d | %,.0f | %,.0f | %.1f | %,.0f | %.1f | %.0f %% | %.0f %% | %.1f x"
              + " | %.0f %% | %.0f %% |%n",
          load.name,
          connections,
          bareFigure.rate(),
          echoFigure.rate(),
          echoFigure.late(),
          figure.rate(),
          figure.late(),
          100 * figure.rate() / bareFigure.rate(),
          100 * figure.rate() / echoFigure.rate(),
          figure.late() / echoFigure.late(),
          100 * bareFigure.micros / figure.micros,
          100 * echoFigure.micros / figure.micros);
    }
  }

  private static Run better(Run a, Run b) {
    return a.rate() > b.rate() ? a : b;
  }

  private Run run(Load load, int connections, int port) throws IOException, InterruptedException {
    ProcessHandle process = port == bare ? bareProcess : ProcessHandle.current();
    Duration before = process.info().totalCpuDuration().orElseThrow();
    Wrk.Figure figure = send(load, connections, port);
    if (figure.failed() > 0) {
      throw new IOException(figure.failed() + " requests to " + load.path + " failed");
    }
    Duration used = process.info().totalCpuDuration().orElseThrow().minus(before);
    return new Run(figure, used.toNanos() / 1e3 / (figure.rate() * seconds));
  }

  private Wrk.Figure send(Load load, int connections, int port)
      throws IOException, InterruptedException {
    return Wrk.run(
        Wrk.inTurns(load.path, load.bodies, load.queries),
        connections,
        seconds,
        "http://127.0.0.1:" + port);
  }
}
