package io.neardup.web.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Eventually;
import io.neardup.HttpTest;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.Scrape;
import io.neardup.SharedService;
import io.neardup.web.Texts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/// The metrics for Prometheus.
@HttpTest
class PrometheusTests {

  @Autowired private RunningService service;

  @Test
  void everyDocumentedMetricIsExported() throws IOException {
    makeTraffic(service);
    Set<String> documented = documented();
    assertThat(documented).hasSizeGreaterThan(25);
    assertThat(scrape(service).names()).containsAll(documented);
  }

  @Test
  void everyMetricOfTheServiceIsDocumented() throws IOException {
    makeTraffic(service);
    Set<String> own =
        scrape(service).names().stream()
            .filter(name -> name.startsWith("neardup_"))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(documented()).containsAll(own);
  }

  @Test
  void requestTimesHaveHistogramBuckets() {
    service.get("/collections");
    Scrape before = scrape(service);
    service.get("/collections");
    Scrape after = scrape(service);
    String bucket = "http_server_requests_seconds_bucket";
    assertThat(after.values(bucket, "le"))
        .contains("0.001", "0.01", "0.1", "1.0", "10.0", "+Inf")
        .hasSizeLessThan(16);
    assertThat(after.sum(bucket, "uri=\"/collections\"", "method=\"GET\"", "le=\"+Inf\""))
        .isEqualTo(before.sum(bucket, "uri=\"/collections\"", "method=\"GET\"", "le=\"+Inf\"") + 1);
  }

  @Test
  void streamsAreTimedSeparately() {
    String lookup = "{\"text\":\"" + Texts.of(305) + "\"}";
    String count = "http_server_requests_seconds_count";
    String[] single = {"uri=\"/duplicates\"", "method=\"POST\"", "stream=\"false\""};
    String[] stream = {"uri=\"/duplicates\"", "method=\"POST\"", "stream=\"true\""};
    Scrape before = scrape(service);
    service.post("/duplicates", lookup);
    service.postLines("/duplicates", lookup + "\n" + lookup + "\n");
    service.postLines("/duplicates", lookup + "\n");
    Scrape after = scrape(service);
    assertThat(after.sum(count, single)).isEqualTo(before.sum(count, single) + 1);
    assertThat(after.sum(count, stream)).isEqualTo(before.sum(count, stream) + 2);
  }

  @Test
  void threadsAndConnectionsOfTheServerAreMeasured() {
    Scrape scrape = scrape(service);
    assertThat(scrape.sum("tomcat_threads_busy_threads"))
        .as("the thread of this request")
        .isBetween(1.0, 200.0);
    assertThat(scrape.sum("tomcat_threads_config_max_threads")).isEqualTo(200);
    assertThat(scrape.sum("tomcat_connections_current_connections")).isBetween(1.0, 20_000.0);
    assertThat(scrape.sum("tomcat_connections_config_max_connections")).isEqualTo(20_000);
    assertThat(scrape.names()).noneMatch(name -> name.startsWith("tomcat_sessions"));
  }

  @Test
  void writesAreCountedWithTheirSyncs() {
    Scrape before = scrape(service);
    service.put("/documents/synced", "{\"text\":\"" + Texts.of(302) + "\"}");
    Scrape after = scrape(service);
    assertThat(after.sum("neardup_store_syncs_seconds_count"))
        .isGreaterThan(before.sum("neardup_store_syncs_seconds_count"));
    assertThat(after.sum("neardup_store_syncs_seconds_sum"))
        .isGreaterThan(before.sum("neardup_store_syncs_seconds_sum"));
    assertThat(after.sum("neardup_store_events_total"))
        .isGreaterThan(before.sum("neardup_store_events_total"));
    assertThat(after.sum("neardup_store_writable")).isOne();
    service.delete("/documents/synced");
  }

  @Test
  void problemsAreCountedInAnswersAndInLines() {
    String problems = "neardup_problems_total";
    double before = scrape(service).sum(problems, "type=\"not-found\"");
    service.get("/documents/some-id-nobody-has");
    service.postLines("/duplicates", "{\"id\":\"some-id-nobody-has\"}\n".repeat(3));
    assertThat(scrape(service).sum(problems, "type=\"not-found\"")).isEqualTo(before + 4);
    double malformed = scrape(service).sum(problems, "type=\"invalid-request\"");
    service.sendRaw("GET /%zz HTTP/1.1").require(400);
    assertThat(scrape(service).sum(problems, "type=\"invalid-request\"")).isEqualTo(malformed + 1);
  }

  @Test
  void unknownMethodsAddNoTimeSeries() {
    service.send("BREW", "/documents/tea", Map.of(), "");
    service.send("STIR", "/documents/tea", Map.of(), "");
    assertThat(scrape(service).values("http_server_requests_seconds_count", "method"))
        .doesNotContain("BREW", "STIR");
  }

  @Test
  void collectionsBeyondTheHundredthShareOneTimeSeries() {
    RunningService http = SharedService.of("--neardup.profile=paper-v1").http();
    for (int i = 0; i < 103; i++) {
      http.put("/collections/c" + i, "{}").require(201);
    }
    for (String name : Set.of("c100", "c101")) {
      http.put("/documents/a?collection=" + name, "{\"text\":\"" + Texts.of(303) + "\"}");
      http.get("/duplicates?id=a&collection=" + name);
    }
    Scrape scrape = scrape(http);
    assertThat(scrape.values("neardup_documents", "collection")).hasSize(101).contains("_others");
    assertThat(scrape.sum("neardup_documents", "collection=\"_others\"")).isEqualTo(2);
    double lookups = scrape.sum("neardup_lookups_total", "collection=\"_others\"");
    assertThat(lookups).isGreaterThanOrEqualTo(2);
    http.delete("/collections/c100");
    http.delete("/collections/c1");
    Scrape after = scrape(http);
    assertThat(after.values("neardup_documents", "collection")).hasSize(100);
    assertThat(after.sum("neardup_documents", "collection=\"_others\"")).isEqualTo(1);
    assertThat(after.sum("neardup_lookups_total", "collection=\"_others\""))
        .as("counters never decrease")
        .isEqualTo(lookups);
  }

  /// Sends requests that update every metric.
  private static void makeTraffic(RunningService service) {
    String text = "{\"text\":\"" + Texts.of(304) + "\"}";
    service.put("/documents/measured", text);
    service.get("/duplicates?id=measured");
    service.postLines("/duplicates", text + "\n");
    service.get("/documents/some-id-nobody-has");
    service.delete("/documents/measured");
  }

  /// The metrics once all requests before are counted, which is after their answers.
  private static Scrape scrape(RunningService service) {
    Eventually.await().until(() -> Scrape.requestsInProgress(service) == 0);
    Answer answer = service.get("/actuator/prometheus");
    answer.require(200);
    assertThat(answer.header("Content-Type")).startsWith("text/plain");
    return Scrape.of(answer.body());
  }

  /// The names in the table of metrics.
  private static Set<String> documented() throws IOException {
    return documentedIn("docs/monitoring.md");
  }

  private static Set<String> documentedIn(String file) throws IOException {
    String guide = Files.readString(Path.of(file)) + "\n## ";
    String table = guide.substring(guide.indexOf("\n## Metrics"));
    return Pattern.compile("(?m)^\\| `([a-z_]+)`")
        .matcher(table.substring(0, table.indexOf("\n## ", 1)))
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
