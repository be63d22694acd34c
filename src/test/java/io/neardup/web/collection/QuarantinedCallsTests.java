package io.neardup.web.collection;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.Scrape;
import io.neardup.web.Texts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A quarantined collection refuses all calls that use it, and health and metrics report it.
class QuarantinedCallsTests {

  private static final Map<String, String> JSON = Map.of("Content-Type", RunningService.JSON);

  @TempDir private static Path data;

  @AutoClose private static FreshService fresh;
  private static RunningService service;

  @BeforeAll
  static void start(@TempDir Path folder) throws IOException {
    Path own = Files.writeString(folder.resolve("profiles.yml"), "own-v1: {bits: 128}");
    try (FreshService before = FreshService.startIn(data, "--neardup.profiles-file=" + own)) {
      RunningService http = before.http();
      http.put("/collections/own", "{\"profile\":\"own-v1\",\"storeText\":true}").require(201);
      http.put("/collections/other", "{}").require(201);
      for (String id : new String[] {"a", "b", "c"}) {
        String document = "{\"text\":\"%s\"}".formatted(Texts.of(1));
        http.put("/documents/" + id + "?collection=own", document).require(201);
      }
      job(http, "{\"kind\":\"dedupe\",\"id\":\"listed\"}");
      job(http, "{\"kind\":\"dedupe\",\"id\":\"applied\",\"dryRun\":false}");
    }
    fresh = FreshService.startIn(data);
    service = fresh.http();
  }

  private static void job(RunningService http, String request) {
    String id = http.post("/collections/own/jobs", request).require(202).text("/id");
    assertThat(http.get("/jobs/" + id + "?wait=60").text("/state")).isEqualTo("done");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "GET    | /documents?collection=own                     | -",
        "GET    | /documents/a?collection=own                   | -",
        "PUT    | /documents/a?collection=own                   | {\"text\":\"a b c\"}",
        "POST   | /documents?collection=own                     | {\"text\":\"a b c\"}",
        "PATCH  | /documents/a?collection=own                   | {\"enabled\":false}",
        "DELETE | /documents/a?collection=own                   | -",
        "PATCH  | /documents?collection=own&filter=a:b          | {\"enabled\":false}",
        "DELETE | /documents?collection=own&filter=a:b          | -",
        "POST   | /duplicates?collection=own                    | {\"text\":\"a\"}",
        "GET    | /duplicates?id=a&collection=own               | -",
        "GET    | /pairs?collection=own                         | -",
        "GET    | /groups?collection=own                        | -",
        "GET    | /collections/own                              | -",
        "PUT    | /collections/own                              | {}",
        "PATCH  | /collections/own                              | {\"storeText\":true}",
        "GET    | /collections/own/samples                      | -",
        "GET    | /collections/own/judgements                   | -",
        "POST   | /collections/own/judgements                   |"
            + " {\"judgements\":[{\"a\":\"a\",\"b\":\"b\",\"duplicate\":true}]}",
        "DELETE | /collections/own/judgements?a=a&b=b           | -",
        "POST   | /collections/own/jobs                         | {\"kind\":\"pairs\"}",
        "POST   | /collections/other/jobs                       |"
            + " {\"kind\":\"copy\",\"to\":\"own\"}",
        "POST   | /jobs/listed/apply                            | -",
        "POST   | /jobs/listed/restart                          | -",
        "POST   | /jobs/applied/undo                            | -",
      })
  void callsAreRefusedWithReasonAndRemedy(String method, String target, String body) {
    Answer answer =
        body == null
            ? service.send(method, target, Map.of(), "")
            : service.send(method, target, JSON, body);
    answer.require(503);
    assertThat(answer.text("/type")).isEqualTo("urn:neardup:problem:quarantined");
    assertRefusal(answer.text("/detail"));
    assertThat(answer.header("Retry-After")).as("waiting does not help").isEmpty();
  }

  @Test
  void streamsAreRefused() {
    for (String path : new String[] {"/documents", "/duplicates"}) {
      String target = path + "?collection=";
      String lines = "{\"text\":\"a\"}\n";
      assertRefusal(service.postLines(target + "own", lines).require(503).text("/detail"));
      assertThat(service.postLines(target + "other", lines).lines().getLast().has("problem"))
          .isFalse();
      String table = "text\na\n";
      Map<String, String> csv = Map.of("Content-Type", "text/csv");
      assertRefusal(service.send("POST", target + "own", csv, table).require(503).text("/detail"));
    }
  }

  private static void assertRefusal(String detail) {
    assertThat(detail)
        .contains(
            "'own'", "Its profile 'own-v1' is neither built in nor configured", "or delete the");
  }

  @Test
  void healthAndMetricsReportIt() {
    Answer health = service.get("/actuator/health/readiness").require(200);
    assertThat(health.text("/status")).isEqualTo("LIMITED");
    assertThat(health.number("/components/documents/details/quarantinedCollections")).isEqualTo(1);
    Scrape scrape = Scrape.of(service.get("/actuator/prometheus").body());
    assertThat(scrape.sum("neardup_collections_quarantined")).isEqualTo(1);
    assertThat(scrape.values("neardup_documents", "collection")).doesNotContain("own");
  }
}
