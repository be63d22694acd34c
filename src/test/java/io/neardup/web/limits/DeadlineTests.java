package io.neardup.web.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.Scrape;
import io.neardup.web.Texts;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Requests end at their deadline. The clock of deadlines is that of the test.
class DeadlineTests {

  /// So many documents that a scan checks its deadline.
  private static final int DOCUMENTS = 20_000;

  private static final String ANYWHERE =
      "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
  private static final String SCAN = "/duplicates?maxDistance=256&fingerprint=" + ANYWHERE;

  private static final LeapingClock CLOCK = new LeapingClock();
  @AutoClose private static FreshService fresh;
  private static RunningService service;

  @BeforeAll
  static void start() {
    fresh =
        FreshService.startWith(context -> {
          Deadline.Limit deadlines = new Deadline.Limit(Duration.ofSeconds(30), CLOCK);
          context.registerBean(
              "deadlinesOfTheTest",
              Deadline.Limit.class,
              () -> deadlines,
              definition -> definition.setPrimary(true));
          context.registerBean(
              "executorOfTheTest",
              FairExecutor.class,
              () -> new FairExecutor(1, deadlines, System::nanoTime),
              definition -> definition.setPrimary(true));
        });
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
    String line = "{\"fingerprint\":\"%s\"}\n";
    String body = line.formatted(ANYWHERE) + line.formatted("f".repeat(64));
    var lines = service.postLines("/duplicates?collection=equal&limit=10000", body).lines();
    assertThat(lines.get(0).at("/problem/type").asString()).endsWith(":busy");
    assertThat(lines.get(1).get("matches")).isEmpty();
  }

  @Test
  void aDocumentWhoseLookupIsStoppedIsNotStored() {
    String fields = "\"fingerprint\":\"" + ANYWHERE + "\"";
    String skip = "{\"onDuplicate\":\"skip\",\"maxDistance\":256," + fields;
    String document = skip + ",\"id\":\"late\"}";
    CLOCK.leapAfter(1);
    assertBusy(service.post("/documents", document));
    CLOCK.leapAfter(1);
    assertBusy(service.put("/documents/late", skip + "}"));
    CLOCK.leapAfter(1);
    assertBusy(service.post("/documents", document));
    CLOCK.leapAfter(1);
    JsonNode line =
        service
            .postLines(
                "/documents?onDuplicate=skip&maxDistance=256", "{\"id\":\"late\"," + fields + "}\n")
            .lines()
            .getFirst();
    assertThat(line.at("/problem/status").asInt()).isEqualTo(503);
    assertThat(line.get("id").asString()).isEqualTo("late");
    service.get("/documents/late").require(404);
    CLOCK.stand();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/pairs", "/groups", "/groups?by=star"})
  void joinEndsAtTheDeadlineAndReleasesItsPermit(String join) {
    CLOCK.leapAfter(1);
    Answer stopped = service.get(join);
    assertBusy(stopped);
    assertThat(stopped.text("/detail"))
        .startsWith("join was stopped after neardup.limits.deadline, 30000 ms; request a")
        .contains("POST /collections/{name}/jobs");
    CLOCK.stand();
    service.get(join).require(200);
  }

  /// Measures, the explanations of both sides, and their comparison.
  @Test
  void aComparisonEndsBetweenItsSteps() {
    String request =
        "{\"a\":{\"text\":\"%s\"},\"b\":{\"text\":\"%s\"},\"measures\":[\"cosine\"],\"explain\":true}"
            .formatted(Texts.of(1), Texts.of(2));
    int steps = 0;
    CLOCK.leapAfter(1);
    for (Answer answer = service.post("/compare", request);
        answer.status() != 200;
        answer = service.post("/compare", request)) {
      assertBusy(answer);
      CLOCK.leapAfter(++steps + 1);
    }
    assertThat(steps).isBetween(4, 100);
  }

  @Test
  void anExplanationIsNotBegunAfterTheDeadline() {
    CLOCK.leapAfter(1);
    String text = "{\"text\":\"" + Texts.of(1) + "\"";
    assertBusy(service.post("/fingerprint", text + ",\"explain\":true}"));
    service.post("/fingerprint", text + "}").require(200);
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
