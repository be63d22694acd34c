package io.neardup.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Json;
import io.neardup.RunningService;
import io.neardup.ServiceProcess;
import io.neardup.cluster.SingleProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The log has the Elastic Common Schema if it is configured, and contains no secrets.
class LogTests {

  private static final String KEY = "k-secret-5b0d9f3e";
  private static final String OTHER_KEY = "k-other-19c6e0b2";
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String UNKNOWN = "k-unknown-77aa01c4";
  private static final String TOKEN = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJzZWNyZXQifQ.c2lnbmF0dXJl";

  @TempDir private Path folder;

  @Test
  @SingleProcess("backups")
  void linesAreEcsAndCarryTheRequestTheTraceAndTheCaller() throws Exception {
    try (ServiceProcess service =
        ServiceProcess.start(
            folder,
            "--logging.structured.format.console=ecs",
            "--logging.level.io.neardup.web=debug",
            // a port on which nothing listens
            "--management.opentelemetry.tracing.export.otlp.endpoint=http://127.0.0.1:9/v1/traces",
            "--neardup.backup-dir=" + folder.resolve("backups"),
            "--neardup.security.api-keys[0].name=archivist",
            "--neardup.security.api-keys[0].key=" + KEY,
            "--neardup.security.api-keys[0].roles=admin",
            "--neardup.security.api-keys[1].name=visitor",
            "--neardup.security.api-keys[1].key=" + OTHER_KEY,
            "--neardup.security.api-keys[1].roles=write",
            "--neardup.security.api-keys[1].collections=default")) {
      provoke(service.http(), Map.of("X-API-Key", KEY, "X-Request-Id", "find-me"));
      service.awaitLogged("find-me");
      List<JsonNode> lines = lines(service);
      assertThat(lines).hasSizeGreaterThan(5);
      assertThat(lines)
          .allSatisfy(line -> {
            assertThat(line.at("/ecs/version").asString()).isNotEmpty();
            assertThat(line.get("@timestamp").asString()).startsWith("20");
            assertThat(line.at("/service/name").asString()).isEqualTo("neardup");
            assertThat(line.at("/log/level").asString()).isNotEmpty();
          });
      assertThat(lines)
          .filteredOn(line -> line.at("/http/request/id").asString("").equals("find-me"))
          .extracting(line -> line.get("message").asString())
          .contains("A query could not be read");

      String parent = "00-" + TRACE + "-00f067aa0ba902b7-01";
      provoke(service.http(), Map.of("X-API-Key", KEY, "traceparent", parent));
      service.awaitLogged(TRACE);
      assertThat(lines(service))
          .filteredOn(line -> line.at("/trace/id").asString("").equals(TRACE))
          .isNotEmpty()
          .allSatisfy(line -> assertThat(line.at("/span/id").asString("")).matches("[0-9a-f]{16}"));
      assertThat(service.logged()).doesNotContain("traceId", "spanId");

      callersAreNamed(service);
      assertThat(service.logged()).doesNotContain(KEY, OTHER_KEY, UNKNOWN);
    }
  }

  private static void callersAreNamed(ServiceProcess service) {
    RunningService http = service.http();
    assertThat(call(http, KEY, "PUT", "/collections/news", "{}")).isEqualTo(201);
    assertThat(call(http, KEY, "DELETE", "/collections/news", "")).isEqualTo(204);
    assertThat(call(http, KEY, "POST", "/admin/backups", "{}")).isEqualTo(201);
    assertThat(call(http, OTHER_KEY, "DELETE", "/collections/default", "")).isEqualTo(403);
    assertThat(call(http, OTHER_KEY, "GET", "/documents/a?collection=x%0Afake", "")).isEqualTo(403);
    assertThat(call(http, UNKNOWN, "GET", "/documents/a", "")).isEqualTo(401);
    http.send(
        "POST",
        "/documents?collection=news",
        Map.of("X-API-Key", OTHER_KEY, "Content-Type", RunningService.NDJSON),
        "{\"text\":\"a\"}\n");
    service.awaitLogged("POST /documents of");
    assertThat(lines(service))
        .filteredOn(line -> line.at("/log/logger").asString().startsWith("io.neardup.web"))
        .filteredOn(line -> !line.at("/log/level").asString().equals("DEBUG"))
        .extracting(
            line -> line.at("/user/name").asString(""), line -> line.get("message").asString())
        .satisfiesExactly(
            line -> assertLogged(line, "archivist", "Deleted the collection 'news'"),
            line -> assertLogged(line, "archivist", "Made backup 1 of "),
            line -> assertLogged(line, "visitor", "403: DELETE /collections/default of 127.0.0.1"),
            line -> assertLogged(line, "visitor", "403: GET /documents/a of 127.0.0.1"),
            line -> assertLogged(line, "", "401: GET /documents/a of 127.0.0.1"),
            line -> assertLogged(line, "visitor", "403: POST /documents of 127.0.0.1"));
  }

