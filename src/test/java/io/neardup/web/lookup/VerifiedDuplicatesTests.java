package io.neardup.web.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.FreshService;
import io.neardup.HttpTest;
import io.neardup.NearTexts;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// Answers say which matches were verified, over HTTP and in a cluster.
@HttpTest
class VerifiedDuplicatesTests {

  private static final NearTexts MISSED = NearTexts.missed(3);
  private static final NearTexts WRONG = NearTexts.wrong(3);

  @Autowired private RunningService service;

  private final String name = "verified-" + UUID.randomUUID();

  @AfterEach
  void dropCollection() {
    service.delete("/collections/" + name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"storeText\":false,\"verify\":\"features\"}"})
  void lookupsSayWhatWasVerified(String settings) {
    make(settings);
    store("missed", MISSED.text(), "add");
    store("wrong", WRONG.text(), "add");
    JsonNode found = find("\"text\":\"" + MISSED.other() + "\"");
    JsonNode match = found.at("/matches/0");
    assertThat(match.get("id").asString()).isEqualTo("missed");
    assertThat(match.get("verified").asBoolean()).isTrue();
    assertThat(match.get("featureSimilarity").asDouble()).isEqualTo(MISSED.similarity());
    assertThat(match.get("distance").asInt()).isEqualTo(MISSED.distance());
    assertThat(found.get("verification").toString())
        .isEqualTo("{\"minSimilarity\":0.54,\"candidatesWithin\":64,\"compared\":1,\"refused\":0}");
    JsonNode refused = find("\"text\":\"" + WRONG.other() + "\"");
    assertThat(refused.get("matches").isEmpty()).isTrue();
    assertThat(refused.at("/verification/refused").asInt()).isEqualTo(1);
    JsonNode byDistance = find("\"maxDistance\":54,\"text\":\"" + WRONG.other() + "\"");
    assertThat(byDistance.get("matches").size()).isEqualTo(1);
    assertThat(byDistance.has("verification")).isFalse();
    assertThat(byDistance.at("/matches/0").has("verified")).isFalse();
    assertThat(find("\"minSimilarity\":0.9,\"text\":\"" + MISSED.other() + "\"").get("matches"))
        .isEmpty();
  }

  @Test
  void matchesBeyondTheDistanceAreExplained() {
    make("{}");
    store("missed", MISSED.text(), "add");
    store("wrong", WRONG.text(), "add");
    JsonNode matches = find("\"explain\":true,\"text\":\"" + MISSED.other() + "\"").get("matches");
    assertThat(matches).hasSize(1);
    JsonNode explanation = matches.at("/0/explanation");
    assertThat(explanation.at("/foundBy/means").asString()).isEqualTo("scan");
    assertThat(explanation.get("differingBits")).hasSize(MISSED.distance());
    assertThat(explanation.at("/shared/count").asInt()).isPositive();
    assertThat(find("\"explain\":true,\"text\":\"" + WRONG.other() + "\"").get("matches"))
        .isEmpty();
  }

