package io.neardup.web.collection;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.HttpTest;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.web.Texts;
import io.neardup.web.job.JobClient;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// Collections are created, changed, listed and deleted, and do not affect each other.
@HttpTest
class CollectionTests {

  @Autowired private RunningService service;

  @Test
  void aCollectionHasItsOwnProfileAndDocuments() {
    Answer made =
        service.put("/collections/own-1", "{\"profile\":\"simhash-512-v1\",\"maxDistance\":40}");
    made.require(201);
    assertThat(made.header("Location")).isEqualTo("/collections/own-1");
    Answer stored = service.put("/documents/own?collection=own-1", text(1));
    stored.require(201);
    assertThat(stored.header("Location")).isEqualTo("/documents/own?collection=own-1");
    assertThat(stored.text("/fingerprint")).hasSize(128);

    JsonNode there = service.get("/collections/own-1").json();
    assertThat(there.get("profile").asString()).isEqualTo("simhash-512-v1");
    assertThat(there.get("bits").asInt()).isEqualTo(512);
    assertThat(there.get("maxDistance").asInt()).isEqualTo(40);
    assertThat(there.get("documents").asInt()).isEqualTo(1);
    assertThat(there.get("fingerprints").asInt()).isEqualTo(1);
    assertThat(there.get("directoryBytes").asLong()).isPositive();
    assertThat(there.get("indexBytes").asLong()).isPositive();
    assertThat(there.get("index").asString()).isNotEmpty();
    assertThat(there.has("ttlSeconds")).isFalse();

    JsonNode found = service.post("/duplicates?collection=own-1", text(1)).json();
    assertThat(found.get("maxDistance").asInt()).isEqualTo(40);
    assertThat(found.at("/matches/0/id").asString()).isEqualTo("own");
    assertThat(service.post("/duplicates", text(1)).json().toString()).doesNotContain("\"own\"");
    service.get("/documents/own").require(404);

    service.delete("/collections/own-1").require(204);
    service.get("/documents/own?collection=own-1").require(404);
    service.get("/collections/own-1").require(404);
    service.delete("/collections/own-1").require(404);
  }

  @Test
  void recreatedCollectionIsEmpty() {
    service.put("/collections/again-1", "{}");
    service.put("/documents/a?collection=again-1", text(1));
    service.delete("/collections/again-1");
    service.put("/collections/again-1", "{}");
    service.get("/documents/a?collection=again-1").require(404);
    assertThat(service.put("/documents/a?collection=again-1", text(1)).number("/version"))
        .isEqualTo(1);
    service.delete("/collections/again-1");
  }

  @Test
  void profileOfACollectionWithDocumentsCannotChange() {
    service.put("/collections/fixed-1", "{\"profile\":\"simhash-512-v1\"}");
    assertThat(service.put("/collections/fixed-1", "{\"profile\":\"paper-v1\"}").status())
        .as("while it is empty")
        .isEqualTo(201);
    service.put("/documents/a?collection=fixed-1", text(1));
    Answer refused = service.put("/collections/fixed-1", "{\"profile\":\"simhash-512-v1\"}");
    refused.requireProblem(
        "409 conflict",
        null,
        "has 1 document with fingerprints of paper-v1",
        "create another collection");
    Answer changed = service.put("/collections/fixed-1", "{\"maxDistance\":5,\"storeText\":true}");
    changed.require(200);
    assertThat(changed.text("/profile")).isEqualTo("paper-v1");
    assertThat(changed.number("/maxDistance")).isEqualTo(5);
    service.get("/documents/a?collection=fixed-1").require(200);
    service.delete("/collections/fixed-1");
  }