  private static List<JsonNode> lines(ServiceProcess service) {
    return service.logged().lines().map(Json::read).toList();
  }

  private static void assertLogged(Tuple line, String caller, String message) {
    assertThat(line.toList().getFirst()).isEqualTo(caller);
    assertThat(line.toList().getLast()).asString().contains(message);
  }

  private static int call(
      RunningService http, String key, String method, String target, String json) {
    Map<String, String> headers =
        json.isEmpty()
            ? Map.of("X-API-Key", key)
            : Map.of("X-API-Key", key, "Content-Type", RunningService.JSON);
    return http.send(method, target, headers, json).status();
  }

  /// At the most detailed levels that are likely to be used.
  @Test
  void plainLinesCarryTheRequestAreRateLimitedAndHaveNoSecrets() throws Exception {
    String hash =
        HexFormat.of()
            .formatHex(
                MessageDigest.getInstance("SHA-256").digest(KEY.getBytes(StandardCharsets.UTF_8)));
    try (ServiceProcess service =
        ServiceProcess.start(
            folder,
            "--logging.level.io.neardup=trace",
            "--logging.level.org.springframework=debug",
            "--neardup.security.api-keys[0].name=somebody",
            "--neardup.security.api-keys[0].key-sha256=" + hash,
            "--neardup.security.api-keys[0].roles=admin",
            "--neardup.security.api-keys[1].name=visitor",
            "--neardup.security.api-keys[1].key=" + OTHER_KEY,
            "--neardup.security.api-keys[1].roles=read")) {
      RunningService http = service.http();
      http.send("GET", "/documents/a", Map.of("X-Request-Id", "find-me"), "").require(401);
      service.awaitLogged("[find-me]");
      provoke(http, Map.of("X-API-Key", KEY));
      provoke(http, Map.of("Authorization", "Bearer " + KEY));
      provoke(http, Map.of("X-API-Key", UNKNOWN));
      provoke(http, Map.of("Authorization", "Bearer " + TOKEN));
      provoke(http, Map.of("Authorization", "Bearer " + KEY, "X-API-Key", KEY));
      provoke(http, Map.of("Authorization", "Basic " + KEY));
      http.get("/actuator/health").require(200);
      refusalsAreRateLimited(service);
      service.terminate();
      service.awaitEnd();
      assertThat(service.logged().lines())
          .anyMatch(line -> line.contains("[find-me]") && line.contains("401: GET /documents/a"));
      assertThat(service.logged()).contains("DEBUG", "/duplicates?text=%zz");
      assertThat(service.logged()).doesNotContain(KEY, OTHER_KEY, UNKNOWN, TOKEN, hash);
    }
  }

  /// Clients could otherwise fill the log with refused requests.
  private static void refusalsAreRateLimited(ServiceProcess service) {
    int sent = 0;
    long begun = System.nanoTime();
    while (!service.logged().contains("more were refused since the last such line")) {
      for (int i = 0; i < 100; i++, sent++) {
        assertThat(call(service.http(), OTHER_KEY, "DELETE", "/documents/a", "")).isEqualTo(403);
      }
    }
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun) + 1;
    List<String> refused =
        service.logged().lines().filter(line -> line.contains("Refused with 403")).toList();
    assertThat(refused).hasSizeLessThan(sent);
    assertThat((long) refused.size()).isLessThanOrEqualTo(10 + seconds);
    assertThat(refused.getFirst()).containsPattern("\\[[0-9a-f]{32} visitor] io\\.neardup\\.web");
  }

  private static void provoke(RunningService http, Map<String, String> headers) {
    StringBuilder request =
        new StringBuilder("GET /duplicates?text=%zz HTTP/1.1\r\nHost: localhost\r\n");
    headers.forEach((name, value) -> request.append(name + ": " + value + "\r\n"));
    request.append("Connection: close\r\n\r\n");
    http.sendRaw(request.toString().getBytes(StandardCharsets.US_ASCII)).require(400, 401);
  }
}
