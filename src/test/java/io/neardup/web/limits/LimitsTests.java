package io.neardup.web.limits;

import static io.neardup.Eventually.PATIENCE;
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
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;

/// Limits on requests, set so low that tests reach them quickly. The clock of the rates is that of
/// the test; the deadline is that of bodies alone.
class LimitsTests {

  private static final AtomicLong NANOS = new AtomicLong();

  @AutoClose private static FreshService service;

  @BeforeAll
  static void start() {
    List<String> configuration =
        new ArrayList<>(
            List.of(
                "--neardup.limits.requests-per-second=20",
                "--neardup.limits.deadline=500ms",
                "--server.tomcat.threads.max=16"));
    for (int i = 0; i < 9; i++) {
      String at = "--neardup.security.api-keys[" + i + "].";
      configuration.addAll(List.of(at + "name=n" + i, at + "key=k" + i, at + "roles=admin"));
    }
    configuration.add("--neardup.security.api-keys[7].requests-per-second=5");
    configuration.add("--neardup.security.api-keys[8].requests-per-second=0");
    service =
        FreshService.startWith(
            context -> {
              context.registerBean(
                  "ratesOfTheTest",
                  RequestRates.class,
                  () -> new RequestRates(NANOS::get),
                  definition -> {
                    definition.setPrimary(true);
                    definition.setScope(ConfigurableBeanFactory.SCOPE_PROTOTYPE);
                  });
              context.registerBean(
                  "deadlinesOfTheTest",
                  Deadline.Limit.class,
                  () -> new Deadline.Limit(PATIENCE, System::nanoTime),
                  definition -> definition.setPrimary(true));
            },
            configuration.toArray(String[]::new));
  }

  @Test
  void rateLimitAppliesPerCallerAndSendsRetryAfter() {
    for (int i = 0; i < 20; i++) {
      get("k0", "/duplicates?text=a").require(200);
    }
    Answer refused = get("k0", "/duplicates?text=a").require(429);
    assertThat(refused.text("/type")).isEqualTo("urn:neardup:problem:too-many-requests");
    assertThat(refused.text("/detail")).contains("20 requests a second");
    get("k1", "/duplicates?text=a").require(200);
    NANOS.addAndGet(Duration.ofSeconds(retryAfter(refused)).toNanos());
    get("k0", "/duplicates?text=a").require(200);
  }

  @Test
  void keysMayHaveTheirOwnRateLimit() {
    for (int i = 0; i < 5; i++) {
      get("k7", "/documents").require(200);
    }
    assertThat(get("k7", "/documents").require(429).text("/detail"))
        .contains("send 5 requests a second");
    for (int i = 0; i < 200; i++) {
      get("k8", "/documents").require(200); // 0 disables the limit
    }
  }

  @Test
  void failedAttemptsAreLimitedWithoutAffectingValidKeysOfTheAddress() {
    for (int i = 0; i < 20; i++) {
      get("no key " + i, "/documents").require(401);
    }
    Answer refused = get("no key", "/documents").require(429);
    assertThat(retryAfter(refused)).isPositive();
    assertThat(refused.text("/errors/0/field")).isEqualTo("Authorization");
    get("k4", "/documents").require(200);
  }

  private static int retryAfter(Answer refused) {
    return Integer.parseInt(refused.header("Retry-After"));
  }

  @Test
  void healthIsNotRateLimited() {
    for (int i = 0; i < 100; i++) {
      service.http().get("/actuator/health/readiness").require(200);
    }
  }

  /// Each wait takes a thread for up to a minute, even if its client has left.
  @Test
  void waitsLeaveThreadsForOthers() {
    List<CompletableFuture<Answer>> waits = new ArrayList<>();
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 24; i++) {
        String key = i % 2 == 0 ? "k2" : "k3";
        waits.add(
            CompletableFuture.supplyAsync(() -> get(key, "/changes?after=end&wait=60"), clients));
      }
      await().until(() -> waits.stream().filter(CompletableFuture::isDone).count() == 20);
      service.http().get("/actuator/health/liveness").require(200);
      service
          .http()
          .send(
              "PUT",
              "/documents/awaited",
              Map.of("X-API-Key", "k6", "Content-Type", "application/json"),
              "{\"text\":\"a\"}")
          .require(201);
      for (CompletableFuture<Answer> wait : waits) {
        Answer answer = wait.join().require(200, 429, 503);
        assertThat(answer.header("Retry-After")).isEqualTo(answer.status() == 200 ? "" : "1");
      }
    }
    assertThat(waits).filteredOn(wait -> wait.join().status() == 200).hasSize(4);
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
      out.write(head("k3", "/fingerprint", "application/json", "Transfer-Encoding: chunked"));
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
        .endsWith("\"}");
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
