package io.neardup.web.limits;

import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.Scrape;
import io.neardup.web.Texts;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Requests end at their deadline, or when the client disconnects. The clock of deadlines is that
/// of the test.
@Timeout(300)
class DeadlineTests {

  /// So many documents that a scan checks its deadline.
  private static final int DOCUMENTS = 20_000;

  private static final String ANYWHERE =
      "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
  private static final String SCAN = "/duplicates?maxDistance=256&fingerprint=" + ANYWHERE;

  private static final LeapingClock CLOCK = new LeapingClock();
  private static FreshService fresh;
  private static RunningService service;

  @BeforeAll
  static void start() {
    fresh =
        FreshService.startWith(
            context -> {
              Deadlines deadlines = new Deadlines(Duration.ofSeconds(30), CLOCK);
              context.registerBean(
                  "deadlinesOfTheTest",
                  Deadlines.class,
                  () -> deadlines,
                  definition -> definition.setPrimary(true));
              context.registerBean(
                  "executorOfTheTest",
                  FairExecutor.class,
                  () -> new FairExecutor(1, deadlines, System::nanoTime, Duration.ofMillis(5)),
                  definition -> definition.setPrimary(true));
            },
            "--neardup.joins.at-once=1");
    service = fresh.http();
    service.put("/collections/narrow", "{\"profile\":\"paper-v1\"}");
    service.put("/collections/equal", "{}");
    store("default", 4);
    store("narrow", 1);
    StringBuilder equal = new StringBuilder();
    for (int i = 0; i < 3_000; i++) {
      equal.append(document("e" + i, ANYWHERE));
    }
    service.postLines("/documents?limit=0&collection=equal", equal.toString());
  }