  @Test
  void theDefaultCollectionAlwaysExists() {
    Answer refused = service.delete("/collections/default");
    refused.require(409);
    assertThat(refused.text("/detail")).contains("always exists");
    List<String> names =
        service
            .get("/collections")
            .json()
            .get("collections")
            .valueStream()
            .map(collection -> collection.get("name").asString())
            .toList();
    assertThat(names).contains("default").isSorted();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"profile\":\"nobody\"} | profile must be one of | ",
        "{\"maxDistance\":257} | maxDistance must be 0 to 256 bits, was 257 | 256",
        "{\"ttlSeconds\":0} | ttlSeconds must be a whole number, 1 to | 3153600000",
        "{\"storeTexts\":true} | storeTexts is not a field | ",
      })
  void invalidCollectionsAreRefused(String json, String detail, @Nullable Long most) {
    Answer refused = service.put("/collections/refused-1", json);
    refused.require(400);
    assertThat(refused.text("/detail")).startsWith(detail);
    JsonNode error = refused.json().at("/errors/0");
    assertThat(error.has("least")).isEqualTo(most != null);
    assertThat(error.has("most") ? error.get("most").asLong() : null).isEqualTo(most);
    service.get("/collections/refused-1").require(404);
  }

  @Test
  void theNearestNamesOfCollectionsAreNamed() {
    List<String> names = List.of("near-cats", "near-bats", "near-cuts", "remote-dogs", "far-birds");
    names.forEach(name -> service.put("/collections/" + name, "{}").require(201));
    Answer refused = service.get("/documents/a?collection=near-catz").require(404);
    assertThat(refused.text("/detail"))
        .contains("exists: near-cats, near-bats, near-cuts, or one of ", "; was 'near-catz'")
        .doesNotContain("remote-dogs", "far-birds");
    names.forEach(name -> service.delete("/collections/" + name));
  }

  /// The other settings may not fit the other profile.
  @Test
  void aChangeOfTheProfileIsRefusedBecauseOfTheDocuments() {
    service.put("/collections/settled-1", "{\"maxDistance\":200}").require(201);
    service.put("/documents/a?collection=settled-1", "{\"text\":\"a b c\"}").require(201);
    Answer refused =
        service.patch("/collections/settled-1", "{\"profile\":\"paper-v1\"}").require(409);
    assertThat(refused.text("/detail")).startsWith("profile cannot become paper-v1: ");
    assertThat(refused.text("/detail")).contains("'settled-1' has 1 document with fingerprints");
    service.delete("/collections/settled-1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a%20b", "-a", "%E5%9B%BD", "a%2Fb"})
  void namesOfCollectionsAreRestricted(String name) {
    service.put("/collections/" + name, "{}").require(400);
  }

  @Test
  void textsAreStoredIfTheCollectionStoresThem() {
    service.put("/collections/texts-1", "{\"storeText\":true}");
    service.put("/documents/a?collection=texts-1", "{\"text\":\"The Text, as it came.\"}");
    service.put("/documents/h?collection=texts-1", "{\"html\":\"<p>Bread &amp; butter\"}");
    service.put("/documents/t?collection=texts-1", "{\"tokens\":[\"a\",\"b\"]}");
    assertThat(textOf("a")).isEqualTo("The Text, as it came.");
    assertThat(textOf("h")).contains("Bread & butter");
    assertThat(textOf("t")).isEmpty();
    service.put(
        "/documents/a?collection=texts-1",
        "{\"fingerprint\":\"" + "0123456789abcdef".repeat(4) + "\"}");
    assertThat(textOf("a")).isEmpty();
    service.delete("/collections/texts-1");
    service.put("/documents/kept-1", "{\"text\":\"The Text\"}");
    assertThat(service.get("/documents/kept-1").text("/text")).isEqualTo("The Text");
    service.put("/collections/texts-1", "{\"storeText\":false}");
    service.put("/documents/a?collection=texts-1", "{\"text\":\"The Text\"}");
    assertThat(textOf("a")).isEmpty();
    service.delete("/collections/texts-1");
  }

  private String textOf(String id) {
    return service.get("/documents/" + id + "?collection=texts-1").json().path("text").asString();
  }

  @Test
  void aCollectionIsCopiedIntoAnotherProfile() {
    service.put("/collections/copied-1", "{\"storeText\":true}");
    service.put("/collections/copied-2", "{\"profile\":\"paper-v1\",\"storeText\":true}");
    for (int i = 0; i < 20; i++) {
      service.put(
          "/documents/" + i + "?collection=copied-1", text(i, "\"metadata\":{\"i\":" + i + "}"));
    }
    service.put("/documents/bare?collection=copied-1", "{\"tokens\":[\"a\"]}");
    service.delete("/documents/3?collection=copied-1");
    service.patch("/documents/4?collection=copied-1", "{\"allowed\":true}");
    JobClient jobs = new JobClient(service);
    String copy = "{\"kind\":\"copy\",\"to\":\"copied-2\"}";
    JsonNode counts = jobs.done(jobs.start("copied-1", copy)).get("counts");
    assertThat(counts.get("added").asInt()).isEqualTo(19);
    assertThat(counts.get("withoutText").asInt()).isEqualTo(1);
    JsonNode copied = service.get("/documents/5?collection=copied-2").json();
    assertThat(copied.get("fingerprint").asString()).hasSize(16);
    assertThat(copied.at("/metadata/i").asInt()).isEqualTo(5);
    service.get("/documents/3?collection=copied-2").require(404);
    assertThat(service.get("/documents/4?collection=copied-2").json().get("allowed").asBoolean())
        .isTrue();

    service.delete("/collections/copied-1");
    service.delete("/collections/copied-2");
  }

  @Test
  void eachCollectionIsMeasured() {
    service.put("/collections/measured-1", "{}");
    service.put("/documents/a?collection=measured-1", text(1));
    String metric = "/actuator/metrics/neardup.documents?tag=collection:measured-1";
    assertThat(service.get(metric).json().at("/measurements/0/value").asDouble()).isEqualTo(1);
    service.delete("/collections/measured-1");
    service.get(metric).require(404);
  }

  @Test
  void documentWithoutTextCannotBeComparedByAnotherProfile() {
    service.put("/documents/broad-1", "{\"tokens\":[\"a\",\"b\"]}");
    Answer refused =
        service.post(
            "/compare",
            "{\"a\":{\"id\":\"broad-1\"},\"b\":{\"text\":\"a\"},\"profile\":\"paper-v1\"}");
    refused.require(400);
    assertThat(refused.text("/detail"))
        .contains(
            "document of profile simhash-256-v1 without a text to make a fingerprint of paper-v1");
    service.delete("/documents/broad-1");
  }

  private static String text(int seed, String... more) {
    return "{\"text\":\"" + Texts.of(seed) + "\"" + (more.length == 0 ? "" : "," + more[0]) + "}";
  }
}
