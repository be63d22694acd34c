package io.neardup.web.document;

import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.HttpTest;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.web.Texts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// Properties of documents besides their text: preconditions on their version, expiry, and
/// verdicts.
@HttpTest
class DocumentLifeTests {

  private static final String JSON = RunningService.JSON;

  @Autowired private RunningService service;

  @BeforeEach
  void makeCollection() {
    service.put("/collections/life", "{\"storeText\":true}");
  }

  @AfterEach
  void dropCollection() {
    service.delete("/collections/life");
  }

  @Test
  void etagChangesWithEachVersion() {
    Answer first = put("a", 1, Map.of());
    Answer second = put("a", 2, Map.of());
    assertThat(first.header("ETag")).matches("\"\\d+-\\d+-\\w+\"");
    assertThat(second.header("ETag")).isNotEqualTo(first.header("ETag"));
    assertThat(get("a").header("ETag")).isEqualTo(second.header("ETag"));
    Answer same = send("GET", "a", Map.of("If-None-Match", second.header("ETag")), "");
    same.require(304);
    assertThat(same.body()).isEmpty();
    send("GET", "a", Map.of("If-None-Match", "W/" + second.header("ETag")), "").require(304);
    send("GET", "a", Map.of("If-None-Match", first.header("ETag")), "").require(200);
  }

  @Test
  void writesCanDependOnTheEtag() {
    String tag = put("a", 1, Map.of()).header("ETag");
    put("a", 2, Map.of("If-None-Match", "*")).require(412);
    put("b", 2, Map.of("If-None-Match", "*")).require(201);
    put("c", 2, Map.of("If-Match", "*")).require(412);
    put("a", 2, Map.of("If-Match", "\"other\"")).require(412);
    put("a", 2, Map.of("If-Match", "\"other\", " + tag)).require(200);
    Answer late = put("a", 3, Map.of("If-Match", tag));
    late.requireProblem("412 precondition-failed", null);
    send("DELETE", "a", Map.of("If-Match", tag), "").require(412);
    send("PATCH", "a", Map.of("If-Match", tag, "Content-Type", JSON), "{\"enabled\":false}")
        .require(412);
    String now = get("a").header("ETag");
    send("DELETE", "a", Map.of("If-Match", now), "").require(204);
    assertThat(put("a", 1, Map.of("If-Match", now)).status()).as("deleted").isEqualTo(412);
    put("a", 1, Map.of("If-Match", "no tag")).require(400);
  }

  @Test
  void oneOfManyConcurrentWritesWithTheSameEtagSucceeds() throws Exception {
    String tag = put("a", 1, Map.of()).header("ETag");
    assertThat(statuses(text -> put("a", text, Map.of("If-Match", tag))))
        .containsOnlyOnce(200)
        .containsOnly(200, 412);
    assertThat(get("a").number("/version")).isEqualTo(2);
  }