  private static void store(String collection, int words) {
    SplittableRandom random = new SplittableRandom(5);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < DOCUMENTS; i++) {
      StringBuilder fingerprint = new StringBuilder();
      for (int word = 0; word < words; word++) {
        fingerprint.append("%016x".formatted(random.nextLong()));
      }
      lines.append(document("d" + i, fingerprint.toString()));
    }
    service.postLines("/documents?limit=0&collection=" + collection, lines.toString());
  }

  private static String document(String id, String fingerprint) {
    return "{\"id\":\"%s\",\"fingerprint\":\"%s\"}\n".formatted(id, fingerprint);
  }

  @AfterAll
  static void stop() {
    fresh.close();
  }

  @AfterEach
  void timeStandsStill() {
    CLOCK.stand();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        SCAN,
        "/duplicates?nearest=10000&fingerprint=" + ANYWHERE,
        "/duplicates?collection=narrow&maxDistance=64&fingerprint=0123456789abcdef",
        "/duplicates?collection=equal&limit=10000&fingerprint=" + ANYWHERE,
      })
  void lookupEndsAtTheDeadlineAndReleasesItsPermit(String lookup) {
    CLOCK.leapAfter(1);
    Answer stopped = service.get(lookup);
    assertBusy(stopped);
    assertThat(stopped.text("/detail"))
        .startsWith("lookup was stopped after neardup.limits.deadline, 30000 ms; request");
    CLOCK.stand();
    service.get(lookup).require(200);
    assertThat(scrape().sum("neardup_lookups_running")).isZero();
  }

  @Test
  void shortLookupIsAnsweredAfterTheDeadline() {
    CLOCK.leapAfter(1);
    service.get("/duplicates?id=d1&collection=narrow").require(200);
  }

  @Test
  void deadlineEndsOneLineOfAStreamAlone() {
    CLOCK.leapAfter(1);
    String query = "{\"fingerprint\":\"" + ANYWHERE + "\",\"maxDistance\":256}\n";
    String cheap = "{\"id\":\"d1\",\"collection\":\"narrow\"}\n";
    var lines = service.postLines("/duplicates", query + cheap).lines();
    assertThat(lines.get(0).at("/problem/type").asString()).endsWith(":busy");
    assertThat(lines.get(1).get("matches")).isEmpty();
  }

  @Test
  void aDocumentWhoseLookupIsStoppedIsNotStored() {
    String document = "{\"id\":\"late\",\"maxDistance\":256,\"fingerprint\":\"" + ANYWHERE + "\"}";
    String skip = "?onDuplicate=skip";
    CLOCK.leapAfter(1);
    assertBusy(service.post("/documents" + skip, document));
    CLOCK.leapAfter(1);
    assertBusy(service.put("/documents/late" + skip, document));
    CLOCK.leapAfter(1);
    assertBusy(withKey(document));
    CLOCK.leapAfter(1);
    JsonNode line = service.postLines("/documents" + skip, document + "\n").lines().getFirst();
    assertThat(line.at("/problem/status").asInt()).isEqualTo(503);
    assertThat(line.get("id").asString()).isEqualTo("late");
    service.get("/documents/late").require(404);
    CLOCK.stand();
    assertThat(withKey(document).status()).as("the idempotency key is released").isEqualTo(201);
    service.delete("/documents/late");
  }

  private static Answer withKey(String document) {
    return service.send(
        "POST",
        "/documents",
        Map.of("Content-Type", "application/json", "Idempotency-Key", "late"),
        document);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/pairs", "/groups", "/groups?by=star"})
  void joinEndsAtTheDeadlineAndReleasesItsPermit(String join) {
    CLOCK.leapAfter(1);
    Answer stopped = service.get(join);
    assertBusy(stopped);
    assertThat(stopped.text("/detail"))
        .startsWith("join was stopped after neardup.limits.deadline, 30000 ms; request applic");
    Answer stream = service.send("GET", join, Map.of("Accept", "application/x-ndjson"), "");
    assertThat(stream.status()).as("streams have no deadline").isEqualTo(200);
    CLOCK.stand();
    service.get(join).require(200);
  }

  /// Measures, the explanations of both sides, and their comparison.
  @Test
  void aComparisonEndsBetweenItsSteps() {
    String request =
        "{\"a\":{\"text\":\"%s\"},\"b\":{\"text\":\"%s\"},\"measures\":[\"cosine\"],\"explain\":true}"
            .formatted(Texts.of(1), Texts.of(2));
    for (int step = 1; step <= 4; step++) {
      CLOCK.leapAfter(step);
      assertBusy(service.post("/compare", request));
    }
    CLOCK.leapAfter(5);
    service.post("/compare", request).require(200);
  }

  @Test
  void anExplanationIsNotBegunAfterTheDeadline() {
    CLOCK.leapAfter(1);
    String text = "{\"text\":\"" + Texts.of(1) + "\"";
    assertBusy(service.post("/fingerprint", text + ",\"explain\":true}"));
    service.post("/fingerprint", text + "}").require(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"lookup", "body", "chunks", "join"})
  void workEndsWhenTheClientDisconnects(String kind) throws Exception {
    double before = busy();
    LeapingClock.Pause pause = new LeapingClock.Pause();
    CLOCK.leapAfter(1, Duration.ofSeconds(2), pause);
    try (Socket socket = service.connect()) {
      send(socket, request(kind));
      pause.begun().await();
    }
    if (kind.equals("join")) { // in a join, the paused thread is the one that checks the client
      pause.end().countDown();
    }
    await().until(() -> busy() != before);
    pause.end().countDown();
    CLOCK.stand();
    assertThat(service.get(SCAN).status()).as("its permit is released").isEqualTo(200);
    assertThat(service.get("/pairs").status()).as("and the permit of the join").isEqualTo(200);
  }

  /// A client that has sent its next request, or a part of it up to a complete line, counts as
  /// connected.
  @ParameterizedTest
  @ValueSource(strings = {"lookup", "body", "chunks", "join"})
  void pipelinedRequestsAreBothAnswered(String kind) throws Exception {
    double before = busy();
    for (String sooner : List.of("", "G", "GET /collections HTTP/1.1\r\n")) {
      try (Socket socket = service.connect()) {
        LeapingClock.Pause pause = new LeapingClock.Pause();
        CLOCK.leapAfter(1, Duration.ofSeconds(2), pause);
        send(socket, request(kind) + sooner);
        pause.begun().await();
        send(socket, head("GET /collections").substring(sooner.length()));
        await()
            .during(Duration.ofMillis(100)) // the client is checked every 5 ms
            .until(() -> busy() == before);
        pause.end().countDown();
        send(socket, "GET /no HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        String answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(answers.split("HTTP/1.1 200", -1)).as(answers).hasSize(3);
      }
    }
  }

  private static String request(String kind) {
    String body = "{\"maxDistance\":256,\"fingerprint\":\"" + ANYWHERE + "\"}";
    String post =
        "POST /duplicates HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    return switch (kind) {
      case "lookup" -> head("GET " + SCAN);
      case "join" -> head("GET /pairs");
      case "body" -> post + "Content-Length: " + body.length() + "\r\n\r\n" + body;
      default ->
          post
              + "Transfer-Encoding: chunked\r\n\r\n"
              + Integer.toHexString(body.length())
              + "\r\n"
              + body
              + "\r\n0\r\n\r\n";
    };
  }

  private static String head(String target) {
    return target + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  }

  private static void send(Socket socket, String bytes) throws IOException {
    socket.getOutputStream().write(bytes.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
  }

  private static double busy() {
    return scrape().sum("neardup_problems_total", "type=\"busy\"");
  }

  private static void assertBusy(Answer answer) {
    answer.require(503);
    assertThat(answer.header("Retry-After")).isEqualTo("1");
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    JsonNode problem = answer.json();
    assertThat(problem.get("type").asString()).isEqualTo("urn:neardup:problem:busy");
  }

  private static Scrape scrape() {
    return Scrape.of(service.get("/actuator/prometheus").body());
  }
}
