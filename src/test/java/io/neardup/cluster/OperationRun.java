package io.neardup.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Eventually;
import io.neardup.Json;
import io.neardup.RunningService;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// One run of a series of requests, with collections of its own, and its answers without what
/// differs from run to run.
final class OperationRun {

  /// The name of a run, before the names of its collections.
  private static final Pattern RUN = Pattern.compile("^(alone|owner|other)-\\d+");

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static final Pattern PLACE = Pattern.compile("\\{([a-z-]+)(?: (\\d+))?\\}");
  private static final Pattern TIME =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z");

  private static final Pattern MILLIS = Pattern.compile("\\b\\d{13}\\b");
  private static final Pattern TAG = Pattern.compile("\\d+-\\d+-[0-9a-z]{8}");

  /// The collections of all runs, in a refusal.
  private static final Pattern NAMES = Pattern.compile("a collection that exists: [^;]*;");

  /// Fields whose values depend on the log, the clock or the machine.
  private static final Set<String> VARYING =
      Set.of(
          "position",
          "cursor",
          "requestId",
          "rate",
          "secondsLeft",
          "bytes",
          "textsPerSecond",
          "tag",
          "survivorTag");

  /// Headers that frame an answer, have its time, or depend on its length, as compression does:
  /// names of collections have different lengths.
  private static final Set<String> FRAMING =
      Set.of("date", "connection", "keep-alive", "transfer-encoding", "content-length", "vary");

  private final String prefix;
  private final Function<String, RunningService> services;
  private final Map<String, String> kept = new LinkedHashMap<>();
  private final Map<String, Character> jobs = new LinkedHashMap<>();

  /// A run.
  ///
  /// @param name of five letters, alike for all series
  /// @param series its number
  /// @param services the service to ask about a collection, by its name
  OperationRun(String name, int series, Function<String, RunningService> services) {
    this.prefix = name + "-" + series;
    this.services = services;
  }

  /// The answers to the requests, as text.
  List<String> answers(OperationSeries series) {
    return series.rows().stream().map(this::answer).toList();
  }

  /// The answer to a request.
  String answer(OperationSeries.Row row) {
    char collection = row.collection();
    for (Map.Entry<String, Character> job : jobs.entrySet()) {
      if (row.target().contains("{" + job.getKey() + "}")) {
        collection = job.getValue();
      }
    }
    RunningService service = services.apply(prefix + collection);
    HttpRequest request = request(service, row);
    HttpResponse<byte[]> response = send(request);
    String body = text(response);
    long end = System.nanoTime() + Eventually.PATIENCE.toNanos();
    while (isBusy(row, response)
        || row.untilEnded() && body.matches("(?s).*\"state\":\"(queued|running)\".*")
        || row.untilRunning() && !body.contains("\"secondsLeft\"")) {
      assertThat(end - System.nanoTime()).as("%s is answered %s", row, body).isPositive();
      response = send(request);
      body = text(response);
    }
    for (Map.Entry<String, String> each : row.kept().entrySet()) {
      String value =
          each.getValue().startsWith("/")
              ? Json.readAll(body).getLast().at(each.getValue()).asString()
              : response.headers().firstValue(each.getValue()).orElse("");
      kept.put(each.getKey(), value);
      if (each.getValue().equals("/id")) {
        jobs.put(each.getKey(), collection);
      }
    }
    return response.statusCode()
        + "\n"
        + headers(response)
        + "\n"
        + comparable(
            response.statusCode(), body, response.headers().firstValue("Content-Type").orElse(""));
  }

  /// Whether a read is to be repeated, as an instance did not answer in time.
  private static boolean isBusy(OperationSeries.Row row, HttpResponse<?> response) {
    return row.method().equals("GET")
        && response.statusCode() == 503
        && response.headers().firstValue("Retry-After").isPresent();
  }

