package io.neardup.web.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.RunningService.Answer;
import io.neardup.web.Texts;
import io.neardup.web.openapi.DescribedApi;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The API description has every line of the results of jobs.
class JobLinesTests extends JobTest {

  @Test
  void theResultsOfEveryKindAreDescribed() {
    store("own", 12);
    store("other", 2);
    service.postLines("/documents?collection=own", JobClient.line("no-text", 255, "en"));
    service.put("/collections/wide", "{\"profile\":\"simhash-256-v1\"}").require(201);
    JsonNode described = service.get("/v3/api-docs").json();
    DescribedApi api = new DescribedApi(described);
    List<String> faults = new ArrayList<>();
    Set<String> run = new TreeSet<>();
    for (String id : jobsOfAllKinds()) {
      JsonNode job = jobs.done(id);
      String kind = job.at("/request/kind").asString();
      run.add(kind);
      assertThat(job.get("results").asInt()).as(job.toString()).isPositive();
      for (String accept : List.of("application/x-ndjson", "application/json")) {
        Answer results = jobs.results(id, accept);
        api.faults("GET", "/jobs/" + id + "/results", results)
            .forEach(fault -> faults.add(kind + ": " + fault));
      }
    }
    service.delete("/collections/wide").require(204);
    assertThat(faults).isEmpty();
    assertThat(run)
        .containsExactlyInAnyOrderElementsOf(
            described.at("/components/schemas/RequestedJob/discriminator/mapping").propertyNames());
  }

  private static List<String> jobsOfAllKinds() {
    List<String> ids = new ArrayList<>();
    for (String body :
        List.of(
            "\"kind\":\"pairs\"",
            "\"kind\":\"groups\"",
            "\"kind\":\"compare-with\",\"with\":\"other\"",
            "\"kind\":\"compare-with\",\"with\":\"other\",\"action\":\"disable\"",
            "\"kind\":\"evaluate\"",
            "\"kind\":\"copy\",\"to\":\"other\",\"onDuplicate\":\"skip\"",
            "\"kind\":\"copy\",\"to\":\"wide\"",
            "\"kind\":\"passages\"",
            "\"kind\":\"boilerplate\",\"minDocuments\":2",
            "\"kind\":\"dedupe\"")) {
      ids.add(jobs.start("own", "{" + body + "}"));
      jobs.done(ids.getLast());
    }
    for (String call : List.of("/apply", "/undo")) {
      String path = "/jobs/" + ids.getLast() + call;
      ids.add(service.send("POST", path, Map.of(), "").require(202).text("/id"));
      jobs.done(ids.getLast());
    }
    return ids;
  }

  /// Texts, each with a copy, and fingerprints that many documents have.
  private static void store(String collection, int texts) {
    String lines =
        IntStream.range(0, texts)
            .mapToObj(i ->
                "{\"id\":\"t%d\",\"text\":\"%s\"}\n{\"id\":\"c%d\",\"text\":\"%s\"}\n"
                    .formatted(i, Texts.of(i), i, Texts.edited(i, 2)))
            .collect(Collectors.joining());
    String equal =
        IntStream.range(0, 1_100)
            .mapToObj(i -> JobClient.line("equal" + i, 0xABCDL << 32, "en"))
            .collect(Collectors.joining());
    service.postLines("/documents?limit=0&collection=" + collection, lines + equal).require(200);
  }
}
