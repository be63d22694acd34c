package io.neardup.web.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Eventually;
import io.neardup.RunningService.Answer;
import io.neardup.web.Texts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// A clean-up is undone in one call, unless documents were changed since.
class JobUndoTests extends JobTest {

  private final TreeMap<String, Long> stored = new TreeMap<>();

  @Test
  void disabledDocumentsNameTheirJobAndAreEnabledAgain() {
    jobs.storeClusters("own", stored, 100, 4);
    String before = service.get("/changes?after=end").lines().getLast().get("cursor").asString();
    String clean = jobs.start("own", "{\"kind\":\"dedupe\",\"maxDistance\":5,\"dryRun\":false}");
    jobs.done(clean);
    List<String> disabled =
        jobs.lines(clean).stream().map(each -> each.get("id").asString()).toList();
    assertThat(disabled).hasSizeGreaterThan(20);
    apply(clean).requireProblem("409 conflict", "id", "no dry run");
    for (String id : disabled) {
      assertThat(document(id).get("disabledBy").asString()).isEqualTo(clean);
    }
    assertThat(
            service.get("/changes?limit=1000&after=" + before).lines().stream()
                .filter(line -> line.at("/document/disabledBy").asString("").equals(clean)))
        .hasSize(disabled.size());

    String patched = disabled.get(0);
    service.patch(at(patched), "{\"metadata\":{\"seen\":1}}").require(200);
    String deleted = disabled.get(1);
    service.delete(at(deleted)).require(204);
    String replaced = disabled.get(2);
    service
        .put(at(replaced), "{\"fingerprint\":\"%016x\"}".formatted(stored.get(replaced)))
        .require(200);
    String byHand = disabled.get(3);
    service.patch(at(byHand), "{\"enabled\":true}").require(200);
    String changed = disabled.get(4);
    service.patch(at(changed), "{\"enabled\":true,\"metadata\":{\"seen\":2}}").require(200);

    String undo = undo(clean).require(202).text("/id");
    JsonNode undone = jobs.done(undo);
    assertThat(undone.at("/request/kind").asString()).isEqualTo("undo");
    assertThat(undone.at("/request/of").asString()).isEqualTo(clean);
    assertThat(undone.get("counts"))
        .hasToString("{\"changed\":0,\"restored\":%d}".formatted(disabled.size() - 4));
    assertThat(undone.get("total").asInt()).as("applied").isEqualTo(disabled.size());
    assertThat(jobs.lines(undo)).hasSize(disabled.size() - 4);
    for (String id : disabled.subList(3, disabled.size())) {
      assertThat(document(id).has("enabled")).as(id).isFalse();
      assertThat(document(id).has("disabledBy")).as(id).isFalse();
    }
    assertThat(document(patched).has("enabled")).as("metadata are no verdict").isFalse();
    assertThat(document(patched).at("/metadata/seen").asInt()).isEqualTo(1);
    assertThat(document(replaced).get("enabled").asBoolean()).isFalse();
    assertThat(document(replaced).has("disabledBy")).isFalse();

    restart(undo).require(202);
    assertThat(jobs.done(undo).at("/counts/restored").asInt()).isZero();
    assertThat(jobs.run("own", "{\"kind\":\"pairs\",\"maxDistance\":5}")).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"disable", "remove"})
  void aDroppedVerdictStaysDropped(String action) {
    service.put(at("a"), "{\"fingerprint\":\"000000000000ff00\"}").require(201);
    service.put(at("b"), "{\"fingerprint\":\"00000000000000ff\"}").require(201);
    service.patch(at("b"), "{\"enabled\":false}").require(200);
    service.put(at("b"), "{\"fingerprint\":\"000000000000ff00\"}").require(200);
    assertThat(document("b").get("verdictDropped").asBoolean()).isTrue();
    String clean =
        jobs.start(
            "own", "{\"kind\":\"dedupe\",\"dryRun\":false,\"action\":\"%s\"}".formatted(action));
    assertThat(jobs.done(clean).at("/counts/applied").asInt()).isEqualTo(1);
    if (action.equals("disable")) {
      assertThat(document("b").get("enabled").asBoolean()).isFalse();
      assertThat(document("b").get("verdictDropped").asBoolean()).isTrue();
    }
    jobs.done(undo(clean).require(202).text("/id"));
    assertThat(document("b").has("enabled")).isFalse();
    assertThat(document("b").get("verdictDropped").asBoolean()).isTrue();
    service.patch(at("b"), "{\"enabled\":true}").require(200);
    assertThat(document("b").has("verdictDropped")).as("judged").isFalse();
  }

  @Test
  void removedDocumentsAreDisabledUntilTheyExpire() {
    Map<String, JsonNode> before = storeNearTexts();
    String dryRun =
        jobs.start("own", "{\"kind\":\"dedupe\",\"maxDistance\":16,\"action\":\"remove\"}");
    jobs.done(dryRun);
    undo(dryRun).requireProblem("409 conflict", "id", "names no clean-up");
    Instant begin = Instant.now();
    String clean =
        service.send("POST", "/jobs/" + dryRun + "/apply", Map.of(), "").require(202).text("/id");
    int applied = jobs.done(clean).at("/counts/applied").asInt();
    List<String> removed =
        jobs.lines(clean).stream().map(each -> each.get("id").asString()).toList();
    assertThat(removed).hasSize(applied).hasSizeGreaterThanOrEqualTo(3);
    for (String id : removed) {
      JsonNode document = document(id);
      assertThat(document.get("disabledBy").asString()).isEqualTo(clean);
      assertThat(Instant.parse(document.get("expiresAt").asString()))
          .isBetween(
              begin.plus(Duration.ofDays(7)).minusMillis(1),
              Instant.now().plus(Duration.ofDays(7)));
      assertThat(
              service.get("/duplicates?collection=own&id=" + id).require(200).json().get("matches"))
          .as("lookups")
          .noneMatch(match -> removed.contains(match.get("id").asString()));
    }
    String changed = removed.getFirst();
    service.put(at(changed), "{\"text\":\"another text\"}").require(200);
    assertThat(document(changed).has("enabled")).isFalse();
    assertThat(document(changed).has("expiresAt")).isFalse();

    assertThat(jobs.done(undo(clean).require(202).text("/id")).at("/counts/restored").asInt())
        .isEqualTo(applied - 1);
    before.forEach((id, document) -> {
      JsonNode now = document(id);
      for (String field :
          List.of(
              "fingerprint", "features", "text", "metadata", "enabled", "expiresAt", "createdAt")) {
        if (!changed.equals(id)) {
          assertThat(now.get(field)).as(id + " " + field).isEqualTo(document.get(field));
        }
      }
    });
  }

  private static Map<String, JsonNode> storeNearTexts() {
    String text = Texts.of(80);
    for (int i = 0; i < 6; i++) {
      String body =
          "{\"text\":\"%s\",\"metadata\":{\"n\":%d},\"expiresAt\":\"2100-01-01T00:00:00Z\"}"
              .formatted(text + " end" + i, i);
      service.put(at("t-" + i), body).require(201);
    }
    service.put(at("f-1"), "{\"fingerprint\":\"00000000000000ff\"}").require(201);
    service.put(at("f-2"), "{\"fingerprint\":\"00000000000000ff\"}").require(201);
    Map<String, JsonNode> stored = new TreeMap<>();
    jobs.documents("own").forEach(id -> stored.put(id, document(id)));
    return stored;
  }

  @Test
  void documentsThatAreRemovedAtOnceAreGone() {
    jobs.storeClusters("own", stored, 30, 4);
    String request = "{\"kind\":\"dedupe\",\"action\":\"remove\",\"removeAfterSeconds\":0%s}";
    String dryRun = jobs.start("own", request.formatted(""));
    jobs.done(dryRun);
    String applied = apply(dryRun).require(202).text("/id");
    int gone = jobs.done(applied).at("/counts/applied").asInt();
    assertThat(gone).isPositive();
    assertThat(jobs.documents("own")).hasSize(30 - gone);
    undo(applied).requireProblem("409 conflict", "id", "removed documents at once");
    String clean = jobs.start("own", request.formatted(",\"dryRun\":false"));
    jobs.done(clean);
    undo(clean).requireProblem("409 conflict", "id", "removed documents at once");
  }

  @Test
  void removedDocumentsAreDeletedWhenTheirTimeIsOver() {
    jobs.storeClusters("own", stored, 30, 4);
    String clean =
        jobs.start(
            "own",
            "{\"kind\":\"dedupe\",\"action\":\"remove\",\"removeAfterSeconds\":1,\"dryRun\":false}");
    int applied = jobs.done(clean).at("/counts/applied").asInt();
    assertThat(applied).isPositive();
    Eventually.await().until(() -> jobs.documents("own").size() == 30 - applied);
    assertThat(jobs.done(undo(clean).require(202).text("/id")).at("/counts/restored").asInt())
        .isZero();
  }

  /// Lines of an export keep which job has removed a document, and when it expires without that.
  @Test
  void removedDocumentsAreUndoneWhereTheyWereMovedTo() {
    Map<String, JsonNode> before = storeNearTexts();
    String clean =
        jobs.start(
            "own",
            "{\"kind\":\"dedupe\",\"maxDistance\":16,\"dryRun\":false,\"action\":\"remove\"}");
    int applied = jobs.done(clean).at("/counts/applied").asInt();
    String lines =
        service
            .send("GET", "/documents?collection=own", Map.of("Accept", "application/x-ndjson"), "")
            .body();
    service.delete("/collections/own").require(204);
    service.put("/collections/own", "{\"storeText\":true}").require(201);
    service.postLines("/documents?collection=own&limit=0", lines).require(200);
    String undo = jobs.start("own", "{\"kind\":\"undo\",\"of\":\"" + clean + "\"}");
    assertThat(jobs.done(undo).at("/counts/restored").asInt()).isEqualTo(applied).isPositive();
    before.forEach((id, document) ->
        assertThat(document(id).get("expiresAt")).as(id).isEqualTo(document.get("expiresAt")));
  }

  @Test
  void jobsOfAFormerCollectionAreNotAppliedOrRunAgain() {
    jobs.storeClusters("own", stored, 30, 4);
    String dryRun = jobs.start("own", "{\"kind\":\"dedupe\"}");
    String clean = jobs.start("own", "{\"kind\":\"dedupe\",\"dryRun\":false}");
    String compared = jobs.start("own", "{\"kind\":\"compare-with\",\"with\":\"other\"}");
    jobs.done(dryRun);
    jobs.done(clean);
    jobs.done(compared);
    service.delete("/collections/other").require(204);
    restart(compared).requireProblem(404, "with");
    service.put("/collections/other", "{}").require(201);
    restart(compared).requireProblem("409 conflict", "with", "former collection 'other'");
    service.delete("/collections/own").require(204);
    service.put("/collections/own", "{}").require(201);
    jobs.storeClusters("own", stored, 30, 4);
    apply(dryRun).requireProblem("409 conflict", "id", "former collection 'own'");
    restart(dryRun).requireProblem("409 conflict", "id", "former collection 'own'");
    undo(clean).requireProblem("409 conflict", "id", "former collection 'own'");
  }

  private static Answer apply(String id) {
    return service.send("POST", "/jobs/" + id + "/apply", Map.of(), "");
  }

  @Test
  void onlyCleanUpsThatEndedAreUndone() {
    String pairs = jobs.start("own", "{\"kind\":\"pairs\"}");
    jobs.done(pairs);
    undo(pairs).requireProblem("409 conflict", "id", "names no clean-up");
    undo("none").requireProblem(404, "id");
    service
        .post("/collections/own/jobs", "{\"kind\":\"undo\",\"of\":\"" + pairs + "\"}")
        .requireProblem("409 conflict", "of", "names no clean-up");
    service
        .post("/collections/own/jobs", "{\"kind\":\"undo\"}")
        .requireProblem(400, "of", "name the clean-up");
  }

  private static Answer undo(String id) {
    return service.send("POST", "/jobs/" + id + "/undo", Map.of(), "");
  }

  private static Answer restart(String id) {
    return service.send("POST", "/jobs/" + id + "/restart", Map.of(), "");
  }

  private static String at(String id) {
    return "/documents/" + id + "?collection=own";
  }

  private static JsonNode document(String id) {
    return service.get(at(id)).require(200).json();
  }
}
