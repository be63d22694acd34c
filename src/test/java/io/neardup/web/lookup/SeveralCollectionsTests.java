package io.neardup.web.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.HttpTest;
import io.neardup.Json;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// One lookup searches several collections.
@HttpTest
class SeveralCollectionsTests {

  private static final String NOTICE =
      "The city library will be closed on Monday for the yearly stocktaking of books, maps and"
          + " films. Loans that fall due on that day are extended by one week without a fee, and"
          + " the return box beside the main entrance stays open all day and all night.";

  @Autowired private RunningService service;

  private final String prefix = "several-" + UUID.randomUUID() + "-";
  private final String a = prefix + "a";
  private final String b = prefix + "b";
  private final String small = prefix + "small";

  @BeforeEach
  void storeNotices() {
    make(a, "{}");
    make(b, "{}");
    make(small, "{\"profile\":\"paper-v1\"}");
    store(a, "same", NOTICE);
    store(a, "edited", NOTICE.replace("Monday", "Tuesday"));
    store(b, "same", NOTICE);
    store(b, "other", NOTICE.replace("extended by one", "prolonged by two"));
    store(b, "unrelated", "The fish market at the old harbour opens on Tuesday at nine.");
    store(small, "same", NOTICE);
  }

  @AfterEach
  void dropCollections() {
    List.of(a, b, small).forEach(name -> service.delete("/collections/" + name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"A,B", "B,A", "B,P*a", "P*a,P*b", "A,A,B"})
  void matchesOfAllAreOrderedTogether(String pattern) {
    String selection = selection(pattern);
    JsonNode found = find(selection, "");
    assertThat(listed(found))
        .containsExactly(a + "/same", b + "/same", a + "/edited", b + "/other");
    assertThat(found.get("complete").asBoolean()).isTrue();
    assertThat(found.has("missing")).isFalse();
    assertThat(found.get("searched").valueStream().map(each -> each.get("collection").asString()))
        .containsExactlyInAnyOrder(a, b);
    assertThat(found.get("exact").asBoolean()).isTrue();
    assertThat(found.get("truncated").asBoolean()).isFalse();
    JsonNode alone = find(a, "");
    assertThat(alone.at("/matches/0").has("collection")).isFalse();
    assertThat(alone.has("searched")).isFalse();
    JsonNode match = found.at("/matches/2");
    assertThat(match.get("distance")).isEqualTo(alone.at("/matches/1/distance"));
    assertThat(match.get("featureSimilarity")).isEqualTo(alone.at("/matches/1/featureSimilarity"));
  }

  @Test
  void theLimitCountsForAllTogether() {
    JsonNode found = find(a + "," + b, ",\"limit\":3");
    assertThat(listed(found)).containsExactly(a + "/same", b + "/same", a + "/edited");
    assertThat(found.get("truncated").asBoolean()).isTrue();
    JsonNode nearest = find(a + "," + b, ",\"nearest\":5");
    assertThat(listed(nearest))
        .containsExactly(a + "/same", b + "/same", a + "/edited", b + "/other", b + "/unrelated");
  }

  @Test
  void collectionsOfOtherProfilesAreSearchedWithTheirOwn() {
    JsonNode found = find(prefix + "*", "");
    assertThat(listed(found)).contains(small + "/same", a + "/same", b + "/same");
    assertThat(
            found
                .get("searched")
                .valueStream()
                .map(each ->
                    each.get("collection").asString() + " " + each.get("profile").asString()))
        .containsExactly(a + " simhash-256-v1", b + " simhash-256-v1", small + " paper-v1");
    Answer refused =
        service.post(
            "/duplicates?collection=" + prefix + "*", "{\"fingerprint\":\"0123456789abcdef\"}");
    assertThat(refused.status()).isEqualTo(422);
  }

  @Test
  void anAllowedTextHasNoMatchesInThatCollectionAlone() {
    assertThat(service.patch("/documents/edited?collection=" + a, "{\"allowed\":true}").status())
        .isEqualTo(200);
    JsonNode found = find(a + "," + b, "");
    assertThat(listed(found)).containsExactly(b + "/same", b + "/other");
    assertThat(found.has("allowedBy")).isFalse();
    assertThat(found.at("/searched/0/allowedBy").asString()).isEqualTo("edited");
    assertThat(found.at("/searched/1").has("allowedBy")).isFalse();
  }

  @Test
  void linesAreAnsweredFromAll() {
    Answer answer =
        service.postLines(
            "/duplicates?collection=" + a + "," + b,
            "{\"text\":" + Json.quote(NOTICE) + ",\"ref\":\"r\"}\n");
    JsonNode line = answer.lines().getFirst();
    assertThat(line.get("ref").asString()).isEqualTo("r");
    assertThat(listed(line)).hasSize(4);
  }

  @Test
  void passagesOfAllAreOrderedTogether() {
    List.of(a, b)
        .forEach(name ->
            assertThat(service.patch("/collections/" + name, "{\"passages\":true}").status())
                .isEqualTo(200));
    JsonNode found = passages(prefix + "*");
    assertThat(listed(found))
        .containsExactly(a + "/same", b + "/same", a + "/edited", b + "/other");
    assertThat(found.get("complete").asBoolean()).isFalse();
    assertThat(found.at("/missing/0/collection").asString()).isEqualTo(small);
    assertThat(found.at("/missing/0/reason").asString()).startsWith("does not index passages");
    assertThat(passages(a + "," + b).get("complete").asBoolean()).isTrue();
    Answer refused = service.post("/passages?collection=" + a + "," + small, text(""));
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.body()).contains("does not index passages");
  }

  @ParameterizedTest
  @CsvSource({
    "'A,,B', 400, separated by single commas",
    "'A,', 400, separated by single commas",
    "'A,nowhere', 404, must name a collection that exists",
    "'nowhere-*', 404, no name matches"
  })
  void selectionsWithoutCollectionsAreRefused(String pattern, int status, String message) {
    Answer refused = service.post("/duplicates?collection=" + selection(pattern), text(""));
    assertThat(refused.status()).isEqualTo(status);
    assertThat(refused.body()).contains(message);
  }

  @Test
  void aStoredDocumentIsLookedUpInOneCollection() {
    Answer refused = service.get("/duplicates?id=same&collection=" + a + "," + b);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body()).contains("send the text of the document");
  }

  /// The names for A and B, and what they begin with for P.
  private String selection(String pattern) {
    return pattern.replace("A", a).replace("B", b).replace("P", prefix);
  }

  private void make(String name, String settings) {
    assertThat(service.put("/collections/" + name, settings).status()).isEqualTo(201);
  }

  private void store(String collection, String id, String text) {
    Answer stored =
        service.put(
            "/documents/" + id + "?collection=" + collection,
            "{\"text\":" + Json.quote(text) + "}");
    assertThat(stored.status()).isEqualTo(201);
  }

  private static String text(String more) {
    return "{\"text\":" + Json.quote(NOTICE) + more + "}";
  }

  private JsonNode find(String collections, String more) {
    return Json.read(service.post("/duplicates?collection=" + collections, text(more)).body());
  }

  private JsonNode passages(String collections) {
    return Json.read(service.post("/passages?collection=" + collections, text("")).body());
  }

  private static List<String> listed(JsonNode found) {
    List<String> listed = new ArrayList<>();
    for (JsonNode match : found.get("matches")) {
      listed.add(match.get("collection").asString() + "/" + match.get("id").asString());
    }
    return listed;
  }
}
