package io.neardup.web.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.HttpTest;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.web.Texts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// Requests are unambiguous: contradictory values and unsupported conditional headers are refused,
/// and the answer states what happened to the id.
@HttpTest
class OneAnswerTests {

  @Autowired private RunningService service;

  @BeforeEach
  void makeCollection() {
    service.put("/collections/once", "{}");
  }

  @AfterEach
  void dropCollection() {
    service.delete("/collections/once");
  }

  /// A call, a field that its body does not have, and where the call has it.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POST   | /duplicates     | collection  | POST /duplicates?collection=…",
        "POST   | /duplicates     | minPosition | POST /duplicates?minPosition=…",
        "POST   | /passages       | collection  | POST /passages?collection=…",
        "POST   | /documents      | collection  | POST /documents?collection=…",
        "PUT    | /documents/x    | collection  | PUT /documents/{id}?collection=…",
        "PUT    | /documents/x    | id          | PUT /documents/{id}",
        "PATCH  | /documents/x    | collection  | PATCH /documents/{id}?collection=…",
        "PATCH  | /documents      | filter      | PATCH /documents?filter=…",
        "NDJSON | /duplicates     | collection  | POST /duplicates?collection=…",
        "NDJSON | /duplicates     | maxDistance | POST /duplicates?maxDistance=…",
        "NDJSON | /duplicates     | filter      | POST /duplicates?filter=…",
        "NDJSON | /passages       | minShared   | POST /passages?minShared=…",
        "NDJSON | /documents      | collection  | POST /documents?collection=…",
        "NDJSON | /documents      | onDuplicate | POST /documents?onDuplicate=…",
        "NDJSON | /documents      | recall      | POST /documents?recall=…",
        "CSV    | /duplicates     | limit       | POST /duplicates?limit=…",
        "CSV    | /documents      | collection  | POST /documents?collection=…",
      })
  void whatStandsInTheAddressIsRefusedInABody(
      String method, String path, String field, String place) {
    String body = "{\"text\":\"a\",\"" + field + "\":\"x\"}";
    Answer answer =
        switch (method) {
          case "NDJSON" -> service.postLines(path, body);
          case "CSV" ->
              service.send(
                  "POST", path, Map.of("Content-Type", "text/csv"), "text," + field + "\na,x\n");
          default ->
              service.send(
                  method,
                  path,
                  Map.of("Content-Type", RunningService.JSON),
                  method.equals("PATCH") ? body.replace("\"text\":\"a\",", "") : body);
        };
    JsonNode problem =
        method.equals("NDJSON") ? answer.lines().getFirst().get("problem") : answer.json();
    assertThat(problem.get("status").asInt()).isEqualTo(400);
    assertThat(problem.at("/errors/0/field").asString()).isEqualTo(field);
    assertThat(problem.get("detail").asString())
        .startsWith(field + " belongs in the address: " + place);
    service.get("/documents/x").require(404);
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /duplicates?maxDistance=3",
    "POST, /duplicates?filter=a:b",
    "POST, /passages?minShared=9",
    "POST, /documents?onDuplicate=skip",
    "POST, /documents?limit=0",
    "PUT, /documents/x?ttlSeconds=60",
    "PATCH, /documents/x?enabled=false"
  })
  void whatStandsInTheBodyIsRefusedInAnAddress(String method, String target) {
    String field = target.substring(target.indexOf('?') + 1, target.indexOf('='));
    service
        .send(method, target, Map.of("Content-Type", RunningService.JSON), "{\"text\":\"a\"}")
        .requireProblem(400, field, field + " belongs in the body: {\"" + field + "\": …}");
    service.get("/documents/x").require(404);
  }

  @Test
  void postingCanDependOnTheDocument() {
    Answer first = post(Map.of("If-None-Match", "*"), "a", 1);
    first.require(201);
    post(Map.of("If-None-Match", "*"), "a", 2).require(412);
    post(Map.of("If-Match", "\"other\""), "a", 2).require(412);
    post(Map.of("If-Match", first.header("ETag")), "a", 2).require(200);
    post(Map.of("If-Match", "*"), "b", 2).require(412);
    assertThat(version("a")).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PUT | /documents/a | Idempotency-Key",
        "PUT | /documents/a | If-Unmodified-Since",
        "POST | /documents | If-Unmodified-Since",
        "NDJSON | /documents | If-Match",
        "NDJSON | /documents | If-None-Match",
        "POST | /documents | Idempotency-Key",
        "NDJSON | /documents | Idempotency-Key",
        "PATCH | /documents/a | If-None-Match",
        "PATCH | /documents/a | Idempotency-Key",
        "DELETE | /documents/a | If-None-Match",
        "PATCH | /documents?filter=a:b | If-Match",
        "DELETE | /documents?filter=a:b | If-Match",
        "DELETE | /documents?filter=a:b | Idempotency-Key",
        "PUT | /collections/once | If-Match",
        "PUT | /collections/once | If-None-Match",
        "PATCH | /collections/once | If-Match",
        "DELETE | /collections/once | If-Match",
        "POST | /duplicates | Idempotency-Key",
        "POST | /admin/backups | Idempotency-Key",
        "GET | /documents/a | If-Match",
      })
  void unsupportedPreconditionHeadersAreRefused(String method, String target, String header) {
    boolean isStream = method.equals("NDJSON");
    String type = isStream ? RunningService.NDJSON : RunningService.JSON;
    boolean hasBody = !List.of("GET", "DELETE").contains(method);
    Answer refused =
        service.send(
            isStream ? "POST" : method,
            target,
            Map.of("Content-Type", type, header, header.equals("If-Match") ? "*" : "\"a\""),
            hasBody ? "{\"id\":\"a\",\"text\":\"a\"}" : "");
    refused.requireProblem(400, header);
  }

  @ParameterizedTest
  @ValueSource(strings = {"If-None-Match", "If-Modified-Since"})
  void conditionalReadsAreAnswered(String header) {
    Answer answer = service.send("GET", "/collections", Map.of(header, "\"a\""), "");
    answer.require(200);
  }

  @Test
  void newIdIsAddedEvenIfItReplacesOthers() {
    post(Map.of(), "old", 1);
    Answer put =
        service.put(
            "/documents/new?collection=once",
            "{\"onDuplicate\":\"replace\",\"text\":\"" + Texts.of(1) + "\"}");
    put.require(201);
    assertThat(put.header("Location")).isEqualTo("/documents/new?collection=once");
    assertThat(put.text("/outcome")).isEqualTo("added");
    assertThat(put.text("/removed/0")).isEqualTo("old");
    Answer posted =
        service.post(
            "/documents?collection=once",
            "{\"onDuplicate\":\"replace\",\"id\":\"newer\",\"text\":\"" + Texts.of(1) + "\"}");
    posted.require(201);
    assertThat(posted.header("Location")).isEqualTo("/documents/newer?collection=once");
    post(Map.of(), "other", 1);
    Answer again =
        service.put(
            "/documents/newer?collection=once",
            "{\"onDuplicate\":\"replace\",\"text\":\"" + Texts.of(1) + "\"}");
    again.require(200);
    assertThat(again.text("/outcome")).isEqualTo("replaced");
    assertThat(again.text("/removed/0")).isEqualTo("other");
  }

  @ParameterizedTest
  @ValueSource(strings = {RunningService.JSON, "application/x-ndjson"})
  void refusalOfAnIdempotencyKeyNamesTheWayToRepeatAWrite(String type) {
    service
        .send(
            "POST",
            "/documents?collection=once",
            Map.of("Content-Type", type, "Idempotency-Key", "k-1"),
            "{\"text\":\"a\"}")
        .requireProblem(
            "400 invalid-request", "Idempotency-Key", "PUT /documents/{id}", "If-None-Match: *");
  }

  @Test
  void patchChangesPartOfACollection() {
    service.put("/collections/once", "{\"storeText\":true,\"maxDistance\":5,\"ttlSeconds\":60}");
    JsonNode changed = patch("{\"maxDistance\":7}").json();
    assertThat(changed.get("storeText").asBoolean()).isTrue();
    assertThat(changed.get("maxDistance").asInt()).isEqualTo(7);
    assertThat(changed.get("ttlSeconds").asInt()).isEqualTo(60);
    assertThat(patch("{\"storeText\":false}").number("/maxDistance")).isEqualTo(7);
    JsonNode taken = patch("{\"maxDistance\":null,\"ttlSeconds\":null}").json();
    assertThat(taken.has("ttlSeconds")).isFalse();
    assertThat(taken.get("maxDistance").asInt()).isGreaterThan(7);
    assertThat(service.get("/collections/once").json()).isEqualTo(taken);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | 400 | body",
        "{\"maxDistance\":\"7\"} | 400 | maxDistance",
        "{\"maxDistance\":7.5} | 400 | maxDistance",
        "{\"maxDistance\":99999} | 400 | maxDistance",
        "{\"ttlSeconds\":0} | 400 | ttlSeconds",
        "{\"storeText\":\"yes\"} | 400 | storeText",
        "{\"profile\":\"none\"} | 400 | profile",
        "{\"name\":\"other\"} | 400 | name",
      })
  void invalidPatchesAreRefused(String body, int status, String field) {
    JsonNode before = service.get("/collections/once").json();
    Answer refused = patch(body);
    assertThat(refused.status()).as(refused.body()).isEqualTo(status);
    assertThat(refused.text("/errors/0/field")).isEqualTo(field);
    assertThat(service.get("/collections/once").json()).isEqualTo(before);
  }

  @Test
  void patchOfMissingCollectionsIsRefused() {
    service.patch("/collections/nobody", "{\"storeText\":true}").require(404);
    service.get("/collections/nobody").require(404);
  }

  @Test
  void weakTagsMatchNothingInIfMatch() {
    String tag = post(Map.of(), "w", 31).header("ETag");
    String target = "/documents/w?collection=once";
    Map<String, String> bodies =
        Map.of("PUT", "{\"text\":\"weak\"}", "PATCH", "{\"allowed\":true}", "DELETE", "");
    for (String weak : List.of("W/" + tag, "\"x\", W/" + tag)) {
      Map<String, String> headers = Map.of("If-Match", weak, "Content-Type", RunningService.JSON);
      bodies.forEach((method, body) -> {
        Answer refused = service.send(method, target, headers, body);
        assertThat(refused.status()).as(method).isEqualTo(412);
        assertThat(refused.text("/detail"))
            .endsWith("the tag " + tag + "; send that tag; weak tags (W/) match nothing");
      });
      post(Map.of("If-Match", weak), "w", 32).require(412);
    }
    assertThat(version("w")).isEqualTo(1);
    Map<String, String> weakly = Map.of("If-None-Match", "W/" + tag);
    service.send("GET", target, weakly, "").require(304);
    service.send("DELETE", target, Map.of("If-Match", "W/\"x\", " + tag), "").require(204);
  }

  private Answer patch(String body) {
    return service.patch("/collections/once", body);
  }

  private Answer post(Map<String, String> headers, String id, int text) {
    Map<String, String> all = new HashMap<>(headers);
    all.put("Content-Type", RunningService.JSON);
    return service.send(
        "POST",
        "/documents?collection=once",
        all,
        "{\"id\":\"" + id + "\",\"text\":\"" + Texts.of(text) + "\"}");
  }

  private int version(String id) {
    return service.get("/documents/" + id + "?collection=once").number("/version");
  }
}