  private HttpRequest request(RunningService service, OperationSeries.Row row) {
    String target = filled(row.target(), true);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + service.port() + target))
            .timeout(Eventually.PATIENCE);
    String body = filled(String.join("\n", row.body()), false);
    boolean raw = body.startsWith("Raw: ");
    byte[] bytes = body.substring(raw ? 5 : 0).getBytes(StandardCharsets.UTF_8);
    if (!body.isEmpty()) {
      request.setHeader("Content-Type", RunningService.JSON);
    }
    row.headers().forEach((name, value) -> request.setHeader(name, filled(value, false)));
    if (!raw && "gzip".equals(row.headers().get("Content-Encoding"))) {
      bytes = compressed(bytes);
    }
    return request
        .method(
            row.method(),
            body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(bytes))
        .build();
  }

  private static HttpResponse<byte[]> send(HttpRequest request) {
    try {
      return CLIENT.send(request, BodyHandlers.ofByteArray());
    } catch (IOException e) {
      throw new AssertionError("No answer to " + request, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted at " + request, e);
    }
  }

  /// A text with the names, values and texts for which its places stand.
  private String filled(String text, boolean target) {
    String named = text.replace("@", prefix);
    return PLACE.matcher(named).replaceAll(found -> value(found, target));
  }

  private String value(MatchResult found, boolean target) {
    String value =
        switch (found.group(1)) {
          case "text" -> ThreeInstances.text(Integer.parseInt(found.group(2)));
          case "part" -> part(Integer.parseInt(found.group(2)));
          case "long" -> "long text ".repeat(200_000);
          case "documents" -> documents();
          default -> kept.getOrDefault(found.group(1), found.group());
        };
    return Matcher.quoteReplacement(target ? value.replace(' ', '+') : value);
  }

  /// Most of a text.
  private static String part(int number) {
    return Stream.of(ThreeInstances.text(number).split(" "))
        .skip(4)
        .limit(30)
        .collect(Collectors.joining(" "));
  }

  /// Texts, one near-duplicate of each, and one text that quotes another.
  private static String documents() {
    Stream<String> texts = IntStream.range(0, 6).mapToObj(i -> line("d" + i, i, ""));
    Stream<String> near =
        IntStream.range(0, 6).mapToObj(i -> line("near" + i, i, i == 0 ? "" : " more" + i));
    String quote =
        ThreeInstances.json(
            ThreeInstances.text(50) + " " + part(1),
            ", \"id\": \"quote\", \"metadata\": {\"n\": 9}");
    return Stream.of(texts, near, Stream.of(quote))
        .flatMap(each -> each)
        .collect(Collectors.joining("\n"));
  }

  private static String line(String id, int number, String further) {
    return ThreeInstances.json(
        ThreeInstances.text(number * 7) + further,
        ", \"id\": \"%s\", \"metadata\": {\"n\": %d, \"lang\": \"%s\"}"
            .formatted(id, number, number % 2 == 0 ? "de" : "en"));
  }

  private Map<String, String> headers(HttpResponse<?> response) {
    Map<String, String> headers = new TreeMap<>();
    response
        .headers()
        .map()
        .forEach((name, values) -> {
          String lower = name.toLowerCase(Locale.ROOT);
          if (!FRAMING.contains(lower)) {
            headers.put(lower, header(lower, String.join(", ", values)));
          }
        });
    return headers;
  }

  private String header(String name, String value) {
    return switch (name) {
      case "x-request-id", "neardup-position" -> "present";
      default -> named(value);
    };
  }

  private String comparable(int status, String body, String type) {
    List<JsonNode> values;
    if (type.startsWith("application/") && type.contains("json")) {
      values = type.contains("ndjson") ? body.lines().map(Json::read).toList() : Json.readAll(body);
    } else {
      return named(body);
    }
    List<JsonNode> own = new ArrayList<>(values);
    if (own.size() > 1) {
      own.removeIf(value -> value.has("progress")); // of an answer that takes some time
      own.removeIf(this::isOfAnotherRun);
    }
    own.forEach(this::strip);
    if (status == 202) {
      own.forEach(job -> ((ObjectNode) job).retain("id", "collection", "request", "createdAt"));
    }
    return own.stream()
        .map(JsonNode::toPrettyString)
        .map(this::named)
        .collect(Collectors.joining("\n"));
  }

  /// Whether a value is, or belongs to, a collection of another run or series.
  private boolean isOfAnotherRun(JsonNode value) {
    return Stream.of("name", "collection")
        .map(field -> value.path(field).asString(""))
        .anyMatch(
            name -> name.equals("default") || RUN.matcher(name).find() && !name.startsWith(prefix));
  }

  private void strip(JsonNode value) {
    if (value instanceof ObjectNode fields) {
      for (String name : List.copyOf(fields.propertyNames())) {
        JsonNode field = fields.get(name);
        if (VARYING.contains(name)) {
          fields.put(name, "varying");
        } else {
          strip(field);
        }
      }
    } else if (value instanceof ArrayNode elements) {
      for (int i = elements.size() - 1; i >= 0; i--) {
        if (isOfAnotherRun(elements.get(i))) {
          elements.remove(i);
        } else {
          strip(elements.get(i));
        }
      }
    }
  }

  private String named(String text) {
    String named = TIME.matcher(text.replace(prefix, "@")).replaceAll("time");
    named = MILLIS.matcher(named).replaceAll("time");
    named = TAG.matcher(named).replaceAll("tag");
    named = NAMES.matcher(named).replaceAll("a collection that exists;");
    List<String> names = new ArrayList<>(jobs.keySet());
    names.sort(Comparator.comparing(name -> -kept.get(name).length()));
    for (String name : names) {
      named = kept.get(name).isEmpty() ? named : named.replace(kept.get(name), "{" + name + "}");
    }
    return named;
  }

  private static String text(HttpResponse<byte[]> response) {
    byte[] body = response.body();
    if (response.headers().firstValue("Content-Encoding").orElse("").equals("gzip")
        && body.length > 0) {
      try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
        body = in.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return new String(body, StandardCharsets.UTF_8);
  }

  private static byte[] compressed(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
