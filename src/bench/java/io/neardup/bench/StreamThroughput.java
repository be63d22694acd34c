package io.neardup.bench;

import io.neardup.FreshService;
import io.neardup.Json;
import io.neardup.web.answer.FingerprintJson;
import io.neardup.web.fingerprint.FingerprintRequest;
import io.neardup.web.json.RequestMapper;
import io.neardup.web.limits.StreamMediaTypes;
import io.neardup.web.ndjson.FileFields;
import io.neardup.web.ndjson.NdjsonExchange;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/// Lines per second that `POST /fingerprint` answers, compared with an endpoint that only parses
/// them.
///
/// ```
/// mvn -q -Pbench test-compile exec:exec -Dbench.main=io.neardup.bench.StreamThroughput \
///     -Dbench="docs/samples/peps.ndjson 20000 15"
/// ```
///
/// Arguments: a file of JSON objects with a `text`, whose texts are split into pieces of 1,000
/// characters; the lines of a stream, for which the pieces are repeated; the rounds.
///
/// Starts the whole service with one more endpoint, which reads streams with the same classes,
/// validates the requests, and answers each line with a constant, written in the same way. One
/// client sends streams to the endpoints alternately.
public final class StreamThroughput {

  private static final int PIECE = 1000; // characters
  private static final int WARM_UP = 5; // rounds

  private final RequestMapper reader;
  private final NdjsonExchange ndjson;

  private StreamThroughput(RequestMapper reader, NdjsonExchange ndjson) {
    this.reader = reader;
    this.ndjson = ndjson;
  }

  /// Only parses the lines. Called by Spring.
  public void parse(HttpServletRequest request, HttpServletResponse response) throws IOException {
    ndjson.exchange(
        request,
        response,
        FingerprintRequest.class,
        FileFields.OF_REQUEST,
        (line, slot) -> {
          RequestMapper.requireRef(line.ref());
          RequestMapper.requireRef(line.id());
          reader.content(line);
          return new FingerprintJson(
              line.id(), line.ref(), "0123456789abcdef", 64, "paper-v1", 100, false, null);
        });
  }

  /// Prints the lines per second of each endpoint and profile, and their percentage of the rate of
  /// parsing.
  public static void main(String[] arguments) throws Exception {
    List<String> pieces = pieces(Path.of(arguments[0]));
    int lines = Integer.parseInt(arguments[1]);
    int rounds = Integer.parseInt(arguments[2]);
    try (FreshService service = FreshService.start("--logging.level.root=warn")) {
      addParse(service);
      Map<String, byte[]> bodies = new LinkedHashMap<>();
      bodies.put("/parse", body(pieces, lines, "paper-v1"));
      bodies.put("/fingerprint paper-v1", body(pieces, lines, "paper-v1"));
      bodies.put("/fingerprint simhash-256-v1", body(pieces, lines, "simhash-256-v1"));
      Map<String, double[]> rates = new LinkedHashMap<>();
      try (HttpClient client = HttpClient.newHttpClient()) {
        for (int round = -WARM_UP; round < rounds; round++) {
          for (Map.Entry<String, byte[]> body : bodies.entrySet()) {
            URI target =
                URI.create(
                    "http://localhost:" + service.http().port() + body.getKey().split(" ")[0]);
            double rate = lines / seconds(client, target, body.getValue(), lines);
            if (round >= 0) {
              rates.computeIfAbsent(body.getKey(), name -> new double[rounds])[round] = rate;
            }
          }
        }
      }
      print(rates, bodies.get("/parse").length / lines);
    }
    System.exit(0);
  }

  private static void addParse(FreshService service) throws NoSuchMethodException {
    service
        .context()
        .getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
        .registerMapping(
            RequestMappingInfo.paths("/parse")
                .methods(RequestMethod.POST)
                .consumes(StreamMediaTypes.NDJSON)
                .build(),
            new StreamThroughput(
                service.context().getBean(RequestMapper.class),
                service.context().getBean(NdjsonExchange.class)),
            StreamThroughput.class.getMethod(
                "parse", HttpServletRequest.class, HttpServletResponse.class));
  }

  private static List<String> pieces(Path file) throws IOException {
    List<String> pieces = new ArrayList<>();
    try (Stream<String> lines = Files.lines(file)) {
      lines.forEach(line -> {
        String text = Json.read(line).get("text").asString();
        for (int at = 0; at < text.length(); at += PIECE) {
          pieces.add(text.substring(at, Math.min(text.length(), at + PIECE)));
        }
      });
    }
    return pieces;
  }

  private static byte[] body(List<String> pieces, int lines, String profile) {
    StringBuilder body = new StringBuilder();
    for (int i = 0; i < lines; i++) {
      body.append("{\"id\":\"document-").append(i).append("\",\"profile\":\"").append(profile);
      body.append("\",\"text\":").append(Json.quote(pieces.get(i % pieces.size()))).append("}\n");
    }
    return body.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static double seconds(HttpClient client, URI target, byte[] body, int lines)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(target)
            .version(HttpClient.Version.HTTP_1_1)
            .header("Content-Type", StreamMediaTypes.NDJSON)
            .POST(BodyPublishers.ofByteArray(body))
            .build();
    long start = System.nanoTime();
    HttpResponse<byte[]> response = client.send(request, BodyHandlers.ofByteArray());
    double seconds = (System.nanoTime() - start) / 1e9;
    long answers = 0;
    for (byte b : response.body()) {
      answers += b == '\n' ? 1 : 0;
    }
    if (response.statusCode() != 200 || answers != lines) {
      throw new IOException(target + " gave " + answers + " lines, " + response.statusCode());
    }
    return seconds;
  }

  private static void print(Map<String, double[]> rates, int bytes) {
    double parse = median(rates.get("/parse"));
    System.out.printf(Locale.ROOT, "Lines of %d bytes, medians of all rounds:%n", bytes);
    rates.forEach((name, some) -> {
      Arrays.sort(some);
      System.out.printf(
          Locale.ROOT,
          "%-24s %8.0f lines/s (%.0f to %.0f), %3.0f %% of /parse%n",
          name,
          median(some),
          some[0],
          some[some.length - 1],
          100 * median(some) / parse);
    });
  }

  private static double median(double[] some) {
    double[] sorted = some.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
