package io.neardup.web.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Json;
import io.neardup.Problems;
import io.neardup.RunningService;
import io.neardup.SharedService;
import io.neardup.web.Texts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Evaluations of a collection of versions of 12 documents.
class EvaluateJobTests {

  private static RunningService service;
  private static JobClient jobs;

  @BeforeAll
  static void start() throws IOException {
    service = SharedService.of().http();
    jobs = new JobClient(service);
    service.put("/collections/peps", "{\"storeText\":true}").require(201);
    assertThat(
            service
                .postLines(
                    "/documents?collection=peps",
                    Files.readString(Path.of("docs/samples/peps.ndjson")))
                .lines())
        .hasSize(31);
  }

  @Test
  void documentsAreEvaluatedWithEveryProfile() {
    String request =
        "{\"kind\":\"evaluate\",\"profiles\":[\"simhash-256-v1\",\"paper-v1\"],\"seed\":7}";
    String id = jobs.start("peps", request);
    JsonNode job = jobs.done(id);
    assertThat(job.at("/counts/documents").asInt()).isEqualTo(31);
    assertThat(job.at("/counts/duplicates").asInt()).isEqualTo(155);
    assertThat(job.at("/counts/others").asInt()).isEqualTo(31 * 30 / 2);
    assertThat(job.get("done")).isEqualTo(job.get("total"));
    assertThat(job.at("/request/seed").asInt()).isEqualTo(7);

    JsonNode results = service.get("/jobs/" + id + "/results").json().get("results");
    assertThat(results.valueStream().map(each -> each.get("profile").asString()))
        .containsExactly("simhash-256-v1", "paper-v1");
    JsonNode first = results.get(0);
    assertThat(first.get("distance").asInt()).isBetween(25, 70);
    assertThat(first.get("lowest").asInt()).isLessThanOrEqualTo(first.get("distance").asInt());
    assertThat(first.get("highest").asInt()).isGreaterThanOrEqualTo(first.get("distance").asInt());
    assertThat(first.get("f1").asDouble()).isGreaterThan(0.95);
    assertThat(first.get("falseMatches").asDouble()).isLessThan(1);
    assertThat(first.get("reason").asString()).contains("Of 100 resamples");
    assertThat(first.at("/calibration/curve")).hasSize(129);
    assertThat(first.at("/calibration/edits")).hasSize(20);
    assertThat(results.valueStream().filter(each -> each.get("recommendedProfile").asBoolean()))
        .hasSize(1);

    List<String> rows =
        service
            .send("GET", "/jobs/" + id + "/results", Map.of("Accept", "text/csv"), "")
            .body()
            .lines()
            .toList();
    assertThat(rows).hasSize(3);
    assertThat(rows.getFirst()).startsWith("profile,recommendedProfile,bits,bytes");
    assertThat(rows.get(1)).startsWith("simhash-256-v1,true,256,32,");
  }

  @Test
  void judgementsAreEvaluated() {
    JsonNode samples =
        service.get("/collections/peps/samples?minDistance=0&maxDistance=128&limit=60").json();
    String judgements =
        samples
            .get("pairs")
            .valueStream()
            .map(pair -> {
              String a = pair.at("/a/id").asString();
              String b = pair.at("/b/id").asString();
              return "{\"a\":%s,\"b\":%s,\"duplicate\":%s,\"weight\":%s}"
                  .formatted(
                      Json.quote(a), Json.quote(b), pep(a).equals(pep(b)), pair.get("weight"));
            })
            .collect(Collectors.joining(",", "{\"judgements\":[", "]}"));
    service.post("/collections/peps/judgements", judgements).require(200);
    List<JsonNode> results = jobs.run("peps", "{\"kind\":\"evaluate\",\"from\":\"judgements\"}");
    assertThat(results)
        .singleElement()
        .satisfies(result -> {
          assertThat(result.get("f1").asDouble()).isGreaterThan(0.9);
          assertThat(result.get("distance").asInt()).isBetween(8, 40);
          assertThat(result.get("falseMatches").asDouble()).isBetween(0.0, 0.1);
          assertThat(result.get("reason").asString()).startsWith("Too few pairs");
        });
  }

  @Test
  void filtersRestrictTheDocumentsAndTheJudgements() {
    service.put("/collections/mixed", "{\"storeText\":true}").require(201);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      lines.append(
          "{\"id\":\"d-%d\",\"text\":%s,\"metadata\":{\"lang\":\"%s\"}}\n"
              .formatted(i, Json.quote(Texts.of(i)), i < 15 ? "en" : "de"));
    }
    service.postLines("/documents?collection=mixed", lines.toString()).require(200);
    String id = jobs.start("mixed", "{\"kind\":\"evaluate\",\"filter\":[\"lang:en\"]}");
    JsonNode counts = jobs.done(id).get("counts");
    assertThat(counts.get("sampled").asInt()).isEqualTo(15);
    assertThat(counts.get("documents").asInt()).isEqualTo(15);

    service
        .post(
            "/collections/mixed/judgements",
            """
            {"judgements": [
              {"a": "d-1", "b": "d-2", "duplicate": true},
              {"a": "d-1", "b": "d-3", "duplicate": false},
              {"a": "d-1", "b": "d-20", "duplicate": false},
              {"a": "d-21", "b": "d-22", "duplicate": false}
            ]}
            """)
        .require(200);
    String judged =
        jobs.start(
            "mixed", "{\"kind\":\"evaluate\",\"from\":\"judgements\",\"filter\":[\"lang:en\"]}");
    assertThat(jobs.done(judged).at("/counts/others").asInt()).isEqualTo(1);
    String none = jobs.start("mixed", "{\"kind\":\"evaluate\",\"filter\":[\"lang:fr\"]}");
    assertThat(jobs.ended(none).at("/problem/detail").asString())
        .contains("no document passes the filter");
  }

  private static String pep(String id) {
    return id.split("\\.")[0];
  }

  @Test
  void aCollectionWithoutTextsCannotBeEvaluated() {
    service.put("/collections/ids", "{\"storeText\":false}").require(201);
    for (int i = 0; i < 12; i++) {
      service.put(
          "/documents/d" + i + "?collection=ids", "{\"text\":\"a text of six words " + i + "\"}");
    }
    String id = jobs.start("ids", "{\"kind\":\"evaluate\"}");
    JsonNode job = service.get("/jobs/" + id + "?wait=60").json();
    assertThat(job.get("state").asString()).isEqualTo("failed");
    assertThat(job.at("/problem/detail").asString()).contains("stores no texts");
    String judged = jobs.start("ids", "{\"kind\":\"evaluate\",\"from\":\"judgements\"}");
    assertThat(jobs.ended(judged).at("/problem/detail").asString()).contains("had 0 and 0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"kind":"evaluate","profiles":["none"]} | profiles | must be one of
          {"kind":"evaluate","profiles":[null]} | profiles | names of profiles
          {"kind":"evaluate","from":"pairs"} | from | documents, judgements
          {"kind":"evaluate","editRate":0} | editRate | 0.01 to 0.5
          {"kind":"evaluate","duplicatesPerDocument":0} | duplicatesPerDocument | above 0
          {"kind":"evaluate","maxDistance":3} | maxDistance | is not a field
          {"kind":"pairs","seed":3} | seed | is not a field
          """)
  void invalidEvaluationsAreRefused(String body, String field, String allowed) {
    Problems.require(
        service.post("/collections/peps/jobs", body).json(), "400 invalid-request", field, allowed);
  }
}
