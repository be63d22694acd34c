package io.neardup.web.limits;

import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.neardup.FreshService;
import io.neardup.RunningService.Answer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Limits on requests, set so low that tests reach them quickly.
@Timeout(300)
class LimitsTests {

  private static FreshService service;

  @BeforeAll
  static void start() {
    List<String> configuration =
        new ArrayList<>(
            List.of(
                "--neardup.limits.requests-per-second=20",
                "--neardup.limits.streams=2",
                "--neardup.limits.deadline=500ms",
                "--server.tomcat.connection-timeout=2s"));
    for (int i = 0; i < 9; i++) {
      String at = "--neardup.security.api-keys[" + i + "].";
      configuration.addAll(List.of(at + "name=n" + i, at + "key=k" + i, at + "roles=admin"));
    }
    configuration.add("--neardup.security.api-keys[7].requests-per-second=5");
    configuration.add("--neardup.security.api-keys[8].requests-per-second=0");
    service = FreshService.start(configuration.toArray(String[]::new));
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @Test
  void rateLimitAppliesPerCallerAndSendsRetryAfter() throws InterruptedException {
    Map<Integer, Integer> statuses = new HashMap<>();
    Answer refused = null;
    for (int i = 0; i < 2_000 && refused == null; i++) {
      Answer answer = get("k0", "/duplicates?text=a");
      statuses.merge(answer.status(), 1, Integer::sum);
      refused = answer.status() == 429 ? answer : null;
    }
    assertThat(statuses.keySet()).containsExactlyInAnyOrder(200, 429);
    assertThat(statuses.get(200)).isGreaterThanOrEqualTo(20);
    assertThat(refused.text("/type")).isEqualTo("urn:neardup:problem:too-many-requests");
    assertThat(refused.text("/detail")).contains("20 requests a second");
    get("k1", "/duplicates?text=a").require(200);
    await()
        .pollDelay(Duration.ofSeconds(Integer.parseInt(refused.header("Retry-After"))))
        .untilAsserted(() -> assertThat(get("k0", "/duplicates?text=a").status()).isEqualTo(200));
  }

  @Test
  void keysMayHaveTheirOwnRateLimit() {
    int answered = 0;
    Answer answer = get("k7", "/documents");
    for (; answer.status() == 200 && answered < 2_000; answered++) {
      answer = get("k7", "/documents");
    }
    answer.require(429);
    assertThat(answer.text("/detail")).contains("send 5 requests a second");
    assertThat(answered).isGreaterThanOrEqualTo(4);
    for (int i = 0; i < 200; i++) {
      get("k8", "/documents").require(200); // 0 disables the limit
    }
  }

  @Test
  void failedAttemptsAreLimitedWithoutAffectingValidKeysOfTheAddress() {
    Map<Integer, Integer> statuses = new HashMap<>();
    Answer refused = null;
    for (int i = 0; i < 2_000 && refused == null; i++) {
      Answer answer = get("no key " + i, "/documents");
      statuses.merge(answer.status(), 1, Integer::sum);
      refused = answer.status() == 429 ? answer : null;
    }
    assertThat(statuses.keySet()).containsExactlyInAnyOrder(401, 429);
    assertThat(statuses.get(401)).isGreaterThanOrEqualTo(20);
    assertThat(Integer.parseInt(refused.header("Retry-After"))).isPositive();
    assertThat(refused.text("/errors/0/field")).isEqualTo("Authorization");
    get("k4", "/documents").require(200);
  }

  @Test
  void healthIsNotRateLimited() {
    for (int i = 0; i < 100; i++) {
      service.http().get("/actuator/health/readiness").require(200);
    }
  }

  @Test
  void concurrentStreamsAreLimited() throws Exception {
    try (Socket first = openStream("k2")) {
      Answer own = stream("k2");
      own.require(429);
      assertThat(own.header("Retry-After")).isEqualTo("1");
      try (Socket second = openStream("k3")) {
        Answer other = stream("k4");
        other.require(503);
        assertThat(other.header("Retry-After")).isEqualTo("1");
        assertThat(other.text("/type")).isEqualTo("urn:neardup:problem:busy");
        end(second);
      }
      end(first);
    }
    stream("k4").require(200);
    stream("k2").require(200);
  }

  /// A client that sends a byte now and then could occupy a connection and a thread for any time.
  @Test
  void slowBodiesTimeOut() throws Exception {
    try (Socket socket = service.http().connect()) {
      OutputStream out = socket.getOutputStream();
      out.write(head("k5", "/fingerprint", "application/json", "Content-Length: 1000000"));
      out.write("{\"text\":\"".getBytes(StandardCharsets.US_ASCII));
      try (ScheduledExecutorService dripping = Executors.newSingleThreadScheduledExecutor()) {
        dripping.scheduleAtFixedRate(() -> drip(out), 0, 50, TimeUnit.MILLISECONDS);
        assertTooSlow(readUntilClosed(socket));
      }
    }
  }

  private static void drip(OutputStream out) {
    try {
      out.write('a');
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // the service has closed the connection
    }
  }

  @Test
  void missingBodiesTimeOut() throws Exception {
    Counter tooSlow =
        service
            .context()
            .getBean(MeterRegistry.class)
            .get("neardup.problems")
            .tag("type", "too-slow")
            .counter();
    double before = tooSlow.count();
    try (Socket socket = service.http().connect()) {
      OutputStream out = socket.getOutputStream();
      out.write(head("k6", "/fingerprint", "application/json", "Content-Length: 100"));
      out.write("{\"text\"".getBytes(StandardCharsets.US_ASCII));
      out.flush();
      assertTooSlow(readUntilClosed(socket));
    }
    assertThat(tooSlow.count()).isEqualTo(before + 1);
  }

  @Test
  void missingChunkedBodiesTimeOut() throws Exception {
    try (Socket socket = service.http().connect()) {
      OutputStream out = socket.getOutputStream();
      out.write(head("k7", "/fingerprint", "application/json", "Transfer-Encoding: chunked"));
      out.write("ff\r\n{\"text\"".getBytes(StandardCharsets.US_ASCII));
      out.flush();
      assertTooSlow(readUntilClosed(socket));
    }
  }

  /// The answer is complete although the request body was not.
  private static void assertTooSlow(String answer) {
    assertThat(answer)
        .startsWith("HTTP/1.1 408")
        .contains("urn:neardup:problem:too-slow", "neardup.limits.deadline")
        .endsWith("\r\n0\r\n\r\n");
  }

  @Test
  void missingHeadersTimeOut() throws Exception {
    try (Socket silent = service.http().connect();
        Socket half = service.http().connect()) {
      half.getOutputStream()
          .write("GET / HTTP/1.1\r\nHost: loc".getBytes(StandardCharsets.US_ASCII));
      half.getOutputStream().flush();
      assertThat(readUntilClosed(silent)).isEmpty();
      assertThat(readUntilClosed(half)).matches("(?s)HTTP/1\\.1 4\\d\\d.*|");
    }
  }

  private static String readUntilClosed(Socket socket) {
    StringBuilder read = new StringBuilder();
    try {
      for (int next = socket.getInputStream().read(); next >= 0; ) {
        read.append((char) next);
        next = socket.getInputStream().read();
      }
    } catch (java.net.SocketTimeoutException e) {
      throw new AssertionError("still open after " + read, e);
    } catch (java.io.IOException e) {
      // Reset: closed as well.
    }
    return read.toString();
  }

  private static Answer get(String key, String target) {
    return service.http().send("GET", target, Map.of("X-API-Key", key), "");
  }

  private static Answer stream(String key) {
    return service
        .http()
        .send(
            "POST",
            "/fingerprint",
            Map.of("X-API-Key", key, "Content-Type", "application/x-ndjson"),
            "{\"text\":\"a\"}\n");
  }

  /// Opens a stream and waits for its first answer.
  private static Socket openStream(String key) throws Exception {
    Socket socket = service.http().connect();
    socket
        .getOutputStream()
        .write(head(key, "/fingerprint", "application/x-ndjson", "Transfer-Encoding: chunked"));
    socket
        .getOutputStream()
        .write("e\r\n{\"text\":\"ab\"}\n\r\n".getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
    assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
        .isEqualTo("HTTP/1.1 200");
    return socket;
  }

  private static void end(Socket socket) throws Exception {
    socket.getOutputStream().write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
    socket.getInputStream().readAllBytes();
  }

  private static byte[] head(String key, String path, String type, String length) {
    return ("POST "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-API-Key: "
            + key
            + "\r\nContent-Type: "
            + type
            + "\r\n"
            + length
            + "\r\n\r\n")
        .getBytes(StandardCharsets.US_ASCII);
  }
}