  @Test
  void settingsAreReported() {
    make("{\"storeText\":false,\"verify\":\"features\"}");
    JsonNode collection = service.get("/collections/" + name).require(200).json();
    assertThat(collection.get("verify").asString()).isEqualTo("features");
    assertThat(collection.get("minSimilarity").asDouble()).isEqualTo(0.54);
    service.patch("/collections/" + name, "{\"verify\":\"off\"}").require(200);
    collection = service.get("/collections/" + name).require(200).json();
    assertThat(collection.get("verify").asString()).isEqualTo("off");
    assertThat(collection.has("minSimilarity")).isFalse();
    Answer refused = service.patch("/collections/" + name, "{\"verify\":\"texts\"}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().toString()).contains("must be one of off, text, features");
    refused =
        service.post("/duplicates?collection=" + name, "{\"minSimilarity\":0.5,\"text\":\"a b\"}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().toString()).contains("minSimilarity", "verifies candidates");
  }

  @Test
  void pairsGroupsAndComparisonsAreVerified() {
    make("{}");
    store("missed", MISSED.text(), "add");
    store("missed-other", MISSED.other(), "add");
    store("wrong", WRONG.text(), "add");
    store("wrong-other", WRONG.other(), "add");
    JsonNode pairs = service.get("/pairs?recall=exact&collection=" + name).require(200).json();
    assertThat(pairs.get("pairs").size()).isEqualTo(1);
    assertThat(pairs.at("/pairs/0/a").asString()).isEqualTo("missed");
    assertThat(pairs.at("/pairs/0/verified").asBoolean()).isTrue();
    assertThat(pairs.at("/summary/verification/refused").asInt()).isEqualTo(1);
    JsonNode groups = service.get("/groups?recall=exact&collection=" + name).require(200).json();
    assertThat(groups.get("groups").size()).isEqualTo(1);
    String copy = name + "-2";
    service.put("/collections/" + copy, "{}").require(201);
    try {
      service
          .post(
              "/documents?collection=" + copy, "{\"id\":\"m\",\"text\":\"" + MISSED.other() + "\"}")
          .require(201);
      String job =
          service
              .post(
                  "/collections/" + name + "/jobs",
                  "{\"kind\":\"compare-with\",\"recall\":\"exact\",\"with\":\"" + copy + "\"}")
              .require(202)
              .json()
              .get("id")
              .asString();
      JsonNode done = service.get("/jobs/" + job + "?wait=10").json();
      for (int i = 0; i < 100 && !done.get("state").asString().equals("done"); i++) {
        done = service.get("/jobs/" + job + "?wait=10").json();
      }
      JsonNode results = service.get("/jobs/" + job + "/results").require(200).json();
      assertThat(results.toString())
          .contains("\"a\":\"missed\"", "\"a\":\"missed-other\"", "\"verified\":true");
    } finally {
      service.delete("/collections/" + copy);
    }
  }

  @Test
  void comparisonsOfTwoTextsAreExact() {
    String compared =
        "{\"a\":{\"text\":\"" + WRONG.text() + "\"},\"b\":{\"text\":\"" + WRONG.other() + "\"}";
    JsonNode exact = service.post("/compare", compared + "}").require(200).json();
    assertThat(exact.get("featureSimilarity").asDouble()).isEqualTo(WRONG.similarity());
    assertThat(exact.get("verified").asBoolean()).isTrue();
    assertThat(exact.get("nearDuplicate").asBoolean()).isFalse();
    assertThat(exact.get("minSimilarity").asDouble()).isEqualTo(0.54);
    JsonNode within =
        service.post("/compare", compared + ",\"maxDistance\":54}").require(200).json();
    assertThat(within.get("nearDuplicate").asBoolean()).isTrue();
    assertThat(within.has("minSimilarity")).isFalse();
  }

  private void make(String settings) {
    service.put("/collections/" + name, settings).require(201);
  }

  private JsonNode store(String id, String text, String onDuplicate) {
    return service
        .post(
            "/documents?collection=" + name,
            "{\"id\":\"%s\",\"onDuplicate\":\"%s\",\"text\":\"%s\"}"
                .formatted(id, onDuplicate, text))
        .json();
  }

  private JsonNode find(String fields) {
    return service
        .post("/duplicates?collection=" + name, "{\"recall\":\"exact\"," + fields + "}")
        .require(200)
        .json();
  }

  @Test
  void textsAreNeverStoredIfTheServiceExcludesThem() {
    try (FreshService excluding = FreshService.start("--neardup.collections.store-text=false")) {
      RunningService http = excluding.http();
      http.put("/collections/own", "{\"storeText\":true}")
          .requireProblem(400, "storeText", "neardup.collections.store-text");
      http.put("/collections/own", "{\"verify\":\"features\"}").require(201);
      for (String collection : List.of("default", "own")) {
        assertThat(http.get("/collections/" + collection).text("/storeText")).isEqualTo("false");
        http.put("/documents/a?collection=" + collection, "{\"text\":\"" + MISSED.text() + "\"}")
            .require(201);
        assertThat(http.get("/documents/a?collection=" + collection).json().has("text")).isFalse();
      }
      http.patch("/collections/own", "{\"storeText\":true}").requireProblem(400, "storeText");
    }
  }
}
