package io.neardup.web.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.HttpTest;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.simhash.Fingerprint;
import io.neardup.web.Texts;
import io.neardup.web.job.JobClient;
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

/// A verdict belongs to the text that was judged, and an allowed text is no duplicate of any
/// document.
@HttpTest
class VerdictTests {

  @Autowired private RunningService service;

  @BeforeEach
  void makeCollection() {
    service.put("/collections/verdicts", "{\"storeText\":true}");
  }

  @AfterEach
  void dropCollection() {
    service.delete("/collections/verdicts");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUT", "POST", "NDJSON", "CSV"})
  void aVerdictStaysWithTheTextThatWasJudged(String how) {
    store("PUT", "a", 1, "add");
    patch("a", "{\"allowed\":true}");
    JsonNode again = store(how, "a", Texts.edited(1, 2), "skip");
    assertThat(again.get("allowedBy").asString()).isEqualTo("a");
    assertThat(again.has("verdictDropped")).isFalse();
    assertThat(document("a").get("allowed").asBoolean()).isTrue();
    assertThat(document("a").get("version").asInt()).isEqualTo(3);
    JsonNode other = store(how, "a", 2, "skip");
    assertThat(other.has("allowedBy")).isFalse();
    assertThat(other.get("verdictDropped").asBoolean()).isTrue();
    assertThat(document("a").has("allowed")).isFalse();
    assertThat(document("a").get("verdictDropped").asBoolean()).isTrue();
    assertThat(store(how, "copy", 2, "skip").get("outcome").asString()).isEqualTo("skipped");
    patch("a", "{\"allowed\":false,\"enabled\":false}");
    assertThat(store(how, "a", 2, "add").has("verdictDropped")).as("judged anew").isFalse();
    assertThat(document("a").get("enabled").asBoolean()).isFalse();
    assertThat(lookup(2).get("matches")).isEmpty();
    assertThat(store(how, "a", 3, "add").get("verdictDropped").asBoolean()).isTrue();
    assertThat(ids(lookup(3))).containsExactly("a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"add", "skip", "replace"})
  void aVerdictStaysWithTheFingerprintThatWasJudged(String onDuplicate) {
    String judged = "f".repeat(64);
    String near = "0".repeat(12) + "f".repeat(52); // 48 bits, of 54 that are near
    String far = "0".repeat(14) + "f".repeat(50);
    storeFingerprint("a", judged, "add");
    patch("a", "{\"enabled\":false}");
    JsonNode kept = storeFingerprint("a", near, onDuplicate);
    assertThat(kept.has("verdictDropped")).isFalse();
    assertThat(document("a").get("enabled").asBoolean()).isFalse();
    JsonNode dropped = storeFingerprint("a", far, onDuplicate);
    assertThat(dropped.get("verdictDropped").asBoolean()).isTrue();
    assertThat(document("a").has("enabled")).isFalse();
  }

  private JsonNode storeFingerprint(String id, String fingerprint, String onDuplicate) {
    return service
        .put(
            "/documents/" + id + "?collection=verdicts",
            "{\"fingerprint\":\"%s\",\"onDuplicate\":\"%s\"}".formatted(fingerprint, onDuplicate))
        .require(200, 201)
        .json();
  }

  @Test
  void replacingOthersKeepsTheVerdictOfTheDocumentItself() {
    store("PUT", "a", 1, "add");
    patch("a", "{\"enabled\":false}");
    store("PUT", "b", 1, "add");
    store("PUT", "c", 1, "add");
    JsonNode stored = store("PUT", "a", Texts.edited(1, 2), "replace");
    assertThat(stored.get("removed")).hasSize(2);
    assertThat(stored.has("verdictDropped")).isFalse();
    assertThat(document("a").get("enabled").asBoolean()).isFalse();
    store("PUT", "b", 1, "add");
    patch("b", "{\"allowed\":true}");
    JsonNode allowed = store("PUT", "c", 1, "replace");
    assertThat(allowed.get("allowedBy").asString()).isEqualTo("b");
    assertThat(allowed.has("removed")).isFalse();
    assertThat(document("b").get("allowed").asBoolean()).isTrue();
  }

  @Test
  void aBulkChangeJudgesThePresentTexts() {
    for (String id : List.of("a", "b")) {
      service
          .put(
              "/documents/" + id + "?collection=verdicts",
              "{\"text\":\"" + Texts.of(1) + "\",\"metadata\":{\"lang\":\"en\"}}")
          .require(201);
    }
    store("PUT", "c", 2, "add");
    Answer changed =
        service.patch("/documents?collection=verdicts&filter=lang:en", "{\"enabled\":false}");
    assertThat(changed.require(200).lines().getLast().get("changed").asInt()).isEqualTo(2);
    assertThat(document("c").has("enabled")).isFalse();
    assertThat(store("PUT", "a", Texts.edited(1, 2), "add").has("verdictDropped")).isFalse();
    assertThat(document("a").get("enabled").asBoolean()).isFalse();
    assertThat(store("PUT", "b", 2, "add").get("verdictDropped").asBoolean()).isTrue();
    assertThat(document("b").has("enabled")).isFalse();
  }

  @Test
  void manySmallEditsDoNotCarryAVerdictAway() {
    service.put("/collections/verdicts", "{\"maxDistance\":40}").require(200);
    Fingerprint judged = fingerprint(store("PUT", "a", 1, "add"));
    patch("a", "{\"allowed\":true}");
    Fingerprint last = judged;
    boolean kept = true;
    for (int words = 0; words <= 120; words += 3) {
      JsonNode stored = store("PUT", "a", Texts.edited(1, words), "add");
      Fingerprint next = fingerprint(stored);
      assertThat(next.distance(last)).as("of the edit").isLessThanOrEqualTo(40);
      kept &= next.distance(judged) <= 40;
      assertThat(document("a").has("allowed")).as("%d words", words).isEqualTo(kept);
      assertThat(stored.has("verdictDropped")).as("%d words", words).isEqualTo(!kept);
      last = next;
    }
    assertThat(kept).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "'{\"metadata\":{\"page\":1}}', false",
    "'{\"allowed\":true}', true",
    "'{\"enabled\":true}', true"
  })
  void aNewVerdictJudgesThePresentText(String change, boolean judges) {
    Fingerprint first = fingerprint(store("PUT", "a", 1, "add"));
    patch("a", "{\"allowed\":true}");
    int words = farthest(first);
    Fingerprint middle = fingerprint(store("PUT", "a", Texts.edited(1, words / 2), "add"));
    assertThat(middle.distance(first)).isLessThanOrEqualTo(40);
    patch("a", change);
    Fingerprint last = fingerprint(store("PUT", "a", Texts.edited(1, words), "add"));
    assertThat(last.distance(middle)).isLessThanOrEqualTo(40);
    assertThat(last.distance(first)).isGreaterThan(40);
    assertThat(document("a").has("allowed")).isEqualTo(judges);
  }

  /// The number of edited words from which on a text is not within 40 bits of itself.
  private int farthest(Fingerprint first) {
    service.put("/collections/verdicts", "{\"maxDistance\":40}").require(200);
    int words = 0;
    int distance = 0;
    while (distance <= 40) {
      words += 2;
      String body = "{\"text\":\"" + Texts.edited(1, words) + "\"}";
      distance = fingerprint(service.post("/fingerprint", body).json()).distance(first);
    }
    return words;
  }

  @Test
  void aSkippedTextDropsNoVerdict() {
    store("PUT", "a", 1, "add");
    store("PUT", "b", 2, "add");
    patch("a", "{\"allowed\":true}");
    JsonNode skipped = store("PUT", "a", 2, "skip");
    assertThat(skipped.get("outcome").asString()).isEqualTo("skipped");
    assertThat(skipped.has("verdictDropped")).isFalse();
    assertThat(document("a").get("allowed").asBoolean()).isTrue();
  }

  @Test
  void theChangeFeedReportsThatAVerdictWasDropped() {
    store("PUT", "a", 1, "add");
    patch("a", "{\"enabled\":false}");
    String cursor = service.get("/changes?after=end").lines().getLast().get("cursor").asString();
    store("PUT", "a", 2, "add");
    store("PUT", "a", 2, "add");
    List<JsonNode> changes = service.get("/changes?after=" + cursor).lines();
    JsonNode last = changes.get(changes.size() - 2);
    assertThat(last.at("/document/verdictDropped").asBoolean()).isTrue();
    assertThat(last.at("/document").has("enabled")).isFalse();
  }

  @Test
  void verdictsAreDeletedWithTheDocument() {
    store("PUT", "a", 1, "add");
    patch("a", "{\"allowed\":true}");
    service.delete("/documents/a?collection=verdicts");
    store("PUT", "a", 1, "add");
    assertThat(document("a").has("allowed")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUT", "POST", "NDJSON"})
  void everyCopyOfAnAllowedTextIsStored(String how) {
    store("PUT", "a", 1, "add");
    patch("a", "{\"allowed\":true}");
    for (int copy = 1; copy <= 3; copy++) {
      JsonNode stored = store(how, "copy-" + copy, 1, copy == 3 ? "replace" : "skip");
      assertThat(stored.get("outcome").asString()).as("copy %d", copy).isEqualTo("added");
      assertThat(stored.get("allowedBy").asString()).isEqualTo("a");
      assertThat(stored.get("matches")).isEmpty();
      assertThat(stored.get("truncated").asBoolean()).isFalse();
      assertThat(stored.has("removed")).isFalse();
    }
    JsonNode other = store(how, "other", 2, "skip");
    assertThat(other.get("outcome").asString()).isEqualTo("added");
    assertThat(other.has("allowedBy")).isFalse();
    assertThat(store(how, "other-2", 2, "skip").get("outcome").asString()).isEqualTo("skipped");
  }

  @Test
  void lookupsNameTheDocumentThatAllowsAText() {
    store("PUT", "a", 1, "add");
    store("PUT", "copy", 1, "add");
    assertThat(lookup(1).has("allowedBy")).isFalse();
    patch("a", "{\"allowed\":true}");
    JsonNode found = lookup(1);
    assertThat(found.get("matches")).isEmpty();
    assertThat(found.get("allowedBy").asString()).isEqualTo("a");
    String fingerprint = document("a").get("fingerprint").asString();
    for (String query : List.of("id=copy", "id=a", "fingerprint=" + fingerprint)) {
      JsonNode asked = service.get("/duplicates?collection=verdicts&" + query).json();
      assertThat(asked.get("allowedBy").asString()).as(query).isEqualTo("a");
      assertThat(asked.get("matches")).as(query).isEmpty();
    }
    JsonNode nearest = service.get("/duplicates?collection=verdicts&id=a&nearest=3").json();
    assertThat(ids(nearest)).as("nearest ignores verdicts").containsExactly("copy");
    assertThat(nearest.get("allowedBy").asString()).isEqualTo("a");
    assertThat(lookup(2).has("allowedBy")).isFalse();
  }

  @Test
  void pairsAndGroupsLeaveAllowedTextsOut() {
    for (int text = 1; text <= 2; text++) {
      for (int copy = 1; copy <= 3; copy++) {
        store("PUT", text + "-" + copy, text, "add");
      }
    }
    assertThat(pairs()).isEqualTo(6);
    patch("1-1", "{\"allowed\":true}");
    assertThat(pairs()).isEqualTo(3);
    JsonNode groups = service.get("/groups?collection=verdicts").json().get("groups");
    assertThat(groups).hasSize(1);
    assertThat(groups.get(0).get("survivor").asString()).isEqualTo("2-1");
    patch("1-1", "{\"allowed\":false}");
    assertThat(pairs()).isEqualTo(6);
  }

  @Test
  void verdictsApplyOnlyWhileActive() {
    store("PUT", "a", 1, "add");
    store("PUT", "copy", 1, "add");
    patch("a", "{\"allowed\":true}");
    for (String change : List.of("{\"allowed\":false}", "{\"allowed\":true,\"enabled\":false}")) {
      patch("a", change);
      JsonNode skipped = store("POST", "copy-2", 1, "skip");
      assertThat(skipped.get("outcome").asString()).as(change).isEqualTo("skipped");
      assertThat(skipped.has("allowedBy")).isFalse();
      assertThat(ids(lookup(1))).contains("copy");
    }
    patch("a", "{\"enabled\":true}");
    assertThat(lookup(1).get("allowedBy").asString()).isEqualTo("a");
    service.delete("/documents/a?collection=verdicts");
    assertThat(ids(lookup(1))).containsExactly("copy");
  }

  @Test
  void verdictsAreCopiedWithTheDocument() {
    service.put("/collections/verdicts-copy", "{}");
    store("PUT", "a", 1, "add");
    store("PUT", "b", 2, "add");
    patch("a", "{\"allowed\":true}");
    patch("b", "{\"enabled\":false}");
    JobClient jobs = new JobClient(service);
    String copy = "{\"kind\":\"copy\",\"to\":\"verdicts-copy\"}";
    jobs.done(jobs.start("verdicts", copy));
    assertThat(copied("a").get("allowed").asBoolean()).isTrue();
    assertThat(copied("b").get("enabled").asBoolean()).isFalse();
    patch("a", "{\"allowed\":false}");
    store("PUT", "b", 3, "add");
    jobs.done(jobs.start("verdicts", copy));
    assertThat(copied("a").has("allowed")).isFalse();
    assertThat(copied("b").has("enabled")).isFalse();
    assertThat(copied("b").get("verdictDropped").asBoolean()).isTrue();
    service.delete("/collections/verdicts-copy");
  }

  private JsonNode copied(String id) {
    return service.get("/documents/" + id + "?collection=verdicts-copy").json();
  }

  private JsonNode store(String how, String id, int text, String onDuplicate) {
    return store(how, id, Texts.of(text), onDuplicate);
  }

  private static Fingerprint fingerprint(JsonNode answer) {
    return Fingerprint.parse(answer.get("fingerprint").asString(), 256);
  }

  private JsonNode store(String how, String id, String text, String onDuplicate) {
    String body = "{\"onDuplicate\":\"%s\",\"text\":\"%s\"%%s}".formatted(onDuplicate, text);
    String named = ",\"id\":\"" + id + "\"";
    String stream = "/documents?collection=verdicts&onDuplicate=" + onDuplicate;
    Answer answer =
        switch (how) {
          case "PUT" ->
              service.put("/documents/" + id + "?collection=verdicts", body.formatted(""));
          case "POST" -> service.post("/documents?collection=verdicts", body.formatted(named));
          case "CSV" ->
              service.send(
                  "POST",
                  stream,
                  Map.of("Content-Type", "text/csv"),
                  "id,text\n" + id + "," + text + "\n");
          default -> service.postLines(stream, "{\"text\":\"" + text + "\"" + named + "}");
        };
    assertThat(answer.status()).as(answer.body()).isBetween(200, 201);
    return answer.json();
  }

  private void patch(String id, String change) {
    service.patch("/documents/" + id + "?collection=verdicts", change).require(200);
  }

  private JsonNode document(String id) {
    return service.get("/documents/" + id + "?collection=verdicts").json();
  }

  private JsonNode lookup(int text) {
    return service
        .post("/duplicates?collection=verdicts", "{\"text\":\"" + Texts.of(text) + "\"}")
        .json();
  }

  private long pairs() {
    return service.get("/pairs?collection=verdicts").json().at("/summary/pairs").asLong();
  }

  private static List<String> ids(JsonNode found) {
    return found.get("matches").valueStream().map(match -> match.get("id").asString()).toList();
  }
}
