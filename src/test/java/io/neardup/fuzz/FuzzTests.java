package io.neardup.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/// Requests that nobody wrote. Tcases makes them of the API description, for every call; Jazzer
/// mutates them, byte by byte. Whatever comes, the service answers, by the rules of
/// [AnswerRules], logs no error and stays ready.
@Tag("fuzz")
class FuzzTests {

  /// Documents are stored first and removed last.
  private static final List<String> ORDER = List.of("PUT", "POST", "GET", "PATCH", "DELETE");

  private static final int LINES = 20;

  @TempDir static Path folder;
  private static List<RequestCase> examples;
  private static List<RequestCase> schemas;

  @BeforeAll
  static void generate() {
    Seeds.random(random -> {
      try (FreshService service = FuzzedService.open()) {
        ApiDescription api = FuzzedService.description(service.http());
        Tcases tcases = new Tcases(folder, random.nextInt());
        examples = new ArrayList<>(tcases.ofExamples(api.document()));
        examples.sort(Comparator.comparingInt(example -> ORDER.indexOf(example.method())));
        schemas = tcases.ofSchemas(api.document());
      }
    });
  }

  @Test
  void everyCallIsAnsweredAsDescribed(TestReporter reporter) {
    Seeds.random(random -> {
      try (FreshService service = FuzzedService.open()) {
        callAll(service.http(), null, random, reporter);
      }
    });
  }

  @Test
  void everyCallWithAKeyIsAnsweredAsDescribed(TestReporter reporter) {
    Seeds.random(random -> {
      try (FreshService service = FuzzedService.withKey()) {
        callAll(service.http(), FuzzedService.KEY, random, reporter);
      }
    });
  }

  @Test
  void mutatedRequestsAreAnswered(TestReporter reporter) {
    Seeds.random(random -> {
      Jazzer jazzer = new Jazzer(folder, random.nextInt(1, Integer.MAX_VALUE));
      jazzer.mutate(requests(null, random).stream().map(ApiRequest::bytes).toList());
    });
  }

  private static void callAll(
      RunningService service,
      @Nullable String key,
      SplittableRandom random,
      TestReporter reporter) {
    ApiDescription api = FuzzedService.description(service);
    Attempt attempt = new Attempt(service, api);
    Map<String, Map<Integer, Integer>> answers = new TreeMap<>();
    for (ApiRequest request : requests(key, random)) {
      int status = attempt.send(request.bytes());
      String operation =
          api.meant(request.method(), request.target())
              .map(ApiDescription.Operation::toString)
              .orElse("others");
      answers
          .computeIfAbsent(operation, o -> new TreeMap<>())
          .merge(status / 100 * 100, 1, Integer::sum);
    }
    answers.forEach((operation, statuses) -> reporter.publishEntry(operation, statuses.toString()));
    for (ApiDescription.Operation operation : api.operations()) {
      assertThat(answers.get(operation.toString())).as("answers of %s", operation).containsKey(200);
    }
    assertThat(count(answers, 200)).isGreaterThan(count(answers, 400) / 4);
    assertThat(count(answers, 400)).isGreaterThan(count(answers, 200) / 4);
    assertThat(service.get("/actuator/health/readiness").status()).isEqualTo(200);
  }

  private static int count(Map<String, Map<Integer, Integer>> answers, int status) {
    return answers.values().stream().mapToInt(some -> some.getOrDefault(status, 0)).sum();
  }

  /// All requests: each case as it is and, of most, with less, some in streams; before and after
  /// them what stores and finds the documents of the examples.
  private static List<ApiRequest> requests(@Nullable String key, SplittableRandom random) {
    List<RequestCase> cases = new ArrayList<>();
    for (RequestCase whole : schemas) {
      cases.add(whole);
      cases.add(whole.lean(random));
      cases.add(whole.lean(random));
    }
    Collections.shuffle(cases, new Random(random.nextLong()));
    List<ApiRequest> requests = new ArrayList<>();
    examples.forEach(example -> requests.add(example.request(key)));
    cases.forEach(one -> requests.add(one.request(key)));
    cases.stream()
        .filter(one -> RunningService.NDJSON.equals(one.type()))
        .collect(Collectors.groupingBy(RequestCase::path, TreeMap::new, Collectors.toList()))
        .values()
        .forEach(lines -> {
          for (int at = 0; at < lines.size(); at += LINES) {
            requests.add(
                RequestCase.stream(lines.subList(at, Math.min(at + LINES, lines.size())), key));
          }
        });
    examples.forEach(example -> requests.add(example.request(key)));
    return requests;
  }
}
