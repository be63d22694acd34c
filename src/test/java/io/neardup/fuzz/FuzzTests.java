package io.neardup.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.Seeds;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.util.FileSystemUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Fuzzing. Tcases generates requests for every call from the API description; mutations of them
/// have other bytes and words that often break programs. Whatever arrives, the service answers
/// according to [AnswerRules], logs no error and stays ready.
@Tag("fuzz")
class FuzzTests {

  /// The order of calls: documents are stored first and deleted last.
  private static final List<String> ORDER = List.of("PUT", "POST", "GET", "PATCH", "DELETE");

  private static final int LINES = 20;
  private static final int GRAFTS = Seeds.rounds(5);

  private static final List<String> HOSTILE =
      List.of(
          "\\ud800", // half a surrogate
          "\\u0000",
          "\u202e",
          "\ufeff",
          "%00",
          "%2F",
          "%2e%2e%2f",
          "%C0%80",
          "%ED%A0%80",
          "%",
          "[[[[[[[[[[[[[[[[",
          "{\"a\":{\"a\":{\"a\":",
          "}{",
          "null",
          "NaN",
          "-0.0",
          "1e999999999",
          "-9223372036854775809",
          "2147483648",
          "1970-01-01T00:00:00Z",
          "+1000000000-12-31T23:59:59.999999999Z",
          "\r\n",
          "\n{}\n",
          "If-Match: \"",
          "If-None-Match: *",
          "Accept: text/html",
          "Accept: */*;q=x",
          "Accept-Encoding: gzip",
          "Content-Encoding: gzip",
          "Content-Type: application/x-ndjson",
          "Content-Type: text/csv",
          "Content-Type: application/json;charset=utf-16",
          "Expect: 100-continue",
          "Idempotency-Key: ",
          "Origin: http://localhost",
          "Range: bytes=0-",
          "Transfer-Encoding: chunked",
          "X-HTTP-Method-Override: PUT",
          "X-Request-Id: ");

  /// The folder of files that the generator reads and writes, kept until the next run.
  private static final Path FOLDER = Path.of("target", "fuzz").toAbsolutePath();

  @AutoClose private static FreshService service;
  private static JsonNode document;
  private static List<RequestCase> examples;
  private static List<RequestCase> schemas;

  @BeforeAll
  static void generate() {
    Seeds.random(random -> {
      FileSystemUtils.deleteRecursively(FOLDER);
      Files.createDirectories(FOLDER);
      service = FuzzedService.open();
      document = FuzzedService.description(service.http()).document();
      Tcases tcases = new Tcases(FOLDER, random.nextInt());
      examples = new ArrayList<>(tcases.ofExamples(document));
      examples.sort(Comparator.comparingInt(example -> ORDER.indexOf(example.method())));
      schemas = tcases.ofSchemas(somePaths(document));
    });
  }

  /// Generating the requests of all paths takes half a minute.
  private static JsonNode somePaths(JsonNode document) {
    JsonNode copy = document.deepCopy();
    List<String> some =
        Seeds.some(copy.get("paths").propertyStream().map(Map.Entry::getKey)).toList();
    ((ObjectNode) copy.get("paths")).retain(some);
    return copy;
  }

  @Test
  void everyCallIsAnsweredAsDescribed() {
    Seeds.random(random -> callAll(service.http(), requests(null, GRAFTS, random), false));
  }

  @Test
  @Tag("nightly")
  void everyCallWithAKeyIsAnsweredAsDescribed() {
    Seeds.random(random -> {
      try (FreshService locked = FuzzedService.withKey()) {
        callAll(locked.http(), requests(FuzzedService.KEY, 0, random), true);
      }
    });
  }

  @Test
  @Tag("nightly")
  void mutatedRequestsAreAnswered() {
    Seeds.random(random -> {
      Attempt attempt = new Attempt(service.http(), FuzzedService.description(service.http()));
      List<byte[]> requests =
          requests(null, GRAFTS, random).stream().map(ApiRequest::bytes).toList();
      List<byte[]> words =
          words().stream().map(word -> word.getBytes(StandardCharsets.UTF_8)).toList();
      for (int round = 0; round < Seeds.rounds(20_000); round++) {
        byte[] request = requests.get(random.nextInt(requests.size()));
        for (int mutations = random.nextInt(1, 4); mutations > 0; mutations--) {
          request = mutated(request, words, random);
        }
        if (Wire.hasRequestLine(request)) {
          attempt.send(request);
        }
      }
      attempt.checkReady();
    });
  }

