package io.neardup.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Json;
import io.neardup.RunningService;
import io.neardup.ServiceProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// What the service logs: as the Elastic Common Schema has it where that is asked for, and no
/// secrets.
class LogTests {

  private static final String KEY = "k-secret-5b0d9f3e";
  private static final String UNKNOWN = "k-unknown-77aa01c4";
  private static final String TOKEN = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJzZWNyZXQifQ.c2lnbmF0dXJl";

  @TempDir private Path folder;

  @Test
  void linesAreEcsAndCarryTheRequest() throws Exception {
    try (ServiceProcess service =
        ServiceProcess.start(
            folder,
            "--logging.structured.format.console=ecs",
            "--logging.level.io.neardup.web=debug")) {
      provoke(service.http(), Map.of("X-Request-Id", "find-me"));
      service.awaitLogged("find-me");
      List<JsonNode> lines = service.logged().lines().map(Json::read).toList();
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
    }
  }

  @Test
  void linesForPeopleCarryTheRequestToo() throws Exception {
    try (ServiceProcess service =
        ServiceProcess.start(folder, "--logging.level.io.neardup.web=debug")) {
      provoke(service.http(), Map.of("X-Request-Id", "find-me"));
      service.awaitLogged("[find-me]");
      assertThat(service.logged().lines().filter(line -> line.contains("[find-me]")))
          .anyMatch(line -> line.contains("A query could not be read"));
    }
  }

  /// At debug, which tells most that anybody would turn on.
  @Test
  void secretsAreNotLogged() throws Exception {
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
            "--neardup.security.api-keys[0].roles=admin")) {
      RunningService http = service.http();
      provoke(http, Map.of("X-API-Key", KEY));
      provoke(http, Map.of("Authorization", "Bearer " + KEY));
      provoke(http, Map.of("X-API-Key", UNKNOWN));
      provoke(http, Map.of("Authorization", "Bearer " + TOKEN));
      provoke(http, Map.of("Authorization", "Bearer " + KEY, "X-API-Key", KEY));
      provoke(http, Map.of("Authorization", "Basic " + KEY));
      assertThat(http.get("/actuator/health").status()).isEqualTo(200);
      service.terminate();
      service.awaitEnd();
      assertThat(service.logged()).contains("DEBUG", "/duplicates?text=%zz");
      assertThat(service.logged()).doesNotContain(KEY, UNKNOWN, TOKEN, hash);
    }
  }

  private static void provoke(RunningService http, Map<String, String> headers) {
    StringBuilder request =
        new StringBuilder("GET /duplicates?text=%zz HTTP/1.1\r\nHost: localhost\r\n");
    headers.forEach((name, value) -> request.append(name + ": " + value + "\r\n"));
    request.append("Connection: close\r\n\r\n");
    assertThat(http.sendRaw(request.toString().getBytes(StandardCharsets.US_ASCII)).status())
        .isIn(400, 401);
  }
}