  /// The statuses of writes that are sent at the same time.
  private static List<Integer> statuses(IntFunction<Answer> write) throws Exception {
    List<Callable<Integer>> writers = new ArrayList<>();
    for (int i = 0; i < 32; i++) {
      int text = i;
      writers.add(() -> write.apply(text).status());
    }
    List<Integer> statuses = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
      for (Future<Integer> status : threads.invokeAll(writers)) {
        statuses.add(status.get());
      }
    }
    return statuses;
  }

  @Test
  void expiredDocumentsAreDeleted() {
    Instant tomorrow = Instant.now().plus(Duration.ofDays(1));
    service.put(
        "/documents/soon?collection=life",
        "{\"text\":\"%s\",\"expiresAt\":\"%s\"}".formatted(Texts.of(1), tomorrow));
    service.put(
        "/documents/later?collection=life",
        "{\"text\":\"%s\",\"ttlSeconds\":3600}".formatted(Texts.of(1)));
    assertThat(get("soon").text("/expiresAt")).startsWith(tomorrow.toString().substring(0, 19));
    assertThat(matches(1)).containsExactly("later", "soon");
    Answer accepted = // not if the time has passed when the request arrives
        await()
            .until(
                () ->
                    patch("soon", "{\"expiresAt\":\"%s\"}".formatted(Instant.now().plusSeconds(1))),
                answer -> answer.status() == 200);
    Instant soon = Instant.parse(accepted.text("/expiresAt"));
    await().until(() -> get("soon").status() == 404);
    assertThat(Instant.now()).isAfter(soon);
    assertThat(matches(1)).containsExactly("later");
    assertThat(listed()).containsExactly("later");
    assertThat(put("soon", 1, Map.of()).number("/version")).isEqualTo(1);
    await().until(() -> documents() == 2); // the expired one is deleted, possibly after the put
    assertThat(get("soon").json().has("expiresAt")).isFalse();
  }

  @Test
  void documentsExpireByTheTtlOfTheirCollection() {
    service.put("/collections/life", "{\"ttlSeconds\":1}");
    put("short", 1, Map.of());
    await().until(() -> documents() == 0);
    get("short").require(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"tomorrow\"",
        "\"\"",
        "\"2001-01-01T00:00:00Z\"",
        "\"2099-01-01\"",
        "\"2099-01-01T00:00Z\"",
        "\"2099-01-01T00:00:00\"",
        "\"2099-02-30T00:00:00Z\"",
        "\"2099-01-01T25:00:00Z\"",
        "\"9999-12-31T23:59:59-01:00\"",
        "\"300000000-01-01T00:00:00Z\"",
        "\"+300000000-01-01T00:00:00Z\"",
        "1893456000",
        "1893456000000",
        "1e308",
        "true",
        "{}",
        "[2099,1,1]"
      })
  void refusesInvalidExpiryTimes(String expiresAt) {
    put("there", 1, Map.of());
    String field = "\"expiresAt\":" + expiresAt;
    String document = "{\"id\":\"x\",\"text\":\"a\"," + field + "}";
    for (Answer refused :
        List.of(
            service.put("/documents/x?collection=life", "{\"text\":\"a\"," + field + "}"),
            service.post("/documents?collection=life", document),
            patch("there", "{" + field + "}"),
            service.patch("/documents?collection=life&filter=a:b", "{" + field + "}"))) {
      refused.requireProblem(400, "expiresAt");
      assertThat(refused.text("/detail")).containsAnyOf("RFC 3339", "year 9999");
    }
    JsonNode line = service.postLines("/documents?collection=life", document).lines().getFirst();
    assertThat(line.at("/problem/errors/0/field").asString()).isEqualTo("expiresAt");
    assertThat(listed()).containsExactly("there");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2099-12-31T23:59:59Z",
        "2099-12-31t23:59:59.123z",
        "2099-12-31T23:59:59.5+02:00",
        "9999-12-31T23:59:59.999Z"
      })
  void acceptsExpiryTimesInEveryFormOfRfc3339(String expiresAt) {
    Instant requested = java.time.OffsetDateTime.parse(expiresAt.toUpperCase()).toInstant();
    String field = "\"expiresAt\":\"" + expiresAt + "\"";
    String document = "{\"id\":\"%s\",\"text\":\"a\"," + field + "}";
    put("patched", 1, Map.of());
    patch("patched", "{" + field + "}");
    service.put("/documents/put?collection=life", "{\"text\":\"a\"," + field + "}");
    service.post("/documents?collection=life", document.formatted("posted"));
    service.postLines("/documents?collection=life", document.formatted("line"));
    for (String id : List.of("put", "posted", "line", "patched")) {
      assertThat(Instant.parse(get(id).text("/expiresAt"))).isEqualTo(requested);
      patch(id, "{\"expiresAt\":null}").require(200);
      assertThat(get(id).json().has("expiresAt")).as("expiry removed").isFalse();
    }
  }

  @Test
  void nullExpiryOverridesTheTtlOfTheCollection() {
    service.put("/collections/life", "{\"ttlSeconds\":3600}");
    String document = "{\"id\":\"%s\",\"text\":\"a\"%s}";
    service.post("/documents?collection=life", document.formatted("usual", ""));
    service.post("/documents?collection=life", document.formatted("kept", ",\"expiresAt\":null"));
    service.postLines(
        "/documents?collection=life", document.formatted("line", ",\"expiresAt\":null"));
    assertThat(get("usual").json().has("expiresAt")).isTrue();
    assertThat(get("kept").json().has("expiresAt")).isFalse();
    assertThat(get("line").json().has("expiresAt")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "1.5", "1e19", "10000000000000000000", "3153600001", "\"1\""})
  void refusesTtlOutsideTheRange(String seconds) {
    String field = "\"ttlSeconds\":" + seconds + "}";
    for (Answer refused :
        List.of(
            service.put("/documents/x?collection=life", "{\"text\":\"a\"," + field),
            service.put("/collections/life", "{" + field))) {
      refused.require(400);
      assertThat(refused.text("/detail"))
          .startsWith("ttlSeconds must be a whole number, 1 to 3153600000, was ");
    }
  }

  @Test
  void refusesTtlTogetherWithExpiryTime() {
    for (String end : List.of("null", "\"2099-01-01T00:00:00Z\"")) {
      Answer refused =
          service.put(
              "/documents/x?collection=life",
              "{\"text\":\"a\",\"ttlSeconds\":1,\"expiresAt\":" + end + "}");
      refused.require(400);
    }
  }

  @Test
  void everyWriteReturnsItsPosition() {
    List<String> positions = new ArrayList<>();
    positions.add(put("a", 1, Map.of()).text("/position"));
    positions.add(put("a", 2, Map.of()).text("/position"));
    Map<String, String> json = Map.of("Content-Type", JSON);
    Answer patched = send("PATCH", "a", json, "{\"allowed\":true}");
    assertThat(patched.header("ETag")).isEqualTo(get("a").header("ETag"));
    positions.add(patched.header("Neardup-Position"));
    positions.add(send("DELETE", "a", Map.of(), "").header("Neardup-Position"));
    assertThat(positions).allMatch(position -> position.matches("[0-9]+-[0-9]+"));
    List<Integer> offsets =
        positions.stream().map(each -> Integer.valueOf(each.split("-")[1])).toList();
    assertThat(offsets).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void lookupsCanRequireAPosition() {
    String position = put("a", 1, Map.of()).text("/position");
    String lookup = "/duplicates?collection=life&id=a&minPosition=";
    assertThat(service.get(lookup + position).status()).isEqualTo(200);
    String[] parts = position.split("-");
    Answer early = service.get(lookup + parts[0] + "-" + (Long.parseLong(parts[1]) + 1_000_000));
    early.requireProblem(400, "minPosition", "is beyond the end of partition");
    service.get(lookup + "200-1").requireProblem(400, "minPosition", "is of partition 200");
    assertThat(service.get(lookup + "yesterday").status()).isEqualTo(400);
    String stream = "/duplicates?collection=life&minPosition=";
    Answer lines = service.postLines(stream + position, "{\"id\":\"a\"}\n");
    assertThat(lines.lines().getFirst().has("matches")).isTrue();
    service.postLines(stream + "0-999999999", "{\"id\":\"a\"}\n").require(400);
  }

  @Test
  void limitOfZeroSkipsTheLookup() {
    put("a", 1, Map.of());
    JsonNode added = service.post("/documents?collection=life", text(1, "\"limit\":0")).json();
    assertThat(added.get("outcome").asString()).isEqualTo("added");
    assertThat(added.get("plan").asString()).isEqualTo("none");
    assertThat(added.get("exact").asBoolean()).isFalse();
    assertThat(added.get("matches")).isEmpty();
    List<JsonNode> lines =
        service
            .postLines("/documents?collection=life&limit=0", text(1, "\"id\":\"b\"") + "\n")
            .lines();
    assertThat(lines.getFirst().get("plan").asString()).isEqualTo("none");
    JsonNode skipped =
        service
            .post("/documents?collection=life", text(1, "\"limit\":0,\"onDuplicate\":\"skip\""))
            .json();
    assertThat(skipped.get("outcome").asString())
        .as("decided, although the answer has no lookup")
        .isEqualTo("skipped");
    assertThat(skipped.get("matches")).isEmpty();
    assertThat(skipped.get("truncated").asBoolean()).isTrue();
    JsonNode replaced =
        service
            .post("/documents?collection=life", text(1, "\"limit\":0,\"onDuplicate\":\"replace\""))
            .json();
    assertThat(replaced.get("removed")).hasSize(3);
    service.get("/duplicates?collection=life&text=a&limit=0").require(400);
  }

  private static String text(int number, @Nullable String field) {
    String more = field == null ? "" : "," + field;
    return "{\"text\":\"" + Texts.of(number) + "\"" + more + "}";
  }

  @ParameterizedTest
  @ValueSource(strings = {"add", "skip"})
  void repeatedRequestsUnderOneIdAreExecutedOnce(String onDuplicate) throws Exception {
    String body = "{\"text\":\"%s\",\"onDuplicate\":\"%s\"}".formatted(Texts.of(1), onDuplicate);
    Map<String, String> once = Map.of("Content-Type", JSON, "If-None-Match", "*");
    assertThat(statuses(_ -> send("PUT", "a", once, body)))
        .containsOnlyOnce(201)
        .containsOnly(201, 412);
    assertThat(get("a").number("/version")).isEqualTo(1);
  }

  private Answer put(String id, int text, Map<String, String> headers) {
    Map<String, String> all = new java.util.HashMap<>(headers);
    all.put("Content-Type", JSON);
    return send("PUT", id, all, "{\"text\":\"" + Texts.of(text) + "\"}");
  }

  private Answer patch(String id, String body) {
    return send("PATCH", id, Map.of("Content-Type", JSON), body);
  }

  private Answer get(String id) {
    return send("GET", id, Map.of(), "");
  }

  private Answer send(String method, String id, Map<String, String> headers, String body) {
    return service.send(method, "/documents/" + id + "?collection=life", headers, body);
  }

  private List<String> matches(int text) {
    return ids(
        service
            .post("/duplicates?collection=life", "{\"text\":\"" + Texts.of(text) + "\"}")
            .json()
            .get("matches"));
  }

  private List<String> listed() {
    return ids(service.get("/documents?collection=life").json().get("documents"));
  }

  private static List<String> ids(JsonNode documents) {
    return documents.valueStream().map(document -> document.get("id").asString()).toList();
  }

  private int documents() {
    return service.get("/collections/life").number("/documents");
  }
}