  /// A request with a word, another byte or a part of itself in place of some bytes.
  private static byte[] mutated(byte[] request, List<byte[]> words, SplittableRandom random) {
    int from = random.nextInt(request.length + 1);
    int to = Math.min(request.length, from + (random.nextBoolean() ? 0 : random.nextInt(16)));
    byte[] inserted =
        switch (random.nextInt(4)) {
          case 0 -> new byte[] {(byte) random.nextInt(256)};
          case 1 -> Arrays.copyOfRange(request, to, Math.min(request.length, to + 64));
          default -> words.get(random.nextInt(words.size()));
        };
    ByteArrayOutputStream mutated = new ByteArrayOutputStream();
    mutated.write(request, 0, from);
    mutated.writeBytes(inserted);
    mutated.write(request, to, request.length - to);
    return mutated.toByteArray();
  }

  /// The dictionary of mutations: names and values of the API description, and inputs that often
  /// break programs.
  private static Set<String> words() {
    Set<String> words = new LinkedHashSet<>(HOSTILE);
    Pattern word = Pattern.compile("\"([\\w/+-]{2,40})\"");
    word.matcher(document.get("paths").toString() + document.get("components"))
        .results()
        .forEach(found -> words.add(found.group(1)));
    return words;
  }

  private static void callAll(
      RunningService service, List<ApiRequest> requests, boolean asksForKeys) {
    ApiDescription api = FuzzedService.description(service);
    Attempt attempt = new Attempt(service, api);
    Set<String> answered = new TreeSet<>();
    int successes = 0;
    for (ApiRequest request : requests) {
      int status = attempt.send(request.bytes());
      if (asksForKeys && !request.hasKey()) {
        assertThat(status).as(request.toString()).isIn(400, 401);
      }
      if (status < 300) {
        successes++;
        api.meant(request.method(), request.target())
            .ifPresent(operation -> answered.add(operation.toString()));
      }
    }
    System.out.println(requests.size() + " requests, " + successes + " of them answered 2xx");
    assertThat(answered)
        .containsExactlyInAnyOrderElementsOf(
            api.operations().stream().map(ApiDescription.Operation::toString).toList());
    assertThat(successes).isBetween(requests.size() / 10, requests.size() * 9 / 10);
    attempt.checkReady();
  }

  /// All requests: the examples, also in gzip; streams of lines; each case unchanged and merged
  /// into examples; and the examples again, in the state that the others have left.
  private static List<ApiRequest> requests(
      @Nullable String key, int grafts, SplittableRandom random) {
    List<RequestCase> cases = new ArrayList<>(schemas);
    for (RequestCase whole : schemas) {
      List<RequestCase> same = examples.stream().filter(whole::isOfCall).toList();
      for (int i = 0; i < grafts; i++) {
        cases.add(whole.graftOnto(same.get(random.nextInt(same.size())), random));
      }
    }
    Collections.shuffle(cases, new Random(random.nextLong()));
    List<ApiRequest> requests = new ArrayList<>();
    examples.forEach(example -> requests.add(example.request(key)));
    List.copyOf(requests).forEach(request -> requests.add(request.inGzip()));
    requests.addAll(streams(cases, key));
    cases.forEach(one -> requests.add(one.request(key)));
    examples.forEach(example -> requests.add(example.request(key)));
    return requests;
  }

  private static List<ApiRequest> streams(List<RequestCase> cases, @Nullable String key) {
    List<ApiRequest> streams = new ArrayList<>();
    cases.stream()
        .filter(one -> RunningService.NDJSON.equals(one.type()))
        .collect(Collectors.groupingBy(RequestCase::path, TreeMap::new, Collectors.toList()))
        .values()
        .forEach(lines -> {
          for (int at = 0; at < lines.size(); at += LINES) {
            streams.add(
                RequestCase.stream(lines.subList(at, Math.min(at + LINES, lines.size())), key));
          }
        });
    return streams;
  }
}
